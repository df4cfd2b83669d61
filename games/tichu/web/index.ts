// Tichu at the table in the browser.
import { TICHU } from "$table/cards/suits";
import type { GameLook, SheetRow } from "$table/look";
import type { TichuFacts } from "$table/protocol";
import { own } from "$table/words";
import Card from "./Card.svelte";
import Table from "./Table.svelte";
import { WORDS } from "./words";

const RANKS = "23456789TJQKA";
const SUITS = "jspr";
const SPECIALS = ["Do", "Ma", "Ph", "Dr"];
const PLACES: Record<string, number> = { Do: -2, Ma: -1, Ph: 98, Dr: 99 };

const facts = (given: unknown) => given as TichuFacts;
const rank = (card: string) => PLACES[card] ?? RANKS.indexOf(card[0]!);
const isCard = (text: string) => /^([2-9TJQKA][jspr]|Ma|Do|Ph|Dr)$/.test(text);

function cards(move: string): string[] {
  const found = move.split(" ").map((word) => word.split("=")[0]!);
  return found.every(isCard) ? found : [];
}

function cardName(card: string): string {
  const words = own(WORDS);
  return words.specials[card] ?? words.card(words.ranks[card[0]!] ?? card[0]!, words.suits[card[1]!]!);
}

function sheet(over: Parameters<GameLook["sheet"]>[0], name: (seat: number) => string): SheetRow[] {
  const words = own(WORDS);
  const end = over.facts as unknown as { out: number[]; calls_made: Record<string, string> };
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
  cards,
  sort: (hand) =>
    [...hand].sort((one, other) => rank(one) - rank(other) || SUITS.indexOf(one[1]!) - SUITS.indexOf(other[1]!)),
  card: cardName,
  chip(card) {
    const [first, suit] = [card[0]!, card[1]!];
    if (SPECIALS.includes(card)) return { text: own(WORDS).specials[card]!, tone: "special" };
    return { text: first === "T" ? "10" : first, sign: TICHU[suit]!, tone: `tichu-${suit}` };
  },
  told(move, name) {
    const words = own(WORDS);
    const played = cards(move);
    if (played.length) {
      const reading = /Ph=(\w)/.exec(move)?.[1];
      return {
        cards: played,
        ...(reading ? { after: words.reading.replace("{rank}", words.ranks[reading] ?? reading) } : {}),
      };
    }
    if (move.startsWith("wish:")) {
      const wished = move.slice(5);
      return {
        cards: [],
        before: wished === "-" ? words.noWish : words.wishes.replace("{rank}", words.ranks[wished] ?? wished),
      };
    }
    if (move.startsWith("dragon>"))
      return { cards: [], before: words.dragonTo.replace("{name}", name(Number(move.slice(7)))) };
    if (move.startsWith("give ")) {
      return {
        cards: move
          .slice(5)
          .split(" ")
          .map((gift) => gift.split(">")[0]!),
        before: words.gives,
      };
    }
    return { cards: [], before: words.moves[move] ?? words.calls[move] ?? move };
  },
  button(move, name) {
    const words = own(WORDS);
    if (move.startsWith("dragon>")) return words.gaveTo.replace("{name}", name(Number(move.slice(7))));
    if (move.startsWith("wish:"))
      return move === "wish:-" ? words.nothing : (words.ranks[move.slice(5)] ?? move.slice(5));
    const reading = /Ph=(\w)/.exec(move)?.[1];
    if (reading) return words.playAs.replace("{rank}", words.ranks[reading] ?? reading);
    return words.buttons[move] ?? words.calls[move] ?? words.play;
  },
  kind: (move) =>
    ["pass", "decline", "no-grand"].includes(move) ? "quiet" : ["tichu", "grand"].includes(move) ? "call" : "plain",
  onTable: (move) => move.startsWith("wish:") || move.startsWith("dragon>"),
  badges(view, seat) {
    const words = own(WORDS);
    const now = facts(view.facts);
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
  count: (given, seat) => facts(given).counts[seat]!,
  turn(given) {
    const now = facts(given);
    if (now.phase === "over") return [];
    if (now.phase === "grand" || now.phase === "exchange")
      return now.asked ? [now.seat] : [0, 1, 2, 3].filter((seat) => seat !== now.seat);
    if (now.phase === "wish" || now.phase === "dragon") return [now.table!.owner];
    return [now.turn];
  },
  sheet,
  asks(view) {
    const words = own(WORDS);
    const now = facts(view.facts);
    if (view.give) return words.askGive;
    if (now.phase === "grand") return words.askGrand;
    if (now.phase === "wish") return words.askWish;
    if (now.phase === "dragon") return words.askDragon;
    if (view.moves.includes("decline")) return words.askBomb;
    return view.moves.includes("pass") ? words.askFollow : words.askLead;
  },
  headline: (given) => {
    const wish = facts(given).wish;
    return wish ? `${own(WORDS).wish}: ${own(WORDS).ranks[wish] ?? wish}` : "";
  },
};
