// Made by tools/protocol_types.py from python/kibitz/server/protocol.py; do not edit.
export const VERSION = 2;
export const MAX_BYTES = 16384;

/** GET /api/about. */
export interface About {
  protocol: number;
  version: string;
  games: GameInfo[];
  /** whether others can reach this server: links for friends work */
  network: boolean;
  /** where they reach it, for links: `http://192.168.0.7:8400` */
  addresses: string[];
}

/** The message with this id was accepted. */
export interface Ack {
  type: "ack";
  id: string;
  /** after freeing a seat or sharing yours: the token for a friend's link */
  invite: string | null;
}

/** Agree that a seat which is ``opening`` opens before the deal is over. Its friend will see the cards there. */
export interface Agree {
  /** own number of the message; never used twice */
  id: string;
  type: "agree";
  seat: number;
}

/** Every legal move, the best first, those that were not tried last; of many hundred only some that were not. */
export interface Analysis {
  agent: string;
  seat: number;
  unit: string;
  iterations: number;
  worlds: number;
  best: MoveInfo;
  moves: MoveValue[];
}

/** Ask where the unseen cards are. */
export interface Belief {
  /** own number of the message; never used twice */
  id: string;
  type: "belief";
}

/** For every unseen card the probability of each holder; of cards that occur twice, the mean number held. */
export interface BeliefNow {
  type: "belief";
  ply: number;
  /** that were looked at; 0: all are counted without listing them */
  worlds: number;
  /** every world counts; else so many were drawn */
  exact: boolean;
  /** per seat; the rest up to 1 is the probability of no hand */
  cards: Record<string, number[]>;
  /** where the cards decide who plays together: for each side how likely each seat belongs to it */
  sides: Record<string, number[]> | null;
  /** the same before the last move of another seat */
  before: Record<string, number[]> | null;
  /** the same after it, if that seat plays like the agent `style`; compare with before */
  after: Record<string, number[]> | null;
  /** after minus before, 0 where not significant */
  changes: Record<string, number[]> | null;
  style: string | null;
  last: Played | null;
}

/** The last message: why the server hangs up. Only after `shutdown` is it worth trying again. */
export interface Closed {
  type: "closed";
  code: "no_table" | "left" | "given_away" | "new_player" | "too_many" | "refused" | "shutdown";
  reason: string;
}

/** GET /api/daily/GAME?table=TABLE: the deal of the day; the comparison comes when that table has finished it. */
export interface Daily {
  game: string;
  /** in UTC; everybody gets the same cards on the same day */
  day: string;
  rules: string;
  /** the level at all other seats */
  opponents: string;
  /** yours, when the deal is over */
  result: number | null;
  /** agents still play; ask again */
  running: boolean;
  agents: DailyAgents[];
  others: DailyOther[];
}

/** Results of a level at the seat of the day. */
export interface DailyAgents {
  level: string;
  results: number[];
}

/** Somebody who plays the deal of the day at this server. */
export interface DailyOther {
  name: string;
  /** none: still playing */
  result: number | null;
  you: boolean;
}

/** POST /api/daily/GAME: a table for the deal of the day. */
export interface DailyTry {
  name?: string;
}

/** When the deal is over: the next one, as soon as everybody who is here has asked for the same. */
export interface Deal {
  /** own number of the message; never used twice */
  id: string;
  type: "deal";
  /** again: the same cards; rotate: the same, you at another seat; seed: that deal begins a new match */
  how: "next" | "again" | "seed" | "rotate";
  seed?: number | null;
  /** rotate: your new seat (default: the next one) */
  seat?: number | null;
}

/** The deal has ended: from here on nothing is secret. */
export interface DealOver {
  type: "over";
  deal: number;
  returns: number[];
  /** id, for /api/records/ID and the review */
  record: string;
  /** the record itself */
  text: string;
  /** per seat the cards it was dealt */
  hands: Record<string, string[]>;
  /** of the end: scores, sheets, what was left */
  facts: StateFacts;
}

