// Tichu at the table in the browser.
import { interrupts, type GameLook, type SheetRow } from "$table/look";
import type { MoveInfo } from "$table/protocol";
import { own } from "$table/words";
import Card from "./Card.svelte";
import { endOf, factsOf } from "./facts";
import { INKS, SIGNS } from "./suits";
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
export const receiver = (move: MoveInfo) => Number(/\d+$/.exec(move.text)?.[0]);

function cardName(card: string): string {
  const words = own(WORDS);
  return words.specials[card] ?? words.card(words.ranks[card[0]!] ?? card[0]!, words.suits[card[1]!]!);
}

function sheet(over: Parameters<GameLook["sheet"]>[0], name: (seat: number) => string): SheetRow[] {
  const words = own(WORDS);
  const end = endOf(over.facts);
  const double = end.out.length >= 2 && (end.out[0]! + end.out[1]!) % 2 === 0 && end.out.length < 3;
  return [0, 1].flatMap((team) => {
    const side = `${name(team)} · ${name(team + 2)}`;
    let left = over.returns[team]!;
    const calls = Object.entries(end.calls_made)
      .filter(([seat]) => Number(seat) % 2 === team)
      .map(([seat, call]) => {
        const made = end.out[0] === Number(seat);
        const worth = (call === "grand" ? 200 : 100) * (made ? 1 : -1);
        left -= worth;
        return {
          what: `${words.calls[call]} (${name(Number(seat))})`,
          worth: worth > 0 ? `+${worth}` : `−${-worth}`,
          side,
        };
      });
    return [
      { what: double && left > 0 ? words.double : words.cardPoints, worth: String(left).replace("-", "−"), side },
      ...calls,
    ];
  });
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
    return { text: first === "T" ? "10" : first, sign: SIGNS[suit]!, ...(ink ? { ink } : {}) };
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
      case "exchange":
        return { cards: move.cards, before: words.gives };
      default:
        return say(words.moves[move.text] ?? words.calls[move.text] ?? move.text);
    }
  },
  button(move, name) {
    const words = own(WORDS);
    if (move.kind === "gift") return words.gaveTo.replace("{name}", name(receiver(move)));
    if (move.kind === "wish") return words.ranks[wished(move) ?? ""] ?? words.nothing;
    const rank = reading(move);
    if (rank) return words.playAs.replace("{rank}", words.ranks[rank] ?? rank);
    return words.buttons[move.text] ?? words.calls[move.text] ?? words.play;
  },
  kind(move) {
    if (move.kind === "pass" || move.kind === "decline") return "quiet";
    if (move.kind === "bid") return move.text === "grand" ? "call" : "quiet";
    return move.kind === "call" ? "call" : "plain";
  },
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
        ? [{ text: `${String(now.pile_points[seat]).replace("-", "−")} ${words.points}`, tone: "plain" as const }]
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
};
