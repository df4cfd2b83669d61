// Made by tools/protocol_types.py from games/tichu/python/facts.py; do not edit.

/** The keys of ``View.facts``. */
export interface Facts {
  seat: number;
  phase: "grand" | "exchange" | "play" | "wish" | "dragon" | "over";
  hand: string[];
  /** whether this seat owes a decision */
  asked: boolean;
  /** the match before this deal, per side */
  scores: number[];
  /** cards in each hand */
  counts: number[];
  /** what must be beaten */
  table: Laid | null;
  /** all cards of the current trick */
  trick: string;
  turn: number;
  wish: string | null;
  /** who has finished, in order */
  out: number[];
  calls_made: Record<string, string>;
  pile_points: number[];
  /** cards given to the next seat, the partner, the seat before */
  given: (string | null)[];
  /** cards received from the same seats */
  received: (string | null)[];
}

/** What lies on top of the table, and whose it is. */
export interface Laid {
  owner: number;
  play: string;
}

/** What every game has, as what this one has. */
export const factsOf = (given: unknown): Facts => given as Facts;
