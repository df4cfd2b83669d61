// Requests over HTTP, and what this browser keeps: the tokens of its seats.
import type {
  About,
  Import,
  Ladder,
  NewTable,
  Opened,
  Others,
  Paper,
  PlayOn,
  Problem,
  RecordInfo,
  ReviewNow,
} from "./protocol";

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const init =
    body === undefined
      ? {}
      : { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
  const answer = await fetch(`/api/${path}`, init);
  const data: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw new Error((data as Problem | null)?.reason ?? `${answer.status} ${answer.statusText}`);
  return data as T;
}

const agentPart = (agent?: string) => (agent ? `?agent=${encodeURIComponent(agent)}` : "");

export const api = {
  about: () => ask<About>("about"),
  openTable: (table: NewTable) => ask<Opened>("tables", table),
  importRecord: (text: string) => ask<RecordInfo>("records", { text } satisfies Import),
  record: (id: string) => ask<RecordInfo>(`records/${id}`),
  review: (id: string, agent?: string) => ask<ReviewNow>(`records/${id}/review${agentPart(agent)}`),
  others: (id: string, agent?: string) => ask<Others>(`records/${id}/others${agentPart(agent)}`),
  playOn: (id: string, from: PlayOn) => ask<Opened>(`records/${id}/play`, from),
  ladder: (game: string) => ask<Ladder>(`ladder/${game}`),
  papers: () => ask<Paper[]>("papers"),
  rules: async (game: string) => (await fetch(`/api/rules/${game}`)).text(),
};

interface Kept {
  token?: string;
  invites?: Record<string, string>;
  title?: string;
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
