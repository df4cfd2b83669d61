// What is said at a table of 6 nimmt!, auf Deutsch.
import type { en } from "./en";

export const de: typeof en = {
  tagline: "Zwei bis zehn, alle zugleich: die sechste Karte nimmt die Reihe.",
  card: "{card}, {n} Hornochsen",
  card1: "{card}, ein Hornochse",
  takes: "nimmt Reihe {n}",
  bull: "1 Ochse",
  bulls: "{n} Ochsen",
  row: "Reihe {n}",
  take: "Reihe {n} nehmen: {b} Ochsen",
  full: "voll",
  askCard: "Wähl eine Karte; alle werden zugleich aufgedeckt.",
  askRow: "Deine Karte passt nirgends: Welche Reihe nimmst du?",
  wins: "{names} hat mit {n} die wenigsten Ochsen und gewinnt das Spiel.",
  shared: "{names} haben mit {n} die wenigsten Ochsen.",
  behind: "Du hast {n} genommen, {d} mehr als der Beste.",
  goesOn: "Die Ochsen werden von Spiel zu Spiel zusammengezählt; wer am Ende die wenigsten hat, gewinnt.",
  unit: "Ochsen weniger als die anderen",
  presets: { official: "offiziell", tactics: "taktisch", papers: "wie in den Studien" },
  levels: {
    beginner: "legt die Karte, die am knappsten über einer freien Reihe liegt, und zählt nicht, was dazwischenkommt",
    casual: "zählt, was dazwischenkommen kann, und legt, was am wenigsten kosten wird",
    club: "probiert seine Karten tausendmal, bevor es eine legt",
    strong: "probiert seine Karten zehntausendmal",
    strongest: "hat viel gegen sich selbst gespielt",
  },
  rules: {
    chance: "Hier wird nicht gelost.",
    chosen: "Du hast deine Karte schon gewählt.",
    "no-row": "Jetzt ist keine Reihe zu nehmen.",
    "not-held": "Du hast die {about} nicht.",
    nothing: "Das ist weder Karte noch Reihe.",
    "other-row": "Jemand anders nimmt jetzt eine Reihe.",
    over: "Das Spiel ist aus.",
    "row-first": "Wähl erst die Reihe, die du nimmst.",
  },
};
