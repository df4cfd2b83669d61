// Made by tools/protocol_types.py from games/six_nimmt/python/facts.py; do not edit.

/** The keys of ``View.facts``. */
export interface Facts {
  seat: number;
  phase: "choose" | "row" | "over";
  hand: number[];
  /** whether this seat owes a decision */
  asked: boolean;
  /** the match before this deal, per side */
  scores: number[];
  /** cards in every hand */
  count: number;
  /** the four rows from the top */
  table: number[][];
  /** cards chosen this turn, as far as this seat may see them */
  chosen: Record<string, number>;
  penalties: number[];
  taken: number[];
  unseen: number;
}

/** What every game has, as what this one has. */
export const factsOf = (given: unknown): Facts => given as Facts;
