// Schnapsen at the table in the browser.
import Either from "$table/cards/Either.svelte";
import { cardName, chip, deck, suitName } from "$table/cards/either";
import { interrupts, refusal, type GameLook } from "$table/look";
import type { DealOver, MoveInfo } from "$table/protocol";
import { settings } from "$table/settings.svelte";
import { fill, number, own, t } from "$table/words";
import { endOf, factsOf } from "./facts";
import { teaching } from "./learn";
import Table from "./Table.svelte";
import { WORDS } from "./words";

const isMarriage = (move: MoveInfo) => move.combination === "marriage";
/** A sentence with the cards called as they look. */
const called = (text: string) => fill(text, settings.germanSuits ? own(WORDS).german : own(WORDS).french);
const suit = (move: MoveInfo) => suitName(move.cards[0]![0]!);

function outcome(over: DealOver, name: (seat: number) => string, mine: number | null): string[] {
  const words = own(WORDS);
  const end = endOf(over.facts);
  const ending = end.ending;
  if (!ending) return [];
  const loser = 1 - ending.winner;
  const values = {
    name: name(ending.winner),
    other: name(loser),
    p: end.points[ending.winner]!,
    q: end.points[loser]!,
    n: number(ending.worth, 0),
    c: ending.counted_points,
  };
  const worth = ending.worth === 1 ? words.point : words.gamePoints;
  return [
    `${fill(words.how[ending.how], values)} ${fill(worth, values)}`,
    fill(ending.at_closing && ending.rule !== "closer" ? words.atClosing[ending.rule] : words.why[ending.rule], values),
    ...ending.missed.map((seat) =>
      fill(seat === mine ? words.missedYou : words.missed, { name: name(seat), p: end.points[seat]! }),
    ),
  ];
}

export const look: GameLook = {
  name: "schnapsen",
  order: 3,
  Card: Either,
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
    if (move.kind !== "play") return { cards: [], before: called(words.moves[move.text] ?? move.text) };
    return { cards: move.cards, ...(isMarriage(move) ? { before: fill(words.marriage, { suit: suit(move) }) } : {}) };
  },
  button(move) {
    const words = own(WORDS);
    if (isMarriage(move)) return fill(words.marriageButton, { suit: suit(move) });
    return move.kind === "play" ? t("play") : called(words.buttons[move.text] ?? move.text);
  },
  kind: (move) =>
    move.kind === "claim" || isMarriage(move) ? "call" : move.kind === "decline" ? "quiet" : "plain",
  grave: (move) => (move.kind === "close" ? own(WORDS).graveClose : null),
  refusal: (rule, about) => called(refusal(look, own(WORDS).rules, rule, about) ?? "") || undefined,
  unit: () => own(WORDS).unit,
  preset: (name) => own(WORDS).presets[name],
  strength: (level) => own(WORDS).levels[level],
  outcome,
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
  teaching,
};
