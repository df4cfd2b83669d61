// Schnapsen at the table in the browser.
import French from "$table/cards/French.svelte";
import { cardName, chip, deck, suitName } from "$table/cards/french";
import { interrupts, type GameLook } from "$table/look";
import type { MoveInfo } from "$table/protocol";
import { fill, own, t } from "$table/words";
import { endOf, factsOf } from "./facts";
import Table from "./Table.svelte";
import { WORDS } from "./words";

const isMarriage = (move: MoveInfo) => move.combination === "marriage";
const suit = (move: MoveInfo) => suitName(move.cards[0]![0]!);

export const look: GameLook = {
  name: "schnapsen",
  order: 3,
  Card: French,
  Table,
  tagline: () => own(WORDS).tagline,
  emblem: ["HA", "HT", "HK", "HQ"],
  deck: deck("ATKQJ"),
  left: true,
  seating: "around",
  single: true,
  sort(hand, given) {
    const trump = factsOf(given).trump;
    const place = (card: string) =>
      (card[0] === trump ? -1 : "CSHD".indexOf(card[0]!)) * 10 + "ATKQJ".indexOf(card[1]!);
    return [...hand].sort((one, other) => place(one) - place(other));
  },
  card: cardName,
  chip,
  told(move) {
    const words = own(WORDS);
    if (move.kind !== "play") return { cards: [], before: words.moves[move.text] ?? move.text };
    return { cards: move.cards, ...(isMarriage(move) ? { before: fill(words.marriage, { suit: suit(move) }) } : {}) };
  },
  button(move) {
    const words = own(WORDS);
    if (isMarriage(move)) return fill(words.marriageButton, { suit: suit(move) });
    return move.kind === "play" ? t("play") : (words.buttons[move.text] ?? move.text);
  },
  kind: (move) =>
    move.kind === "claim" || isMarriage(move) ? "call" : move.kind === "decline" ? "quiet" : "plain",
  // A wrong claim is legal and never good (RULES.md §9.5).
  offers: (move, view) => move.kind !== "claim" || factsOf(view.facts).points[view.seat]! >= 66,
  onTable: () => false,
  badges(view, seat) {
    const words = own(WORDS);
    const now = factsOf(view.facts);
    return [
      { text: fill(words.points, { p: now.points[seat] ?? 0 }), tone: "plain" as const },
      ...(now.pending[seat] ? [{ text: fill(words.pending, { p: now.pending[seat] }), tone: "loud" as const }] : []),
    ];
  },
  count: (given, seat) => factsOf(given).counts[seat]!,
  turn: (given) => (factsOf(given).phase === "over" ? [] : [factsOf(given).turn]),
  sheet(over, name) {
    const words = own(WORDS);
    const end = endOf(over.facts);
    const rows = [0, 1].map((seat) => ({ what: words.cardPoints, worth: String(end.points[seat]), side: name(seat) }));
    return end.closed_by === null
      ? rows
      : [...rows, { what: fill(words.closedBy, { name: name(end.closed_by) }), worth: "" }];
  },
  asks(view) {
    const words = own(WORDS);
    if (interrupts(view)) return words.askClaim;
    return factsOf(view.facts).table ? words.askFollow : words.askLead;
  },
  headline: (given) => `${own(WORDS).trump}: ${suitName(factsOf(given).trump)}`,
};