/** A card that decides between the best move and the one it is compared with. */
export interface Decider {
  card: string;
  /** -1: in no hand */
  holder: number;
  /** how often it is there */
  share: number;
  /** what the best move gains on the other where it is */
  gain_if: number;
  gain_else: number;
}

/** GET /api/games: what can be played. */
export interface GameInfo {
  name: string;
  title: string;
  /** how many may play */
  seats: number[];
  presets: Record<string, Record<string, unknown>>;
  levels: Level[];
  bots: Record<string, string>;
  /** what a deal is worth */
  unit: string;
}

/** Expected result per seat before a move. */
export interface GraphPoint {
  ply: number;
  /** given what the seat to move could know; for its side only */
  known: (number | null)[];
  /** with all cards open */
  open: number[];
  /** half width of the 95 % interval of `open` */
  error: number;
}

/** The first message: who you are. Without a token you watch, and where people play you see no hand meanwhile. */
export interface Hello {
  /** own number of the message; never used twice */
  id: string;
  type: "hello";
  v: number;
  /** of your seat, or of a seat whose player lets you look over the shoulder */
  token?: string | null;
  /** where agents alone play: the seat to look at */
  watch?: number | null;
}

/** Ask what to play: numbers come at once and get better until the next move, ``Stop`` or the budget. */
export interface Hint {
  /** own number of the message; never used twice */
  id: string;
  type: "hint";
  /** who is asked (default: the server's choice) */
  agent?: string | null;
  ms?: number;
}

/** How the hint stands. */
export interface HintNow {
  type: "hint";
  ply: number;
  running: boolean;
  analysis: Analysis;
  /** the move the deciding cards compare with */
  second: MoveInfo | null;
  deciders: Decider[];
  /** what the strongest player would do, where that is something else */
  opinion: Opinion | null;
}

/** Agree that everybody may ask for hints, or do not any more. Between people they are off until all have agreed. */
export interface Hints {
  /** own number of the message; never used twice */
  id: string;
  type: "hints";
  on: boolean;
}

/** POST /api/records: keep a record, to review or to share. */
export interface Import {
  text: string;
}

/** A decision in review. */
export interface Judged {
  /** number of the move in the record, from 0; the position of that number is before it */
  ply: number;
  seat: number;
  played: MoveInfo;
  best: MoveInfo;
  /** what the move gives away against the best one, given what the seat could know */
  loss: number;
  low: number | null;
  high: number | null;
  /** by what was lost at least; =: as good as the best; unclear: cannot be told apart, or not yet */
  verdict: "best" | "=" | "?!" | "?" | "??" | "unclear";
  /** false: a first look, which a later answer replaces */
  final: boolean;
  analysis: Analysis;
  /** the move the deciding cards compare with the best: the one played */
  second: MoveInfo | null;
  deciders: Decider[];
  open: OpenValue | null;
}

/** GET /api/ladder/GAME. */
export interface Ladder {
  game: string;
  rules: string | null;
  unit: string;
  lines: LadderLine[];
}

/** A rated agent. */
export interface LadderLine {
  agent: string;
  rating: number;
  low: number;
  high: number;
  deals: number;
}

/** How much an agent leaned to a move. */
export interface Lean {
  move: MoveInfo;
  /** of its tries, or the probability with which it plays it */
  share: number;
}

/** Get up; an agent fills in until you take the seat again. */
export interface Leave {
  /** own number of the message; never used twice */
  id: string;
  type: "leave";
}

/** A strength to choose. */
export interface Level {
  name: string;
  spec: string;
  help: string;
  rating: number | null;
  low: number | null;
  high: number | null;
}

/** What a move gives away against the best one, with its 95 % interval. */
export interface Loss {
  value: number;
  /** at least so much */
  low: number;
  high: number;
}

/** Make a move. ``ply`` is that of the view it answers, so that a late click cannot hit the wrong turn. */
export interface Move {
  /** own number of the message; never used twice */
  id: string;
  type: "move";
  ply: number;
  move: string;
}

