// Every game that has a folder `games/NAME/web` is at the table.
import type { GameLook } from "./look";

const found = import.meta.glob<{ look: GameLook }>("../../games/*/web/index.ts", { eager: true });

export const LOOKS: GameLook[] = Object.values(found)
  .map((module) => module.look)
  .sort((one, other) => one.order - other.order);

export function lookOf(game: string): GameLook {
  const look = LOOKS.find((candidate) => candidate.name === game);
  if (!look) throw new Error(`There is no table for ${game}.`);
  return look;
}
