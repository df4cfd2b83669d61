// Markdown as the rules pages use it: headings, paragraphs, lists, tables, text as it stands; into a tree, never into HTML.

export interface Inline {
  kind: "text" | "code" | "em" | "strong" | "ref";
  text: string;
}

export interface Item {
  text: Inline[];
  id: string | undefined;
  below: Block[];
}

export type Block =
  | { kind: "heading"; level: number; text: Inline[] }
  | { kind: "paragraph"; text: Inline[]; id: string | undefined }
  | { kind: "list"; items: Item[] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "code"; text: string };

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|§\d+(?:\.\d+)?/g;

/** Text with its marks; `§4.2` is a reference to the paragraph of that number. */
export function inline(text: string): Inline[] {
  const found: Inline[] = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > at) found.push({ kind: "text", text: text.slice(at, match.index) });
    const [whole, code, strong, em] = match;
    if (code) found.push({ kind: "code", text: code });
    else if (strong) found.push({ kind: "strong", text: strong });
    else if (em) found.push({ kind: "em", text: em });
    else found.push({ kind: "ref", text: whole });
    at = match.index + whole.length;
  }
  if (at < text.length) found.push({ kind: "text", text: text.slice(at) });
  return found;
}

/** Where a paragraph of the rules is found: `§4.2` at its beginning makes it `p4.2`. */
export function anchor(text: string): string | undefined {
  const number = /^(?:\*\*)?§(\d+(?:\.\d+)?)/.exec(text)?.[1];
  return number && `p${number}`;
}

export function markdown(source: string): Block[] {
  return blocks(source.replaceAll("\r", "").split("\n"));
}

function blocks(lines: string[]): Block[] {
  const found: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!;
    const until = (stop: (line: string) => boolean) => {
      const taken = [];
      while (at < lines.length && !stop(lines[at]!)) taken.push(lines[at++]!);
      return taken;
    };
    const heading = /^(#+) (.*)/.exec(line);
    if (!line.trim()) at++;
    else if (heading) {
      found.push({ kind: "heading", level: heading[1]!.length, text: inline(heading[2]!) });
      at++;
    } else if (line.startsWith("```")) {
      at++;
      found.push({ kind: "code", text: until((one) => one.startsWith("```")).join("\n") });
      at++;
    } else if (line.startsWith("|")) {
      const [head, , ...rows] = until((one) => !one.startsWith("|")).map(cells);
      found.push({ kind: "table", head: head ?? [], rows });
    } else if (line.startsWith("- ")) {
      found.push({ kind: "list", items: items(until((one) => !/^(- | {2})/.test(one))) });
    } else {
      const text = until((one) => !one.trim() || /^(- |\||#|```)/.test(one)).join(" ");
      found.push({ kind: "paragraph", text: inline(text), id: anchor(text) });
    }
  }
  return found;
}

function items(lines: string[]): Item[] {
  const found: string[][] = [];
  for (const line of lines) {
    if (line.startsWith("- ")) found.push([line.slice(2)]);
    else found.at(-1)!.push(line.slice(2));
  }
  return found.map((own) => {
    const sub = own.findIndex((line) => line.startsWith("- "));
    const text = (sub < 0 ? own : own.slice(0, sub)).join(" ");
    return { text: inline(text), id: anchor(text), below: sub < 0 ? [] : blocks(own.slice(sub)) };
  });
}

function cells(line: string): Inline[][] {
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => inline(cell.trim()));
}
