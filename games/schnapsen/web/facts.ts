// Made by tools/protocol_types.py from games/schnapsen/python/facts.py; do not edit.

/** How a deal has ended, and why it is worth what it is. */
export interface Ending {
  how: "claim" | "wrong-claim" | "reached" | "closer-failed" | "last-trick";
  winner: number;
  worth: number;
  /** which paragraph of the score (RULES.md §9 to §11) says so */
  rule: "no-trick" | "few-points" | "enough-points" | "last-trick" | "wrong-claim" | "closer";
  /** of the loser; if the talon was closed, of the one who did not close it, then */
  counted_points: number;
  counted_tricks: number;
  at_closing: boolean;
  /** who had 66 and lost all the same: it was not claimed */
  missed: number[];
}

/** What lies on top of the table, and whose it is. */
export interface Laid {
  owner: number;
  play: string;
}

/** The match after a deal, between two sides. */
export interface SideMatch {
  totals: number[];
  over: boolean;
  /** the first seat of the side */
  winner: number | "draw" | null;
}

/** What an onlooker who sees every card can say of a Schnapsen deal. */
export interface StateFacts {
  /** the seats that owe a decision, or chance */
  to_act: (number | string)[];
  /** the game's own word; over: the deal has ended */
  phase: "play" | "over";
  hands: Record<string, string>;
  /** moves that are said beside the play */
  call_moves: string[];
  /** what the deal is worth, per side; none before it ends */
  scores: number[] | null;
  /** none before the deal ends */
  match: SideMatch | null;
  trump: string;
  talon_size: number;
  face_up: string | null;
  closed_by: number | null;
  points: number[];
  /** marriage points not yet counted */
  pending: number[];
  tricks: number[];
  /** of the last complete trick */
  trick_winner: number | null;
  trick_points: number | null;
  /** none before the deal ends */
  ending: Ending | null;
}

/** What a seat knows of a Schnapsen deal. */
export interface ViewFacts {
  seat: number;
  /** the game's own word; over: the deal has ended */
  phase: "play" | "over";
  hand: string[];
  /** whether this seat owes a decision */
  asked: boolean;
  /** the match before this deal, per side */
  scores: number[];
  /** cards in each hand */
  counts: number[];
  trump: string;
  talon_size: number;
  face_up: string | null;
  closed_by: number | null;
  points: number[];
  /** marriage points not yet counted */
  pending: number[];
  tricks: number[];
  /** of the last complete trick */
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

/** Why a move is refused. */
export type Rule = "chance" | "claim-time" | "close-talon" | "closed" | "exchange-first" | "exchange-talon" | "follow" | "leader" | "marriage" | "marriage-card" | "marriage-king" | "no-claims" | "no-closing" | "no-jack" | "not-asked" | "not-held" | "nothing" | "over" | "turn";

/** The facts of a view, and those of a deal that is over, as what this game has. */
export const factsOf = (given: unknown): ViewFacts => given as ViewFacts;
export const endOf = (given: unknown): StateFacts => given as StateFacts;
