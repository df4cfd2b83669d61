// Made by tools/protocol_types.py from games/tichu/python/facts.py; do not edit.

/** What lies on top of the table, and whose it is. */
export interface Laid {
  owner: number;
  play: string;
}

/** A line of the score sheet. */
export interface ScoreLine {
  /** the first two out are partners; own tricks; tricks of the last, to the first out; his hand, to his opponents */
  what: "double" | "tricks" | "last-tricks" | "last-hand" | "tichu" | "grand";
  team: number;
  /** the caller, or the last */
  seat: number | null;
  worth: number;
}

/** The match after a deal, between two sides. */
export interface SideMatch {
  totals: number[];
  over: boolean;
  /** the first seat of the side */
  winner: number | "draw" | null;
}

/** What an onlooker who sees every card can say of a Tichu deal. */
export interface StateFacts {
  /** the seats that owe a decision, or chance */
  to_act: (number | string)[];
  /** the game's own word; over: the deal has ended */
  phase: "grand" | "exchange" | "play" | "wish" | "dragon" | "over";
  hands: Record<string, string>;
  /** moves that are said beside the play */
  call_moves: string[];
  /** what the deal is worth, per side; none before it ends */
  scores: number[] | null;
  /** none before the deal ends */
  match: SideMatch | null;
  /** of the trick that lies complete on the table, or else of the last one */
  trick_winner: number | null;
  trick_points: number | null;
  wish: string | null;
  /** who has finished, in order */
  out: number[];
  pile_points: number[];
  calls_made: Record<string, string>;
  /** none before the deal ends */
  score_sheet: ScoreLine[] | null;
}

/** What a seat knows of a Tichu deal. */
export interface ViewFacts {
  seat: number;
  /** the game's own word; over: the deal has ended */
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

/** Why a move is refused. */
export type Rule = "called" | "chance" | "dragon-first" | "dragon-opponent" | "exchange-first" | "grand-first" | "must-lead" | "no-bomb" | "no-calls" | "no-combination" | "no-dragon" | "no-exchange" | "no-pass" | "no-wish" | "not-asked" | "not-held" | "over" | "own-cards" | "three-gifts" | "tichu-late" | "too-low" | "turn" | "twice" | "wish" | "wish-first";

/** The facts of a view, and those of a deal that is over, as what this game has. */
export const factsOf = (given: unknown): ViewFacts => given as ViewFacts;
export const endOf = (given: unknown): StateFacts => given as StateFacts;