/** A move: what is written to make it, and what it is. */
export interface MoveInfo {
  /** the notation, as `move` takes it */
  text: string;
  /** what it does; decline: says no to an open interrupt */
  kind: "play" | "pass" | "decline" | "call" | "bid" | "exchange" | "wish" | "gift" | "close" | "claim" | "take";
  /** the cards it lays or gives */
  cards: string[];
  /** what they are together, where the game has a word for it */
  combination: string | null;
  /** the seats that get something by it: a card each, or a trick */
  to: number[];
}

/** What is known of a move. */
export interface MoveValue {
  move: MoveInfo;
  /** in how many worlds it was tried; 0: not tried, and nothing is known of it */
  visits: number;
  /** in the unit of the analysis, for the seat that moves */
  mean: number | null;
  low: number | null;
  high: number | null;
  /** against the best move, in the worlds in which both were tried */
  loss: Loss | null;
  /** by that; unclear: cannot be told apart from the best, or not yet */
  verdict: "best" | "=" | "?!" | "?" | "??" | "unclear" | null;
  prior: number | null;
  /** how it may go on */
  line: Played[];
}

/** POST /api/tables. */
export interface NewTable {
  game: string;
  rules?: string | null;
  options?: Record<string, boolean | number | string | null>;
  seats: SeatChoice[];
  name?: string;
  seed?: number | null;
  match?: boolean;
  think_ms?: number | null;
  pace_ms?: number;
  window_ms?: number;
  /** how long a person may take */
  clock_ms?: number | null;
  /** show every hand and the agents' thoughts; only where agents alone play */
  open?: boolean;
}

/** The same decision with all cards open. */
export interface OpenValue {
  best: MoveInfo;
  loss: number;
  low: number | null;
  high: number | null;
}

/** The answer: the table, your seat and the tokens. Keep the tokens. */
export interface Opened {
  table: string;
  seat: number | null;
  /** your seat; or, for a table you only watch, your right to change it */
  token: string;
  /** open seat → the token for a friend's link */
  invites: Record<string, string>;
}

/** What the strongest player would play. */
export interface Opinion {
  agent: string;
  move: MoveInfo;
}

/** GET /api/records/ID/others: what agents make of the same deal, seat by seat. */
export interface Others {
  record: string;
  running: boolean;
  agent: string;
  unit: string;
  /** one list per game played, one number per seat */
  returns: number[][];
  actual: number[] | null;
}

/** GET /api/papers: a table of a paper, played again; cells are text. */
export interface Paper {
  name: string;
  title: string;
  game: string;
  rules: string | null;
  heads: string[];
  rows: string[][];
  agents: PaperAgent[];
}

/** A player of a paper who can be played against. */
export interface PaperAgent {
  /** as the paper calls it */
  name: string;
  agent: string;
}

/** Halt the agents or let them go on. */
export interface Pause {
  /** own number of the message; never used twice */
  id: string;
  type: "pause";
  on: boolean;
}

/** Asks for an ``ack``. */
export interface Ping {
  /** own number of the message; never used twice */
  id: string;
  type: "ping";
}

/** POST /api/records/ID/play: a table that plays on from a point of a record. */
export interface PlayOn {
  /** how many moves of the record stand */
  ply: number;
  /** then this one instead */
  move?: string | null;
  seat: number;
  agent?: string | null;
  name?: string;
}

/** A move that was made. */
export interface Played {
  /** -1: a chance event */
  seat: number;
  move: MoveInfo;
}

/** A point of a record with all cards open: before move number ``ply``, from 0. */
export interface Position {
  ply: number;
  /** who moved then; none at the end */
  seat: number | null;
  move: MoveInfo | null;
  /** per seat; without `tricks`, which the record has once */
  views: SeatView[];
}

