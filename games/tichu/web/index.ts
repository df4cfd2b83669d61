// Tichu at the table in the browser.
import { interrupts, refusal, type GameLook, type SheetRow } from "$table/look";
import type { DealOver, MoveInfo } from "$table/protocol";
import { fill, listed, number, own, signed } from "$table/words";
import { rankLetter } from "$table/cards/french";
import Card from "./Card.svelte";
import { endOf, factsOf } from "./facts";
import { INKS, SIGNS } from "./suits";
import { teaching } from "./learn";
import Table from "./Table.svelte";
import { WORDS } from "./words";

const RANKS = "23456789TJQKA";
const SUITS = "jspr";
const SPECIALS = ["Do", "Ma", "Ph", "Dr"];
const PLACES: Record<string, number> = { Do: -2, Ma: -1, Ph: 98, Dr: 99 };

const rank = (card: string) => PLACES[card] ?? RANKS.indexOf(card[0]!);

// What only the notation says (RULES.md): what the Phoenix stands for, what is wished, who gets the Dragon's trick.
const reading = (move: MoveInfo) => /Ph=(\w)/.exec(move.text)?.[1];
export const wished = (move: MoveInfo) => /^wish:([^-])/.exec(move.text)?.[1];
export const receiver = (move: MoveInfo) => move.to[0]!;
const BOMBS = ["bomb4", "bombstraight"];

function cardName(card: string): string {
  const words = own(WORDS);
  return words.specials[card] ?? words.card(words.ranks[card[0]!] ?? card[0]!, words.suits[card[1]!]!);
}

const isBomb = (move: MoveInfo) => BOMBS.includes(move.combination ?? "");

function sheet(over: DealOver, name: (seat: number) => string): SheetRow[] {
  const words = own(WORDS);
  return (endOf(over.facts).score_sheet ?? [])
    .filter((line) => line.worth || line.what === "tichu" || line.what === "grand")
    .map((line) => ({
      side: `${name(line.team)} · ${name(line.team + 2)}`,
      what: fill(words.lines[line.what], { name: line.seat === null ? "" : name(line.seat) }),
      worth: signed(line.worth, 0),
    }));
}

function outcome(over: DealOver, name: (seat: number) => string): string[] {
  const words = own(WORDS);
  const end = endOf(over.facts);
  const [ours, theirs] = [over.returns[0]!, over.returns[1]!];
  const team = ours >= theirs ? 0 : 1;
  const names = listed([name(team), name(team + 2)]);
  const points = { names, a: number(Math.max(ours, theirs), 0), b: number(Math.min(ours, theirs), 0) };
  const failed = Object.entries(end.calls_made).filter(([seat]) => end.out[0] !== Number(seat));
  return [
    ours === theirs ? fill(words.drawn, points) : fill(end.out.length === 2 ? words.wonDouble : words.won, points),
    ...failed.map(([seat, call]) =>
      fill(words.failed, { name: name(Number(seat)), call: words.calls[call]!, first: name(end.out[0]!) }),
    ),
  ];
}

