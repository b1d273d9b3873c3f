import { sum, sumOf } from '../../kernel/sums.js';
import { brokenText, filledLines } from './broken-text.js';
import { columns, graphemes } from './text-width.js';

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
  /** Where entries of several lines begin, in ascending order: one is shown whole or not at all. */
  readonly starts?: readonly number[];
  /** Lines that stay at the end. */
  readonly foot?: readonly TextLine[];
}

/** Entries, each of a line or more, as a block. */
export function entries(all: readonly (readonly TextLine[])[]): Pick<TextBlock, 'lines' | 'starts'> {
  const starts: number[] = [];
  let place = 0;
  for (const each of all) {
    starts.push(place);
    place += each.length;
  }
  return { lines: all.flat(), starts };
}

const LABEL_COLUMNS = 13;

/** Prose is no wider than this: longer lines are hard to read. */
const MAX_PROSE = 110;

/** A line of plain text. */
export function line(text: string, emphasis: Emphasis = 'plain'): TextLine {
  return { text, emphasis };
}

/** Lines as plain text that ends with a newline. */
export function plainText(lines: readonly TextLine[]): string {
  return `${lines.map(({ text }) => text).join('\n')}\n`;
}

/**
 * Parts joined by commas under a label in the left margin, going on in the next line where they do not fit.
 * A part that is too wide for a line is broken between words.
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

/** Texts under one label in the left margin, each as {@link wrapped}. */
export function listed(
  label: string,
  texts: readonly string[],
  width: number,
  emphasis: Emphasis = 'plain',
): readonly (readonly TextLine[])[] {
  return texts.map((text, index) => wrapped(index === 0 ? label : '', text, width, emphasis));
}

/** Pieces with blanks between them under a label, as many in a line as fit. */
function rowsOf(
  label: string,
  pieces: readonly string[],
  width: number,
  emphasis: Emphasis,
): readonly TextLine[] {
  const rows = filledLines(pieces, Math.min(width, MAX_PROSE) - LABEL_COLUMNS);
  const is_wide = columns(label) >= LABEL_COLUMNS;
  const labels = is_wide ? paragraph(label, width, emphasis) : [];
  return [
    ...labels,
    ...rows.map((row, index) => line(withLabel(index === 0 && !is_wide ? label : '', row), emphasis)),
  ];
}

/**
 * A text by itself, broken between words; lines after the first are set in by as much as the mark before it is wide.
 * @param mark before the first line
 */
export function paragraph(
  text: string,
  width: number,
  emphasis: Emphasis = 'plain',
  mark = '',
): readonly TextLine[] {
  const rows = brokenText(text, Math.min(width, MAX_PROSE) - columns(mark));
  const indent = ' '.repeat(columns(mark));
  return rows.map((row, index) => line(`${index === 0 ? mark : indent}${row}`, emphasis));
}

/** A title, broken between its parts. */
export function titleLines(title: string, width: number): readonly TextLine[] {
  return filledLines(title.split(/(?<=[,;:]) /), Math.min(width, MAX_PROSE)).map((row) =>
    line(row, 'strong'),
  );
}

/** A text with a label in the left margin. */
export function withLabel(label: string, text: string): string {
  return label.padEnd(LABEL_COLUMNS) + text;
}

/**
 * Blocks as the lines of a screen, a blank line between them. What does not fit in `height` is left out: first the blank
 * lines, then the last lines of the longest block that may lose some, with a line that says how many are missing.
 */
export function fitted(blocks: readonly TextBlock[], height: number): readonly TextLine[] {
  const present = blocks.filter((block) => block.lines.length > 0);
  const shown = present.map((block) => block.lines.length);
  const feet = sumOf(present, ({ foot = [] }) => foot.length);
  const used = (): number => sum(shown) + feet;
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
    .map((block, index) => [...shortened(block, shown[index]!), ...(block.foot ?? [])])
    .filter(({ length }) => length > 0);
  const spaced = groups.flatMap((group, index) => (index === 0 ? group : [line(''), ...group]));
  const close = groups.flat();
  if (spaced.length <= height) return spaced;
  if (close.length <= height) return close;
  const missing = close.length - height + 1;
  return [
    ...close.slice(0, height - 1),
    line(withLabel('', `and ${missing} more lines; --json has every figure`), 'quiet'),
  ];
}

function shortened({ lines, quietly, starts }: TextBlock, rows: number): readonly TextLine[] {
  if (rows >= lines.length) return lines;
  if (quietly === true) return lines.slice(0, rows);
  const room = Math.max(0, rows - 1);
  const whole = starts?.findLast((start) => start <= room) ?? room;
  const missing =
    starts === undefined ? lines.length - whole : starts.filter((start) => start >= whole).length;
  return [...lines.slice(0, whole), line(withLabel('', `and ${missing} more`), 'quiet')];
}

/** A text cut to a number of columns, with `…` where something is missing; control characters are taken out. */
export function cut(text: string, width: number): string {
  const printable = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ');
  if (columns(printable) <= width) return printable;
  let taken = '';
  let used = 0;
  for (const segment of graphemes(printable)) {
    used += columns(segment);
    if (used > width - 1) break;
    taken += segment;
  }
  return `${taken.trimEnd()}…`;
}
