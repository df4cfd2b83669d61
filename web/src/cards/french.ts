// The names of French-suited cards.
import type { Chip } from "../look";
import { own } from "../words";
import { FRENCH } from "./suits";

const WORDS = {
  en: {
    suits: { C: "clubs", S: "spades", H: "hearts", D: "diamonds" } as Record<string, string>,
    ranks: { A: "ace", T: "ten", K: "king", Q: "queen", J: "jack", "9": "nine" } as Record<string, string>,
    letters: {} as Record<string, string>,
    card: (rank: string, suit: string) => `${rank} of ${suit}`,
  },
  de: {
    suits: { C: "Kreuz", S: "Pik", H: "Herz", D: "Karo" } as Record<string, string>,
    ranks: { A: "Ass", T: "Zehn", K: "König", Q: "Dame", J: "Bube", "9": "Neun" } as Record<string, string>,
    letters: { J: "B", Q: "D" } as Record<string, string>,
    card: (rank: string, suit: string) => `${suit}-${rank}`,
  },
};

export function cardName(card: string): string {
  const words = own(WORDS);
  return words.card(words.ranks[card[1]!] ?? "", words.suits[card[0]!] ?? "");
}

/** What stands on a card: 10 for T, and the letters of the language, B D K A in German. */
export function rankLetter(rank: string): string {
  return rank === "T" ? "10" : (own(WORDS).letters[rank] ?? rank);
}

export function suitName(suit: string): string {
  return own(WORDS).suits[suit] ?? "";
}

/** Every card with these ranks, suit by suit. */
export function deck(ranks: string): string[] {
  return [..."CSHD"].flatMap((suit) => [...ranks].map((rank) => suit + rank));
}

export function chip(card: string): Chip {
  return { text: rankLetter(card[1]!), sign: FRENCH[card[0]!]!, ink: `var(--suit-${card[0]!})` };
}
