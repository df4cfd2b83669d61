// Schnapsen at the table in the browser.
import French from "$table/cards/French.svelte";
import { cardName, chip, deck, isCard, suitName } from "$table/cards/french";
import type { GameLook } from "$table/look";
import type { SchnapsenFacts } from "$table/protocol";
import { fill, own, t } from "$table/words";
import Table from "./Table.svelte";
import { WORDS } from "./words";

const facts = (given: unknown) => given as SchnapsenFacts;
const led = (move: string) => (move.startsWith("marriage:") ? move.slice(9) : move);

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
  cards: (move) => (isCard(led(move)) ? [led(move)] : []),
  sort(hand, given) {
    const trump = facts(given).trump;
    const place = (card: string) =>
      (card[0] === trump ? -1 : "CSHD".indexOf(card[0]!)) * 10 + "ATKQJ".indexOf(card[1]!);
    return [...hand].sort((one, other) => place(one) - place(other));
  },
  card: cardName,
  chip,
  told(move) {
    const words = own(WORDS);
    if (!isCard(led(move))) return { cards: [], before: words.moves[move] ?? move };
    return move === led(move)
      ? { cards: [move] }
      : { cards: [led(move)], before: fill(words.marriage, { suit: suitName(led(move)[0]!) }) };
  },
  button(move) {
    const words = own(WORDS);
    if (move.startsWith("marriage:")) return fill(words.marriageButton, { suit: suitName(led(move)[0]!) });
    return isCard(move) ? t("play") : (words.buttons[move] ?? move);
  },
  kind: (move) => (move === "claim" || move.startsWith("marriage:") ? "call" : move === "decline" ? "quiet" : "plain"),
  // A wrong claim is legal and never good (RULES.md §9.5).
  offers: (move, view) => move !== "claim" || facts(view.facts).points[view.seat]! >= 66,
  onTable: () => false,
  badges(view, seat) {
    const words = own(WORDS);
    const now = facts(view.facts);
    return [
      { text: fill(words.points, { p: now.points[seat] ?? 0 }), tone: "plain" as const },
      ...(now.pending[seat] ? [{ text: fill(words.pending, { p: now.pending[seat] }), tone: "loud" as const }] : []),
    ];
  },
  count: (given, seat) => facts(given).counts[seat]!,
  turn: (given) => (facts(given).phase === "over" ? [] : [facts(given).turn]),
  sheet(over, name) {
    const words = own(WORDS);
    const end = facts(over.facts);
    const rows = [0, 1].map((seat) => ({ what: words.cardPoints, worth: String(end.points[seat]), side: name(seat) }));
    return end.closed_by === null
      ? rows
      : [...rows, { what: fill(words.closedBy, { name: name(end.closed_by) }), worth: "" }];
  },
  asks(view) {
    const words = own(WORDS);
    if (view.moves.includes("decline")) return words.askClaim;
    return facts(view.facts).table ? words.askFollow : words.askLead;
  },
  headline: (given) => `${own(WORDS).trump}: ${suitName(facts(given).trump)}`,
};