/** What every refused request answers, with the HTTP status that fits. */
export interface Problem {
  code: "malformed" | "version" | "hello" | "too_big" | "too_fast" | "duplicate" | "token" | "not_yours" | "stale" | "not_asked" | "illegal" | "ambiguous" | "state" | "agent" | "disk";
  reason: string;
  word: "agreed" | "alone" | "ambiguous" | "deal-over" | "deal-runs" | "everybody" | "gone-on" | "hands-later" | "has-seat" | "hints-off" | "host-only" | "invitation" | "no-request" | "no-seat" | "no-table" | "no-undo" | "not-a-move" | "nothing-asked" | "own-seat" | "pause-first" | "paused" | "players-deal" | "players-only" | "seat-later" | "seat-open" | "seat-taken" | "seen" | "turn" | null;
}

/** What an answer is worth. */
export interface PuzzleAnswer {
  /** as it was understood */
  move: MoveInfo | null;
  solved: boolean;
  /** what the move gives away, where it was compared */
  loss: Loss | null;
  /** when it was found or asked for */
  solution: Solution | null;
}

/** GET /api/puzzles/GAME/ID: a position as its seat saw it. */
export interface PuzzleInfo {
  id: string;
  game: string;
  rules: string;
  partners: number[][];
  seats: number;
  view: SeatView;
  themes: string[];
  rating: number;
}

/** A puzzle of the list. */
export interface PuzzleLine {
  id: string;
  /** words of the game's own; the page says what they mean */
  themes: string[];
  rating: number;
}

/** POST /api/puzzles/GAME/ID: an answer. */
export interface PuzzleTry {
  /** none: show the solution */
  move?: string | null;
}

/** GET /api/puzzles/GAME. */
export interface Puzzles {
  game: string;
  puzzles: PuzzleLine[];
}

/** GET /api/records/ID. */
export interface RecordInfo {
  record: string;
  game: string;
  rules: string;
  seed: number | null;
  players: string[];
  partners: number[][];
  returns: number[] | null;
  text: string;
  /** all moves, a list per trick or phase */
  tricks: Played[][];
  positions: Position[];
}

/** The message with this id was refused, and nothing has changed. */
export interface Refused {
  type: "refused";
  id: string | null;
  code: "malformed" | "version" | "hello" | "too_big" | "too_fast" | "duplicate" | "token" | "not_yours" | "stale" | "not_asked" | "illegal" | "ambiguous" | "state" | "agent" | "disk";
  /** a sentence for people */
  reason: string;
  /** the same in one word, where the table refuses */
  word: "agreed" | "alone" | "ambiguous" | "deal-over" | "deal-runs" | "everybody" | "gone-on" | "hands-later" | "has-seat" | "hints-off" | "host-only" | "invitation" | "no-request" | "no-seat" | "no-table" | "no-undo" | "not-a-move" | "nothing-asked" | "own-seat" | "pause-first" | "paused" | "players-deal" | "players-only" | "seat-later" | "seat-open" | "seat-taken" | "seen" | "turn" | null;
  /** the rule in one word of the game (`Rule` in its facts), where that refuses */
  rule: string | null;
  /** what the rule is about: a card, a number */
  about: string | null;
}

/** GET /api/records/ID/review: how the review stands; ask again while it is running. First every decision is there with a first look, then one after the other with its judgement (`final`). */
export interface ReviewNow {
  record: string;
  agent: string;
  unit: string;
  running: boolean;
  /** decisions that are final */
  done: number;
  total: number;
  decisions: Judged[];
  seats: SeatSummary[];
  graph: GraphPoint[];
  /** complete when the review is */
  split: Split[];
}

/** Who shall sit at a seat. */
export interface SeatChoice {
  kind: "me" | "agent" | "open";
  /** a level or a specification (default: the level `casual`) */
  agent?: string | null;
}

/** Who sits where. */
export interface SeatInfo {
  seat: number;
  kind: "person" | "agent" | "open";
  name: string;
  /** specification of the agent that plays, or fills in */
  agent: string | null;
  level: string | null;
  /** agents always are */
  online: boolean;
  /** an agent plays for a person who left */
  filled: boolean;
  you: boolean;
  /** the host frees the seat for a friend when the deal is over */
  opening: boolean;
  /** seats that have to agree if it shall open before; none: it cannot */
  consent: number[];
}

