// What a person has chosen, kept in the browser: language, appearance, name.
import { t } from "./words";

type Theme = "system" | "light" | "dark";
type Sound = "off" | "hidden" | "always";

interface Chosen {
  theme: Theme;
  /** a file of words */
  language: string;
  fourColours: boolean;
  oneClick: boolean;
  /** a tone when it is one's turn: never, while the page is out of sight, always */
  sound: Sound;
  germanSuits: boolean;
  name: string;
}

const KEY = "kibitz.settings";
const system = matchMedia("(prefers-color-scheme: dark)");

function load(): Chosen {
  const usual: Chosen = {
    theme: "system",
    language: navigator.language.slice(0, 2),
    fourColours: false,
    oneClick: false,
    sound: "hidden",
    germanSuits: false,
    name: "",
  };
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Chosen>) };
  } catch {
    return usual;
  }
}

export const settings = $state<Chosen>(load());

/** Keeps the settings, and the page's language and colours true to them; called once. */
export function followSettings(): void {
  let dark = $state(system.matches);
  system.addEventListener("change", (event) => (dark = event.matches));
  $effect(() => {
    localStorage.setItem(KEY, JSON.stringify(settings));
    const root = document.documentElement;
    root.lang = t("language-code");
    root.dataset["theme"] = settings.theme === "system" ? (dark ? "dark" : "light") : settings.theme;
    root.classList.toggle("four-colours", settings.fourColours);
  });
}
