import { brokenText, filledLines, wordsOf } from './broken-text.js';
import { columns, graphemes } from './text-width.js';

/** Emphasis of a line on a terminal with colours. */
export type Emphasis = 'strong' | 'bad' | 'good' | 'quiet' | 'plain';

/** One line of a screen; emphasis is for the whole line, so that widths are those of the text. */
export interface TextLine {
  readonly text: string;
  readonly emphasis: Emphasis;
}

const LABEL_COLUMNS = 13;

/** Maximum width of prose: longer lines are hard to read. */
const MAX_PROSE_COLUMNS = 110;

export function line(text: string, emphasis: Emphasis = 'plain'): TextLine {
  return { text, emphasis };
}

/** Lines as plain text that ends with a newline. */
export function plainText(lines: readonly TextLine[]): string {
  return `${lines.map(({ text }) => text).join('\n')}\n`;
}

/**
 * Parts joined by commas next to a label in the left margin, continued on the next line if they do not fit.
 * A part that is too wide for a line is broken between words.
 */
export function labelled(
  label: string,
  parts: readonly string[],
  width: number,
  emphasis: Emphasis = 'plain',
): readonly TextLine[] {
  const pieces = parts.map((part, index) => (index === parts.length - 1 ? part : `${part},`));
  return underLabel(label, filledLines(pieces, proseWidth(width)), width, emphasis);
}

/** A text with a label in the left margin, broken between words. */
export function wrapped(
  label: string,
  text: string,
  width: number,
  emphasis: Emphasis = 'plain',
): readonly TextLine[] {
  return underLabel(label, filledLines(wordsOf(text), proseWidth(width)), width, emphasis);
}

/** Columns that a label leaves for prose. */
function proseWidth(width: number): number {
  return Math.min(width, MAX_PROSE_COLUMNS) - LABEL_COLUMNS;
}

function underLabel(
  label: string,
  rows: readonly string[],
  width: number,
  emphasis: Emphasis,
): readonly TextLine[] {
  const is_wide = columns(label) >= LABEL_COLUMNS;
  return [
    ...(is_wide ? paragraph(label, width, emphasis) : []),
    ...rows.map((row, index) =>
      line((index === 0 && !is_wide ? label : '').padEnd(LABEL_COLUMNS) + row, emphasis),
    ),
  ];
}

/**
 * A separate text, broken between words; lines after the first are indented by the width of the mark before it.
 * @param mark before the first line
 */
export function paragraph(
  text: string,
  width: number,
  emphasis: Emphasis = 'plain',
  mark = '',
): readonly TextLine[] {
  const rows = brokenText(text, Math.min(width, MAX_PROSE_COLUMNS) - columns(mark));
  const indent = ' '.repeat(columns(mark));
  return rows.map((row, index) => line(`${index === 0 ? mark : indent}${row}`, emphasis));
}

/** A title, broken between its parts. */
export function titleLines(title: string, width: number): readonly TextLine[] {
  return filledLines(title.split(/(?<=[,;:]) /), Math.min(width, MAX_PROSE_COLUMNS)).map((row) =>
    line(row, 'strong'),
  );
}

/** A text without characters that move the cursor or change the text direction; joiners of emoji stay. */
export function printable(text: string): string {
  return text.replace(/(?!\u200d)[\p{Cc}\p{Cf}\u2028\u2029]/gu, '');
}

/** A text cut to a number of columns, ending in `…` if something is missing. */
export function cut(text: string, width: number): string {
  const shown = printable(text);
  if (columns(shown) <= width) return shown;
  let taken = '';
  let used = 0;
  for (const segment of graphemes(shown)) {
    used += columns(segment);
    if (used > width - 1) break;
    taken += segment;
  }
  return `${taken.trimEnd()}…`;
}
