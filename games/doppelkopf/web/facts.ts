// Made by tools/protocol_types.py from games/doppelkopf/python/facts.py; do not edit.

/** How far each party has gone. */
export interface Announced {
  re: string;
  kontra: string;
}

/** Which game is played. */
export interface Game {
  /** normal, marriage or solo:clubs … */
  type: string;
  declarer: number | null;
  compulsory: boolean;
}

/** A line of the score sheet. */
export interface ScoreLine {
  what: "won" | "below 90" | "below 60" | "below 30" | "no trick" | "120 against no 90" | "90 against no 60" | "60 against no 30" | "30 against schwarz" | "Re called" | "Re said no 90" | "Re said no 60" | "Re said no 30" | "Re said schwarz" | "Kontra called" | "Kontra said no 90" | "Kontra said no 60" | "Kontra said no 30" | "Kontra said schwarz" | "against the elders" | "fox" | "Doppelkopf" | "Charlie" | "special";
  party: "re" | "kontra";
  worth: number;
}

/** The match after a deal, every seat for itself. */
export interface SeatMatch {
  totals: number[];
  over: boolean;
  winners: number[] | null;
}

/** What a party has made of what it needed. */
export interface Side {
  points: number;
  /** card points, after all announcements; none where tricks alone count */
  needed: number | null;
}

/** Both parties. */
export interface Sides {
  re: Side;
  kontra: Side;
}

/** What an onlooker who sees every card can say of a Doppelkopf deal. */
export interface StateFacts {
  /** the seats that owe a decision, or chance */
  to_act: (number | string)[];
  /** the game's own word; over: the deal has ended */
  phase: "reservation" | "play" | "over";
  hands: Record<string, string>;
  /** moves that are said beside the play */
  call_moves: string[];
  /** what the deal is worth, per side; none before it ends */
  scores: number[] | null;
  /** none before the deal ends */
  match: SeatMatch | null;
  game: Game | null;
  /** of the last complete trick */
  trick_winner: number | null;
  trick_points: number | null;
  /** the seats of the party; none while that is open */
  re: number[] | null;
  /** whether Re plays alone and nobody has been told */
  silent: boolean;
  /** the trick that found the partner of a marriage */
  clarified: number | null;
  announced: Announced;
  compulsory_open: boolean[];
  points: number[];
  tricks: number[];
  game_winner: "re" | "kontra" | null;
  score_sheet: ScoreLine[] | null;
  /** none before the deal ends */
  sides: Sides | null;
}

/** What a seat knows of a Doppelkopf deal. */
export interface ViewFacts {
  seat: number;
  /** the game's own word; over: the deal has ended */
  phase: "reservation" | "play" | "over";
  hand: string[];
  /** whether this seat owes a decision */
  asked: boolean;
  /** the match before this deal, per side */
  scores: number[];
  game: Game | null;
  /** cards in each hand */
  counts: number[];
  /** the current trick: seat and card */
  table: [number, string][];
  /** its cards in order, and who took it */
  last_trick: [string, number] | null;
  turn: number;
  said: ("gesund" | "vorbehalt" | null)[];
  /** re, kontra, or not known to this seat */
  parties: ("re" | "kontra" | null)[];
  announced: Announced;
  points: number[];
  tricks: number[];
  /** all cards each seat has played */
  played: string[];
  /** cards each seat cannot hold */
  lacks: string[];
  /** seats known to have been dealt both club queens */
  both: number[];
  deal: number;
  dealer: number;
  compulsory_open: boolean[];
}

/** Why a move is refused. */
export type Rule = "announced" | "asked" | "chance" | "compulsory" | "fixed" | "follow" | "follow-trump" | "is-kontra" | "is-re" | "marriage" | "name-it" | "name-later" | "no-announcements" | "not-asked" | "not-clarified" | "not-fixed" | "not-held" | "nothing" | "over" | "reservations-first" | "too-late" | "turn" | "turn-speak";

/** The facts of a view, and those of a deal that is over, as what this game has. */
export const factsOf = (given: unknown): ViewFacts => given as ViewFacts;
export const endOf = (given: unknown): StateFacts => given as StateFacts;
