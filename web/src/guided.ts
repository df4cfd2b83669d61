// Opens the table of a first deal with a guide.
import { api, keep, opened } from "./api";
import type { SeatChoice } from "./protocol";
import { settings } from "./settings.svelte";
import type { Guide } from "./teaching";

const PACE_MS = 1100; // slowly enough to see what the others do
const WINDOW_MS = 800;

/** The address of the new table. */
export async function guided(game: string, guide: Guide, title: string): Promise<string> {
  const others: SeatChoice[] = Array.from({ length: guide.seats - 1 }, () => ({ kind: "agent", agent: guide.agent }));
  const answer = await api.openTable({
    game,
    rules: guide.rules,
    options: guide.options,
    seats: [{ kind: "me", agent: null }, ...others],
    name: settings.name,
    seed: guide.seed,
    match: false,
    think_ms: null,
    pace_ms: PACE_MS,
    window_ms: WINDOW_MS,
    open: false,
  });
  const address = await opened(answer, title);
  keep(answer.table, { guide: true });
  return address;
}
