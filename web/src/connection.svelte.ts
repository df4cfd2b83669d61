// A seat at a table over its socket: what the server last said, and how to answer.
import { keep, kept } from "./api";
import type { Closed, Refused } from "./protocol";
import {
  VERSION,
  type BeliefNow,
  type ClientMessage,
  type DealOver,
  type HintNow,
  type ServerMessage,
  type TableNow,
  type Thought,
  type ViewNow,
} from "./protocol";

type Without<T> = T extends unknown ? Omit<T, "id"> : never;
type Request = Without<ClientMessage>;

/** Why the server does not do what it was asked. */
export type Refusal = Pick<Refused, "reason" | "word" | "rule" | "about">;

class Refusing extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.reason);
  }
}
const plainly = (reason: string): Refusal => ({ reason, word: null, rule: null, about: null });

export class Connection {
  info = $state.raw<TableNow["info"] | null>(null);
  now = $state.raw<ViewNow | null>(null);
  over = $state.raw<DealOver | null>(null);
  hint = $state.raw<HintNow | null>(null);
  belief = $state.raw<BeliefNow | null>(null);
  /** by seat, the last of each */
  thoughts = $state.raw<Record<number, Thought>>({});
  seat = $state<number | null>(null);
  watching = $state<number | null>(null);
  lost = $state(false);
  /** why the last message was refused, until the next one is sent */
  refusal = $state.raw<Refusal | null>(null);
  /** why the server has hung up for good */
  closed = $state<Closed["code"] | "refused" | null>(null);
  /** when the last hint was asked for and when its first numbers came, for whoever measures */
  hintAsked = 0;

  private socket: WebSocket | null = null;
  private waiting = new Map<string, { done: (invite: string | null) => void; failed: (refusal: Refusal) => void }>();
  private number = 0;
  private ended = false;
  private delay = 300;
  private session = Math.random().toString(36).slice(2, 8);

  /** `looking` is the token of somebody's shared view; without it, the seat that this browser holds. */
  constructor(
    readonly table: string,
    private onLast: (now: ViewNow) => void,
    private looking: string | null,
  ) {
    if (!looking && kept(table).left) this.closed = "left";
    else this.connect();
  }

  /** Gets up: an agent plays, and this browser stays away until somebody sits down again. */
  async leave(): Promise<void> {
    keep(this.table, { left: true });
    await this.send({ type: "leave" });
  }

  /** Takes the seat that was left. */
  comeBack(): void {
    keep(this.table, { left: false });
    this.closed = null;
    this.connect();
  }

  end(): void {
    this.ended = true;
    this.socket?.close();
  }

  /** Sends a message; resolves when the server has accepted it. */
  send(request: Request): Promise<string | null> {
    const id = `${this.session}-${++this.number}`;
    this.refusal = null;
    return new Promise((done, failed) => {
      if (this.socket?.readyState !== WebSocket.OPEN) return failed(new Refusing(plainly("")));
      this.waiting.set(id, { done, failed: (refusal) => failed(new Refusing(refusal)) });
      this.socket.send(JSON.stringify({ ...request, id }));
    });
  }

  /** Sends a message whose refusal is shown to the person. */
  tell(request: Request): void {
    this.send(request).catch((refused: unknown) => this.refuse(refused));
  }

  /** Shows why something could not be. */
  refuse(why: unknown): void {
    this.refusal = why instanceof Refusing ? why.refusal : plainly(String(why));
  }

  move(move: string): void {
    if (this.now) this.tell({ type: "move", ply: this.now.ply, move });
  }

  askHint(ms = 5000): void {
    this.hint = null;
    this.hintAsked = performance.now();
    this.tell({ type: "hint", ms, agent: null });
  }

  /** Takes the seat of an invitation and stays there. */
  async sit(invite: string, name: string): Promise<void> {
    await this.send({ type: "sit", invite, name });
  }

  private connect(): void {
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/tables/${this.table}/socket`;
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => {
      this.lost = false;
      this.delay = 300;
      const token = this.looking ?? kept(this.table).token ?? null;
      this.send({ type: "hello", v: VERSION, token, watch: null }).catch((refused: unknown) => {
        this.refuse(refused);
        this.closed = "refused";
      });
    };
    socket.onmessage = (event: MessageEvent<string>) => this.heard(JSON.parse(event.data) as ServerMessage);
    socket.onclose = () => {
      this.waiting.clear();
      if (this.ended || this.closed) return;
      this.lost = true;
      setTimeout(() => this.connect(), this.delay);
      this.delay = Math.min(5000, this.delay * 1.7);
    };
  }

  private heard(message: ServerMessage): void {
    switch (message.type) {
      case "ack":
        this.waiting.get(message.id)?.done(message.invite);
        this.waiting.delete(message.id);
        break;
      case "refused":
        if (message.id) this.waiting.get(message.id)?.failed(message);
        if (message.id) this.waiting.delete(message.id);
        else this.refusal = message;
        break;
      case "welcome":
        this.seat = message.seat;
        this.watching = message.watching;
        break;
      case "seated":
        keep(this.table, { token: message.token });
        this.seat = message.seat;
        break;
      case "table":
        this.info = message.info;
        break;
      case "view":
        if (message.deal !== this.over?.deal || message.view.facts.phase !== "over") this.over = null;
        if (message.ply !== this.now?.ply) this.hint = null;
        this.now = message;
        this.refusal = null;
        this.onLast(message);
        break;
      case "over":
        this.over = message;
        break;
      case "hint":
        this.measured(message);
        this.hint = message;
        break;
      case "belief":
        this.belief = message;
        break;
      case "thought":
        this.thoughts = { ...this.thoughts, [message.seat]: message };
        break;
      case "closed": // a server that stops comes back; from anything else there is nothing to come back to
        if (message.code !== "shutdown") this.closed = message.code;
        break;
    }
  }

  private measured(message: HintNow): void {
    if (!this.hintAsked || !message.analysis.moves.length) return;
    performance.measure("first hint", { start: this.hintAsked, end: performance.now() });
    this.hintAsked = 0;
  }
}
