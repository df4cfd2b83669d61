// Made by tools/protocol_types.py from games/doppelkopf/python/facts.py; do not edit.

/** The keys of ``View.facts``. */
export interface Facts {
  seat: number;
  phase: "reservation" | "play" | "over";
  hand: string[];
  /** whether this seat owes a decision */
  asked: boolean;
  /** the match before this deal, per side */
  scores: number[];
  game: Game | null;
  counts: number[];
  /** the current trick: seat and card */
  table: [number, string][];
  /** its cards in order, and who took it */
  last_trick: [string, number] | null;
  turn: number;
  said: (string | null)[];
  /** re, kontra, or not known to this seat */
  parties: (string | null)[];
  announced: Record<string, string>;
  points: number[];
  tricks: number[];
  /** all cards each seat has played */
  played: string[];
  /** cards each seat cannot hold */
  lacks: string[];
  both: unknown[];
  deal: number;
  dealer: number;
  compulsory_open: boolean[];
}

/** Which game is played. */
export interface Game {
  /** normal, marriage or solo:clubs … */
  type: string;
  declarer: number | null;
  compulsory: boolean;
}

/** What every game has, as what this one has. */
export const factsOf = (given: unknown): Facts => given as Facts;
