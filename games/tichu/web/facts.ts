// Made by tools/protocol_types.py from games/tichu/python/facts.py; do not edit.

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

/** The facts of a view, and those of a deal that is over, as what this game has. */
export const factsOf = (given: unknown): ViewFacts => given as ViewFacts;
export const endOf = (given: unknown): StateFacts => given as StateFacts;
