import stringWidth from 'string-width';

/** How a line stands out where the terminal has colours. */
export type Emphasis = 'strong' | 'bad' | 'good' | 'quiet' | 'plain';

/** One line of a screen; emphasis is for the whole line, so that widths are those of the text. */
export interface TextLine {
  readonly text: string;
  readonly emphasis: Emphasis;
}

/** A part of a screen whose last lines may be left out when there is no room. */
export interface TextBlock {
  readonly lines: readonly TextLine[];
  /** Lines that stay in any case; the whole block when absent. */
  readonly keep?: number;
  /** Leave lines out without saying how many: the block is a selection anyway. */
  readonly quietly?: boolean;
}

const LABEL_COLUMNS = 13;

/** A line of plain text. */
export function line(text: string, emphasis: Emphasis = 'plain'): TextLine {
  return { text, emphasis };
}

/**
 * Parts joined by commas under a label in the left margin, going on in the next line where they do not fit.
 * A part that is too wide for a line is cut.
 */
export function labelled(
  label: string,
  parts: readonly string[],
  width: number,
  emphasis: Emphasis = 'plain',
): readonly TextLine[] {
  const pieces = parts.map((part, index) => (index === parts.length - 1 ? part : `${part},`));
  return rowsOf(label, pieces, width, emphasis);
}

/** A text with a label in the left margin, broken between words. */
export function wrapped(
  label: string,
  text: string,
  width: number,
  emphasis: Emphasis = 'plain',
): readonly TextLine[] {
  return rowsOf(label, text.split(' '), width, emphasis);
}

/** Pieces with blanks between them, as many in a line as fit. */
function rowsOf(
  label: string,
  pieces: readonly string[],
  width: number,
  emphasis: Emphasis,
): readonly TextLine[] {
  const rows: string[] = [];
  for (const piece of pieces) {
    const row = rows.at(-1);
    const full = row !== '' && columns(`${row} ${piece}`) > width - LABEL_COLUMNS;
    if (row === undefined || full) rows.push(piece);
    else rows[rows.length - 1] = row === '' ? piece : `${row} ${piece}`;
  }
  return rows.map((row, index) => line(withLabel(index === 0 ? label : '', row), emphasis));
}

/** A text with a label in the left margin. */
export function withLabel(label: string, text: string): string {
  return label.padEnd(LABEL_COLUMNS) + text;
}

/**
 * Blocks as the lines of a screen, a blank line between them. What does not fit in `height` is left out: first
 * the last lines of the longest block that may lose some, with a line that says how many are missing;
 * then the blank lines.
 */
export function fitted(blocks: readonly TextBlock[], height: number): readonly TextLine[] {
  const present = blocks.filter((block) => block.lines.length > 0);
  const shown = present.map((block) => block.lines.length);
  const used = (): number => shown.reduce((total, rows) => total + rows, present.length - 1);
  while (used() > height) {
    let longest = -1;
    for (const [index, block] of present.entries()) {
      if (block.keep === undefined || shown[index]! <= block.keep) continue;
      if (longest === -1 || shown[index]! > shown[longest]!) longest = index;
    }
    if (longest === -1) break;
    shown[longest]! -= 1;
  }
  const groups = present
    .map((block, index) => shortened(block, shown[index]!))
    .filter(({ length }) => length > 0);
  const spaced = groups.flatMap((group, index) => (index === 0 ? group : [line(''), ...group]));
  return (spaced.length <= height ? spaced : groups.flat()).slice(0, height);
}

function shortened(block: TextBlock, rows: number): readonly TextLine[] {
  const missing = block.lines.length - rows;
  if (missing === 0 || block.quietly === true) return block.lines.slice(0, rows);
  const kept = block.lines.slice(0, Math.max(0, rows - 1));
  return [...kept, line(withLabel('', `and ${missing + 1} more`), 'quiet')];
}

const GRAPHEMES = new Intl.Segmenter();

/** A text cut to a number of columns, with `…` where something is missing; control characters are taken out. */
export function cut(text: string, width: number): string {
  const printable = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ');
  if (columns(printable) <= width) return printable;
  let taken = '';
  let used = 0;
  for (const { segment } of GRAPHEMES.segment(printable)) {
    used += columns(segment);
    if (used > width - 1) break;
    taken += segment;
  }
  return `${taken.trimEnd()}…`;
}

/** How many columns of a terminal a text takes. */
export function columns(text: string): number {
  return stringWidth(text);
}
