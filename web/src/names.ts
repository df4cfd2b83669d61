// What a name may be: the server refuses the same (server/names.py).

const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;
const BLANK = /[\u115f\u1160\u2800\u3164\uffa0]/g;

/** Whether a record can hold the name and others can read it; an empty one is none. */
export function nameable(name: string): boolean {
  const tidy = name.trim();
  const shows = /[\p{L}\p{N}\p{P}\p{S}]/u.test(tidy.replace(BLANK, ""));
  return name === "" || (shows && !tidy.includes("|") && !UNSEEN.test(tidy));
}