/** The match after a deal, every seat for itself. */
export interface SeatMatch {
  totals: number[];
  over: boolean;
  winners: number[] | null;
}

/** What the decisions of a seat come to. */
export interface SeatSummary {
  seat: number;
  choices: number;
  /** ?! */
  inaccuracies: number;
  /** ? */
  mistakes: number;
  /** ?? */
  blunders: number;
  unclear: number;
  /** what they gave away, noise left out */
  lost: number;
  lost_low: number;
  lost_high: number;
  /** 0 to 100 */
  accuracy: number;
}

/** Everything one seat may see, and nothing else. */
export interface SeatView {
  seat: number;
  facts: ViewFacts;
  /** every legal move of the seat, interrupts too; for gifts see give */
  moves: MoveInfo[];
  /** texts of those that are said beside the play, whoever is on turn */
  calls: string[];
  /** the deal waits for this seat, and declining is not all it can do */
  must: boolean;
  /** seats to give a card each; any cards of the hand are legal */
  give: number[] | null;
  /** what this seat has seen, a list per trick or phase */
  tricks: Played[][];
}

/** The answer to sit: keep the token, it is your seat. */
export interface Seated {
  type: "seated";
  seat: number;
  token: string;
}

/** The host changes the pace or who plays at a seat; omitted fields keep their value. */
export interface Settings {
  /** own number of the message; never used twice */
  id: string;
  type: "settings";
  /** 0: as specified */
  think_ms?: number | null;
  pace_ms?: number | null;
  window_ms?: number | null;
  /** 0: no clock */
  clock_ms?: number | null;
  seat?: number | null;
  /** a level or specification that plays at the seat from now on */
  agent?: string | null;
  /** true: free the seat for a friend, in a deal when it is over or when all agree; the answer brings an invitation; false: not after all */
  open?: boolean | null;
}

/** Let others look over your shoulder; the answer brings the token for their link. */
export interface Share {
  /** own number of the message; never used twice */
  id: string;
  type: "share";
}

/** A finished deal of the match. */
export interface SheetLine {
  deal: number;
  seed: number | null;
  returns: number[];
  totals: number[];
  /** id of the record, for /api/records/ID and /review/ID */
  record: string;
}

/** The match after a deal, between two sides. */
export interface SideMatch {
  totals: number[];
  over: boolean;
  /** the first seat of the side */
  winner: number | "draw" | null;
}

/** Take the open seat of an invitation. */
export interface Sit {
  /** own number of the message; never used twice */
  id: string;
  type: "sit";
  invite: string;
  name?: string;
}

/** The answer to a puzzle, and why. */
export interface Solution {
  best: MoveInfo;
  second: MoveInfo | null;
  /** what the best move gains on the second */
  gain: number;
  deciders: Decider[];
  line: Played[];
}

/** Where a seat's result comes from; the parts add up to the result. */
export interface Split {
  seat: number;
  result: number;
  /** luck of the deal: what the cards were worth */
  deal: number;
  /** luck of the play: what is left */
  play: number;
  /** own losses, noise left out */
  own: number;
  partner: number;
  /** what the opponents gave away */
  opponents: number;
  /** half width of the 95 % interval of the deal's worth */
  noise: number;
}

/** What an onlooker who sees every card can say: the keys of all games, as in the conformance format. */
export interface StateFacts {
  /** the seats that owe a decision, or chance */
  to_act: (number | string)[];
  /** the game's own word; over: the deal has ended */
  phase: string;
  hands: Record<string, string | number[]>;
  /** moves that are said beside the play */
  call_moves: string[];
  /** what the deal is worth, per side; none before it ends */
  scores: number[] | null;
  /** none before the deal ends */
  match: SideMatch | SeatMatch | null;
  [key: string]: unknown;
}

/** While paused: one agent's move. */
export interface Step {
  /** own number of the message; never used twice */
  id: string;
  type: "step";
}

