// Made by tools/protocol_types.py from games/six_nimmt/python/facts.py; do not edit.

/** The match after a deal, every seat for itself. */
export interface SeatMatch {
  totals: number[];
  over: boolean;
  winners: number[] | null;
}

/** What an onlooker who sees every card can say of a hand of 6 nimmt!. */
export interface StateFacts {
  /** the seats that owe a decision, or chance */
  to_act: (number | string)[];
  /** the game's own word; over: the deal has ended */
  phase: "choose" | "row" | "over";
  hands: Record<string, number[]>;
  /** moves that are said beside the play */
  call_moves: string[];
  /** what the deal is worth, per side; none before it ends */
  scores: number[] | null;
  /** none before the deal ends */
  match: SeatMatch | null;
  /** the four rows from the top */
  rows: number[][];
  /** cards chosen this turn, by seat */
  chosen: Record<string, number>;
  penalties: number[];
}

/** What a seat knows of a hand of 6 nimmt!. */
export interface ViewFacts {
  seat: number;
  /** the game's own word; over: the deal has ended */
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

/** Why a move is refused. */
export type Rule = "chance" | "chosen" | "no-row" | "not-held" | "nothing" | "other-row" | "over" | "row-first";

/** The facts of a view, and those of a deal that is over, as what this game has. */
export const factsOf = (given: unknown): ViewFacts => given as ViewFacts;
export const endOf = (given: unknown): StateFacts => given as StateFacts;
