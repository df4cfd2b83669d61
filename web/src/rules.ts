// The rules of a game as a page: in the reader's language where its folder has them, else in English, as the engine has them.
import { api } from "./api";
import type { Language } from "./words";

export interface RulesPage {
  text: string;
  /** in which it is written */
  language: Language;
}

const translated = import.meta.glob<string>("../../games/*/RULES.*.md", { query: "?raw", import: "default" });

export async function rulesOf(game: string, language: Language): Promise<RulesPage> {
  const own = translated[`../../games/${game}/RULES.${language}.md`];
  return own ? { text: await own(), language } : { text: await api.rules(game), language: "en" };
}
