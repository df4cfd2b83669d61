// Requests over HTTP, and what this browser keeps: the tokens of its seats.
import type {
  About,
  Daily,
  DailyTry,
  Import,
  Ladder,
  MoveInfo,
  NewTable,
  Opened,
  Others,
  Paper,
  PlayOn,
  Problem,
  PuzzleAnswer,
  PuzzleInfo,
  Puzzles,
  PuzzleTry,
  RecordInfo,
  ReviewNow,
} from "./protocol";
import { t } from "./words";

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const init =
    body === undefined
      ? {}
      : { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
  const answer = await fetch(`/api/${path}`, init);
  const data: unknown = await answer.json().catch(() => null);
  if (!answer.ok) {
    const problem = data as Problem | null;
    if (problem?.word) throw new Error(t(`refused-${problem.word}`));
    throw new Error(problem?.reason ?? `${answer.status} ${answer.statusText}`);
  }
  return data as T;
}

const agentPart = (agent?: string) => (agent ? `?agent=${encodeURIComponent(agent)}` : "");

export const api = {
  about: () => ask<About>("about"),
  openTable: (table: NewTable) => ask<Opened>("tables", table),
  importRecord: (text: string) => ask<RecordInfo>("records", { text } satisfies Import),
  record: (id: string) => ask<RecordInfo>(`records/${id}`),
  review: (id: string, agent?: string) => ask<ReviewNow>(`records/${id}/review${agentPart(agent)}`),
  canonical: (id: string, ply: number, move: string) =>
    ask<MoveInfo>(`records/${id}/canonical?ply=${ply}&move=${encodeURIComponent(move)}`),
  others: (id: string, agent?: string) => ask<Others>(`records/${id}/others${agentPart(agent)}`),
  playOn: (id: string, from: PlayOn) => ask<Opened>(`records/${id}/play`, from),
  puzzles: (game: string) => ask<Puzzles>(`puzzles/${game}`),
  puzzle: (game: string, id: string) => ask<PuzzleInfo>(`puzzles/${game}/${id}`),
  solve: (game: string, id: string, move: string | null) =>
    ask<PuzzleAnswer>(`puzzles/${game}/${id}`, { move } satisfies PuzzleTry),
  daily: (game: string, table: string | null) => ask<Daily>(`daily/${game}${table ? `?table=${table}` : ""}`),
  playDaily: (game: string, name: string) => ask<Opened>(`daily/${game}`, { name } satisfies DailyTry),
  ladder: (game: string) => ask<Ladder>(`ladder/${game}`),
  papers: () => ask<Paper[]>("papers"),
  rules: async (game: string) => (await fetch(`/api/rules/${game}`)).text(),
  /** where others reach this server, if this browser uses an address that they cannot; else nothing */
  outside: async () => {
    const local = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
    return (local && (await api.about()).addresses[0]) || "";
  },
};

interface Kept {
  token?: string;
  invites?: Record<string, string>;
  title?: string;
  /** a guide explains this table's deal */
  guide?: boolean;
  /** whoever got up comes back by choice only */
  left?: boolean;
}

const key = (table: string) => `kibitz.table.${table}`;

export function kept(table: string): Kept {
  return JSON.parse(localStorage.getItem(key(table)) ?? "{}") as Kept;
}

export function keep(table: string, what: Kept): void {
  localStorage.setItem(key(table), JSON.stringify({ ...kept(table), ...what }));
  localStorage.setItem("kibitz.last", table);
}

export function forget(table: string): void {
  localStorage.removeItem(key(table));
  if (localStorage.getItem("kibitz.last") === table) localStorage.removeItem("kibitz.last");
}

/** Opens a table, keeps what is needed to come back to it, and says where it is. */
export async function opened(answer: Opened, title: string): Promise<string> {
  keep(answer.table, { token: answer.token, invites: answer.invites, title });
  return `/t/${answer.table}`;
}
