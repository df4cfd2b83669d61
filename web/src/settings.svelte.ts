// What a person has chosen, kept in the browser: language, appearance, name.

type Theme = "system" | "light" | "dark";
type Language = "en" | "de";

interface Chosen {
  theme: Theme;
  language: Language;
  fourColours: boolean;
  oneClick: boolean;
  name: string;
}

const KEY = "kibitz.settings";
const system = matchMedia("(prefers-color-scheme: dark)");

function load(): Chosen {
  const language: Language = navigator.language.startsWith("de") ? "de" : "en";
  const usual: Chosen = { theme: "system", language, fourColours: false, oneClick: false, name: "" };
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
    root.lang = settings.language;
    root.dataset["theme"] = settings.theme === "system" ? (dark ? "dark" : "light") : settings.theme;
    root.classList.toggle("four-colours", settings.fourColours);
  });
}
