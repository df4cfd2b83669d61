// Every game is at the table. One that has a folder `games/NAME/web` looks as that says, any other plain.
import type { GameLook } from "./look";
import { plainLook } from "./plain";

const found = import.meta.glob<{ look: GameLook }>("../../games/*/web/index.ts", { eager: true });

export const LOOKS: GameLook[] = Object.values(found)
  .map((module) => module.look)
  .sort((one, other) => one.order - other.order);

/** The look of a game; `?plain` in the address shows any game as one without a folder. */
export function lookOf(game: string): GameLook {
  const plain = new URLSearchParams(location.search).has("plain");
  return (!plain && LOOKS.find((candidate) => candidate.name === game)) || plainLook(game);
}

/** These games in the order of the lobby, those without a folder last. */
export function looksOf(games: string[]): GameLook[] {
  return games.map(lookOf).sort((one, other) => one.order - other.order);
}