export const look: GameLook = {
  name: "tichu",
  order: 1,
  Card,
  Table,
  tagline: () => own(WORDS).tagline,
  emblem: ["Ma", "Ph", "Dr", "Ar"],
  deck: ["Ma", "Do", "Ph", "Dr", ...[...RANKS].flatMap((r) => [...SUITS].map((s) => r + s))],
  left: false,
  seating: "around",
  single: false,
  sort: (hand) =>
    [...hand].sort((one, other) => rank(one) - rank(other) || SUITS.indexOf(one[1]!) - SUITS.indexOf(other[1]!)),
  card: cardName,
  chip(card) {
    const [first, suit] = [card[0]!, card[1]!];
    if (SPECIALS.includes(card)) return { text: own(WORDS).specials[card]!, ink: "#ffe2a0", ground: "#4a2468" };
    const ink = INKS[suit];
    return { text: rankLetter(first), sign: SIGNS[suit]!, ...(ink ? { ink } : {}) };
  },
  told(move, name) {
    const words = own(WORDS);
    const say = (before: string) => ({ cards: [], before });
    switch (move.kind) {
      case "play": {
        const rank = reading(move);
        const after = rank && words.reading.replace("{rank}", words.ranks[rank] ?? rank);
        return { cards: move.cards, ...(after ? { after } : {}) };
      }
      case "wish": {
        const rank = wished(move);
        return say(rank ? words.wishes.replace("{rank}", words.ranks[rank] ?? rank) : words.noWish);
      }
      case "gift":
        return say(words.dragonTo.replace("{name}", name(receiver(move))));
      case "exchange": {
        // From left to right as the places lie on the screen, which is against the order of play.
        const notes = move.to.map((seat) => words.gaveTo.replace("{name}", name(seat)));
        return { cards: move.cards.toReversed(), notes: notes.toReversed(), before: words.gives };
      }
      default:
        return say(words.moves[move.text] ?? words.calls[move.text] ?? move.text);
    }
  },
  button(move, name) {
    const words = own(WORDS);
    if (move.kind === "gift") return words.gaveTo.replace("{name}", name(receiver(move)));
    if (move.kind === "wish") return words.ranks[wished(move) ?? ""] ?? words.nothing;
    if (isBomb(move)) return fill(words.bomb, { cards: move.cards.map((card) => words.short(card)).join(" ") });
    const rank = reading(move);
    if (rank) return words.playAs.replace("{rank}", words.ranks[rank] ?? rank);
    return words.buttons[move.text] ?? words.calls[move.text] ?? words.play;
  },
  kind(move) {
    if (move.kind === "pass" || move.kind === "decline") return "quiet";
    if (move.kind === "bid") return move.text === "grand" ? "call" : "quiet";
    if (isBomb(move)) return "call";
    return move.kind === "call" ? "call" : "plain";
  },
  grave: (move) => {
    if (move.kind === "bid" && move.text === "grand") return own(WORDS).graveGrand;
    return null;
  },
  refusal: (rule, about) => refusal(look, own(WORDS).rules, rule, about),
  unit: () => own(WORDS).unit,
  preset: (name) => own(WORDS).presets[name],
  strength: (level) => own(WORDS).levels[level],
  onTable: (move) => move.kind === "wish" || move.kind === "gift",
  badges(view, seat) {
    const words = own(WORDS);
    const now = factsOf(view.facts);
    const call = now.calls_made[seat];
    const out = now.out.indexOf(seat);
    return [
      ...(call ? [{ text: words.calls[call]!, tone: "loud" as const }] : []),
      ...(out >= 0 ? [{ text: words.out[out]!, tone: "plain" as const }] : []),
      ...(now.pile_points[seat]
        ? [{ text: `${number(now.pile_points[seat], 0)} ${words.points}`, tone: "plain" as const }]
        : []),
    ];
  },
  count: (given, seat) => factsOf(given).counts[seat]!,
  turn(given) {
    const now = factsOf(given);
    if (now.phase === "over") return [];
    if (now.phase === "grand" || now.phase === "exchange")
      return now.asked ? [now.seat] : [0, 1, 2, 3].filter((seat) => seat !== now.seat);
    if (now.phase === "wish" || now.phase === "dragon") return [now.table!.owner];
    return [now.turn];
  },
  sheet,
  outcome,
  asks(view) {
    const words = own(WORDS);
    const now = factsOf(view.facts);
    if (view.give) return words.askGive;
    if (now.phase === "grand") return words.askGrand;
    if (now.phase === "wish") return words.askWish;
    if (now.phase === "dragon") return words.askDragon;
    if (interrupts(view)) return words.askBomb;
    return view.moves.some((move) => move.kind === "pass") ? words.askFollow : words.askLead;
  },
  headline: (given) => {
    const wish = factsOf(given).wish;
    return wish ? `${own(WORDS).wish}: ${own(WORDS).ranks[wish] ?? wish}` : "";
  },
  teaching,
};
