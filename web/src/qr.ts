// A link as a QR code (ISO/IEC 18004): bytes, versions 1 to 6, error correction M, or L where M has no room.

interface Version {
  /** data codewords and error-correction codewords of a block, and how many blocks */
  data: number;
  check: number;
  blocks: number;
}

/** By level (its two bits in the format) and version, from 1. */
const LEVELS: [number, Version[]][] = [
  [0b00, [[16, 10, 1], [28, 16, 1], [44, 26, 1], [32, 18, 2], [43, 24, 2], [27, 16, 4]].map(version)],
  [0b01, [[19, 7, 1], [34, 10, 1], [55, 15, 1], [80, 20, 1], [108, 26, 1], [68, 18, 2]].map(version)],
];
function version([data, check, blocks]: number[]): Version {
  return { data: data!, check: check!, blocks: blocks! };
}

/** Dark and light modules, row by row; none if the text is too long. */
export function qr(text: string): boolean[][] | null {
  const bytes = [...new TextEncoder().encode(text)];
  for (const [level, versions] of LEVELS) {
    const number = versions.findIndex((one) => one.data * one.blocks >= bytes.length + 2);
    if (number >= 0) return drawn(number + 1, level, interleaved(bytes, versions[number]!));
  }
  return null;
}

/** The data with its padding and the error correction, block by block, as it is laid down. */
function interleaved(bytes: number[], { data, check, blocks }: Version): number[] {
  const bits = [0, 1, 0, 0, ...binary(bytes.length, 8), ...bytes.flatMap((byte) => binary(byte, 8)), 0, 0, 0, 0];
  const words = Array.from({ length: bits.length / 8 }, (_, at) => number(bits.slice(8 * at, 8 * at + 8)));
  for (let pad = 0xec; words.length < data * blocks; pad ^= 0xec ^ 0x11) words.push(pad);
  const parts = Array.from({ length: blocks }, (_, at) => words.slice(at * data, (at + 1) * data));
  const checks = parts.map((part) => remainder(part, check));
  const across = (rows: number[][], width: number) =>
    Array.from({ length: width }, (_, at) => rows.map((row) => row[at]!)).flat();
  return [...across(parts, data), ...across(checks, check)];
}

const binary = (value: number, width: number) => Array.from({ length: width }, (_, at) => (value >> (width - 1 - at)) & 1);
const number = (bits: number[]) => bits.reduce((sum, bit) => 2 * sum + bit, 0);

/** The product in the field of 256 elements that Reed–Solomon codes are built on. */
function times(one: number, other: number): number {
  let product = 0;
  for (; other; other >>= 1) {
    if (other & 1) product ^= one;
    one = (one << 1) ^ (one & 0x80 ? 0x11d : 0);
  }
  return product;
}

function remainder(data: number[], degree: number): number[] {
  let divisor = [1];
  for (let at = 0, root = 1; at < degree; at++, root = times(root, 2)) {
    divisor = [...divisor, 0].map((value, place) => value ^ times(divisor[place - 1] ?? 0, root));
  }
  const rest = [...data, ...Array<number>(degree).fill(0)];
  for (let at = 0; at < data.length; at++) {
    const lead = rest[at]!;
    divisor.forEach((value, place) => (rest[at + place]! ^= times(value, lead)));
  }
  return rest.slice(data.length);
}

const MASKS: ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

function drawn(version: number, level: number, words: number[]): boolean[][] {
  const size = 17 + 4 * version;
  const fixed: (boolean | null)[][] = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  const square = (row: number, column: number, radius: number, dark: (ring: number) => boolean) => {
    for (let r = row - radius; r <= row + radius; r++)
      for (let c = column - radius; c <= column + radius; c++)
        if (fixed[r]?.[c] !== undefined) fixed[r]![c] = dark(Math.max(Math.abs(r - row), Math.abs(c - column)));
  };
  for (let at = 0; at < size; at++) fixed[6]![at] = fixed[at]![6] = at % 2 === 0;
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]]) square(row!, column!, 4, (ring) => ring !== 2 && ring !== 4);
  if (version > 1) square(size - 7, size - 7, 2, (ring) => ring !== 1);
  format(fixed, level, 0);
  const masked = MASKS.map((mask, at) => {
    const code = fixed.map((row) => [...row]);
    format(code, level, at);
    fill(code, fixed, words, mask);
    return code as boolean[][];
  });
  return masked.reduce((best, code) => (penalty(code) < penalty(best) ? code : best));
}

/** Level and mask, twice, with an error correction of their own; and the one module that is always dark. */
function format(code: (boolean | null)[][], level: number, mask: number): void {
  const size = code.length;
  const data = (level << 3) | mask;
  let rest = data;
  for (let at = 0; at < 10; at++) rest = (rest << 1) ^ (rest >> 9 ? 0x537 : 0);
  const bits = binary(((data << 10) | rest) ^ 0x5412, 15).map(Boolean); // the highest first
  bits.forEach((bit, at) => {
    const near = at < 6 ? at : at < 8 ? at + 1 : 0;
    if (at < 8) code[8]![near] = bit;
    else code[at === 8 ? 7 : 14 - at]![8] = bit;
    if (at < 7) code[size - 1 - at]![8] = bit;
    else code[8]![size - 15 + at] = bit;
  });
  code[size - 8]![8] = true;
}

/** Lays the data down in pairs of columns, up and down from the right, wherever nothing fixed is. */
function fill(
  code: (boolean | null)[][],
  fixed: (boolean | null)[][],
  words: number[],
  mask: (row: number, column: number) => boolean,
): void {
  const size = code.length;
  const bits = words.flatMap((word) => binary(word, 8));
  let next = 0;
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5; // the column of the timing pattern
    for (let step = 0; step < size; step++) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1])
        if (fixed[row]![column] === null) code[row]![column] = (bits[next++] ?? 0) === 1 !== mask(row, column);
    }
    up = !up;
  }
}

/** How hard a code is to read: runs of one colour, blocks of it, and an uneven share of dark. */
function penalty(code: boolean[][]): number {
  const columns = code.map((_, at) => code.map((row) => row[at]!));
  const runs = [...code, ...columns].reduce((sum, line) => {
    const lengths = line.map(Number).join("").match(/0+|1+/g) ?? [];
    return sum + lengths.reduce((all, run) => all + (run.length >= 5 ? run.length - 2 : 0), 0);
  }, 0);
  let blocks = 0;
  for (let row = 1; row < code.length; row++)
    for (let column = 1; column < code.length; column++) {
      const dark = code[row]![column];
      if (code[row - 1]![column] === dark && code[row]![column - 1] === dark && code[row - 1]![column - 1] === dark)
        blocks += 3;
    }
  const share = code.flat().filter(Boolean).length / code.length ** 2;
  return runs + blocks + Math.floor(Math.abs(share - 0.5) * 20) * 10;
}
