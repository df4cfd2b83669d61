// Made by tools/protocol_types.py from games/schnapsen/python/facts.py; do not edit.

/** The keys of ``View.facts``. */
export interface Facts {
  seat: number;
  phase: "play" | "over";
  hand: string[];
  /** whether this seat owes a decision */
  asked: boolean;
  /** the match before this deal, per side */
  scores: number[];
  counts: number[];
  trump: string;
  talon_size: number;
  face_up: string | null;
  closed_by: number | null;
  points: number[];
  /** marriage points not yet counted */
  pending: number[];
  tricks: number[];
  trick_winner: number | null;
  trick_points: number | null;
  table: Laid | null;
  turn: number;
  /** cards in the tricks of each seat */
  won: string[][];
  unseen: string[];
  /** cards known to be in the other hand */
  known: string[];
  /** cards known not to be there */
  excluded: string[];
  /** own cards the other seat knows of */
  known_to_other: string[];
}

/** What lies on top of the table, and whose it is. */
export interface Laid {
  owner: number;
  play: string;
}

/** What every game has, as what this one has. */
export const factsOf = (given: unknown): Facts => given as Facts;
