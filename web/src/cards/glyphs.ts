// Ranks and numbers as strokes, so that cards look the same whatever fonts a machine has. Each glyph stands in a box
// 20 wide and 28 high.

const STROKES: Record<string, string> = {
  "0": "M10 1C4.6 1 1.5 6 1.5 14S4.6 27 10 27 18.5 22 18.5 14 15.4 1 10 1Z",
  "1": "M4.5 6.5L11.5 1V27",
  "2": "M2 7.6C2.3 3.6 5.6 1 10 1c4.6 0 8 2.8 8 7 0 3.8-2.6 6.6-6.4 9.8L2 26.8H18.6",
  "3": "M2.4 4.4C4.3 2.2 7 1 10 1c4.6 0 7.5 2.5 7.5 6.2 0 3.8-3 6-7.2 6.2 4.8.1 8.2 2.6 8.2 6.8C18.5 24.5 14.8 27 10 27 6.5 27 3.4 25.7 1.5 23.3",
  "4": "M13.5 27V1L1.5 19.5H19",
  "5": "M17 1H4.6L3.5 12.3C5.4 11 7.6 10.4 10 10.4c5 0 8.5 3.2 8.5 8C18.5 23.6 14.8 27 9.8 27 6.4 27 3.4 25.7 1.5 23.2",
  "6": "M16.5 3.5C15 1.9 12.8 1 10.5 1 5 1 1.5 6 1.5 15 1.5 22.5 4.8 27 10 27c5 0 8.5-3.4 8.5-8.2C18.5 14 15.2 10.8 10.4 10.8c-4 0-7.4 2.2-8.8 5.7",
  "7": "M2 1H18.5L8 27",
  "8": "M10 13C5.6 13 3 10.5 3 7.2 3 3.6 6 1 10 1s7 2.6 7 6.2C17 10.5 14.4 13 10 13 5 13 1.5 16 1.5 20 1.5 24.2 5 27 10 27s8.5-2.8 8.5-7C18.5 16 15 13 10 13Z",
  "9": "M3.5 24.5C5 26.1 7.2 27 9.5 27 15 27 18.5 22 18.5 13 18.5 5.5 15.2 1 10 1 5 1 1.5 4.4 1.5 9.2c0 4.8 3.3 8 8.1 8 4 0 7.4-2.2 8.8-5.7",
  A: "M1 27L10 1 19 27M4.6 18H15.4",
  B: "M3 1V27H11C15.8 27 18.5 24.2 18.5 20.2S15.6 13.4 11 13.4H3M3 1H10.4C14.6 1 17 3.6 17 7.2S14.5 13.4 10.4 13.4",
  D: "M3 1V27H8.6C14.9 27 18.5 22 18.5 14S14.9 1 8.6 1Z",
  U: "M2.5 1V18C2.5 23.8 5.4 27 10 27S17.5 23.8 17.5 18V1",
  O: "M10 1C4.6 1 1.5 6 1.5 14S4.6 27 10 27 18.5 22 18.5 14 15.4 1 10 1Z",
  K: "M3 1V27M18 1L3 17.5M8.2 12.2L18.5 27",
  Q: "M10 1C4.6 1 1.5 6 1.5 14S4.6 27 10 27 18.5 22 18.5 14 15.4 1 10 1ZM11.5 20L18.5 28",
  J: "M7 1H15.5V19c0 5.2-2.6 8-6.8 8C4.6 27 2 24.6 1.6 20.5",
};
const NARROW: Record<string, [number, number]> = { "1": [3, 12] }; // where the ink begins, and how wide it is
const GAP = 5.5;

export interface Line {
  width: number;
  strokes: { x: number; path: string }[];
}

/** A rank or number as strokes side by side. */
export function line(text: string): Line {
  let at = 0;
  const strokes = [...text].map((sign) => {
    const [left, width] = NARROW[sign] ?? [0, 20];
    const stroke = { x: at - left, path: STROKES[sign] ?? "" };
    at += width + GAP;
    return stroke;
  });
  return { width: at - GAP, strokes };
}
