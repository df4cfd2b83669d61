// What the table must know of a game to show it. Each game's folder brings its own; nothing else here names a game.
import type { Component } from "svelte";
import type { DealOver, ViewFacts, MoveInfo, Played, SeatView } from "./protocol";
import type { Teaching } from "./teaching";

/** A move in words, or as cards with words around them. */
export interface Told {
  cards: string[];
  /** beside each card, such as who gets it */
  notes?: string[];
  before?: string;
  after?: string;
}

export type Kind = "main" | "plain" | "quiet" | "call" | "minor";

export interface Chip {
  text: string;
  sign?: string;
  /** colour of the text and of the sign; where left out, dark */
  ink?: string;
  /** colour of the tile; where left out, paper */
  ground?: string;
}

export interface Badge {
  text: string;
  tone: "loud" | "plain" | "gold" | "blue";
}

export interface SheetRow {
  what: string;
  worth: string;
  side?: string;
}

/** What the middle of the table is given. */
export interface Scene {
  view: SeatView;
  /** the seat at the lower edge */
  bottom: number;
  seats: number;
  partners: number[][];
  over: DealOver | null;
  name: (seat: number) => string;
  /** the deal is only looked at: there is nothing to confirm */
  still?: boolean;
  /** whether the person may act */
  active: boolean;
  act: (move: string) => void;
  /** the cards picked up so far, in order */
  picked: string[];
  unpick: (card: string) => void;
}

export interface GameLook {
  name: string;
  /** the order of the games in the lobby */
  order: number;
  Card: Component<{ card: string; label: string }>;
  /** everything between the seats */
  Table: Component<{ scene: Scene }>;
  /** a line about the game, for the lobby */
  tagline: () => string;
  /** four cards that stand for the game */
  emblem: string[];
  deck: string[];
  /** whether the next seat sits to the left of a player, as seen on the screen */
  left: boolean;
  /** places around the table, or a strip above it */
  seating: "around" | "strip";
  /** whether a move is one card, so that a second click plays it */
  single: boolean;
  /** the hand in order, by what a seat knows or by how the deal has ended */
  sort: (hand: string[], facts: ViewFacts | DealOver["facts"]) => string[];
  /** the card in words, for those who listen */
  card: (card: string) => string;
  /** the card as a small tile within text: what is written, a sign, its colour */
  chip: (card: string) => Chip;
  told: (move: MoveInfo, name: (seat: number) => string) => Told;
  /** what is written on the button of a move */
  button: (move: MoveInfo, name: (seat: number) => string) => string;
  /** the kind of a button: a matter of course, saying no, a call, a call for the bold */
  kind: (move: MoveInfo) => Kind;
  /** what to ask before a move that cannot be taken back and often costs much; none: nothing is asked */
  grave?: (move: MoveInfo, view: SeatView) => string | null;
  /** whether a legal move is worth a button; where left out, all are */
  offers?: (move: MoveInfo, view: SeatView) => boolean;
  /** moves that the middle of the table offers itself */
  onTable: (move: MoveInfo) => boolean;
  /** small notes below the name of a seat */
  badges: (view: SeatView, seat: number) => Badge[];
  /** the number of cards in a hand */
  count: (facts: ViewFacts, seat: number) => number;
  /** the seats that owe a decision, as far as this seat knows */
  turn: (facts: ViewFacts) => number[];
  /** who has won a finished deal, by which rule, and what was missed: a sentence each */
  outcome?: (over: DealOver, name: (seat: number) => string, mine: number | null) => string[];
  /** a rule that forbids a move, in the words of the game */
  refusal?: (rule: string, about: string | null) => string | undefined;
  /** a side of which the cards decide who is on it */
  side?: (side: string) => string | undefined;
  /** what values of moves are counted in */
  unit?: () => string;
  /** a rule set by its name, and a level in a sentence; where left out, as the server calls it */
  preset?: (name: string) => string | undefined;
  strength?: (level: string) => string | undefined;
  /** how a finished deal was counted */
  sheet: (over: DealOver, name: (seat: number) => string) => SheetRow[];
  /** a line about what is asked now */
  asks: (view: SeatView) => string;
  /** short text in the head of the table, such as the trump */
  headline: (facts: ViewFacts) => string;
  /** for those who learn the game */
  teaching?: Teaching;
}

/** A rule by its word, in the words of a game; what it is about is a card or a number. */
export function refusal(
  look: GameLook,
  rules: Record<string, string>,
  rule: string,
  about: string | null,
): string | undefined {
  return rules[rule]?.replace("{about}", about && look.deck.includes(about) ? look.card(about) : (about ?? ""));
}

/** The cards of the hand that a move plays. */
export function laid(move: MoveInfo): string[] {
  return move.kind === "play" ? move.cards : [];
}

/** Whether a seat is asked for an interrupt, which it may decline. */
export function interrupts(view: SeatView): boolean {
  return view.moves.some((move) => move.kind === "decline");
}

/** The words of a move, cards included: for logs and for listeners. */
export function say(look: GameLook, move: MoveInfo, name: (seat: number) => string): string {
  const told = look.told(move, name);
  const cards = told.cards.map((card, index) => [look.card(card), told.notes?.[index]].filter(Boolean).join(" "));
  return [told.before, cards.join(", "), told.after].filter(Boolean).join(" ");
}

/** The last trick or turn in which cards were laid, and only those moves of it. */
export function laidLast(view: SeatView): Played[] {
  const lays = (played: Played) => laid(played.move).length > 0;
  return view.tricks.findLast((trick) => trick.some(lays))?.filter(lays) ?? [];
}

/** Where a seat sits, seen from the seat at the lower edge: 0 below, then in the order of play. */
export function place(seat: number, bottom: number, seats: number): number {
  return (seat - bottom + seats) % seats;
}

/** The side of the table at which a seat sits, seen from the one at the lower edge. */
export type Side = "below" | "left" | "above" | "right";
export function side(look: GameLook, seat: number, scene: Pick<Scene, "bottom" | "seats">): Side {
  const at = place(seat, scene.bottom, scene.seats);
  if (scene.seats === 2) return at === 0 ? "below" : "above";
  return (look.left ? (["below", "left", "above", "right"] as const) : (["below", "right", "above", "left"] as const))[at]!;
}

/** One number per side: partners share theirs. */
export function perSide<T>(perSeat: T[], partners: number[][]): T[] {
  return partners.length ? partners.map((side) => perSeat[side[0]!]!) : perSeat;
}