/** Stop the hint, the belief and the review that are under way. */
export interface Stop {
  /** own number of the message; never used twice */
  id: string;
  type: "stop";
}

/** All that everyone at a table may know of it. */
export interface TableInfo {
  table: string;
  game: string;
  title: string;
  rules: string;
  options: Record<string, unknown>;
  /** seats that play together; empty where each plays alone */
  partners: number[][];
  seats: SeatInfo[];
  /** whether you opened the table: only the host changes it */
  host: boolean;
  /** number of the deal in the match, from 1 */
  deal: number;
  /** the seed of this deal was chosen */
  seeded: boolean;
  /** waiting: a seat is open; over: the deal has ended */
  status: "waiting" | "playing" | "paused" | "over";
  match: boolean;
  match_over: boolean;
  winners: number[];
  /** the last fifty deals of the match; totals count them all */
  sheet: SheetLine[];
  /** think time per move of the searching agents; none: as specified */
  think_ms: number | null;
  /** pause before an agent's move */
  pace_ms: number;
  window_ms: number;
  /** how long a person may take; then an agent makes the move */
  clock_ms: number | null;
  /** whether hints are given: to one person alone, or where all agree */
  hints: boolean;
  /** seats of people who agree to hints for everybody */
  hints_agreed: number[];
  /** seats that have asked for the next deal; it comes when all who are here have */
  ready: number[];
  /** agents alone play, and every hand is shown */
  open: boolean;
  /** whether undo is possible now */
  undo: boolean;
  spectators: number;
  /** id of the record this table plays on from */
  forked: string | null;
}

/** The table has changed. */
export interface TableNow {
  type: "table";
  info: TableInfo;
}

/** What an agent at an open table thought before it moved. */
export interface Thought {
  type: "thought";
  ply: number;
  seat: number;
  /** what it then did */
  move: MoveInfo;
  /** the moves it weighed, best first; a single one: it plays by rules */
  leans: Lean[];
  /** none: it does not count what moves are worth */
  analysis: Analysis | null;
}

/** Take back your last move, and what agents did since. */
export interface Undo {
  /** own number of the message; never used twice */
  id: string;
  type: "undo";
}

/** What a seat knows of a deal: the keys of all games. */
export interface ViewFacts {
  seat: number;
  /** the game's own word; over: the deal has ended */
  phase: string;
  hand: (string | number)[];
  /** whether this seat owes a decision */
  asked: boolean;
  /** the match before this deal, per side */
  scores: number[];
  [key: string]: unknown;
}

/** The deal has changed, as your seat sees it. */
export interface ViewNow {
  type: "view";
  deal: number;
  /** number of this view; it grows with every change of what the seat sees, undo included */
  ply: number;
  view: SeatView;
  /** what was played since the view before this one, as the seat saw it */
  last: Played[];
  window: Window | null;
  /** the time that a person on turn has, with what is left of the window */
  clock: Window | null;
  /** your move that is made when the window ends */
  queued: MoveInfo | null;
  /** the other seats, at an open table only */
  others: SeatView[] | null;
}

/** Look at the deal from another seat: where agents alone play, or when the deal is over. */
export interface Watch {
  /** own number of the message; never used twice */
  id: string;
  type: "watch";
  seat: number;
}

/** The answer to hello. */
export interface Welcome {
  type: "welcome";
  v: number;
  table: string;
  /** yours; none: you watch */
  seat: number | null;
  watching: number | null;
}

/** A pause after a play in which seats may interrupt. It lasts the same whoever could. */
export interface Window {
  ms: number;
  /** milliseconds left when this was sent */
  left: number;
}

export type ClientMessage = Agree | Belief | Deal | Hello | Hint | Hints | Leave | Move | Pause | Ping | Settings | Share | Sit | Step | Stop | Undo | Watch;

export type ServerMessage = Ack | BeliefNow | Closed | HintNow | DealOver | Refused | Seated | TableNow | Thought | ViewNow | Welcome;
