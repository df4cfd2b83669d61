// What is said at a table of 6 nimmt!.
const en = {
  tagline: "Two to ten, all at once: the sixth card in a row takes it.",
  card: "{card}, {n} bulls",
  card1: "{card}, one bull",
  takes: "takes row {n}",
  bull: "1 bull",
  bulls: "{n} bulls",
  row: "Row {n}",
  take: "Take row {n}: {b} bulls",
  full: "full",
  askCard: "Choose a card; all are turned over together.",
  askRow: "Your card fits nowhere: choose the row you take.",
};
const de: typeof en = {
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
};

export const WORDS = { en, de };
