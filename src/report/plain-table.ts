import { columns } from './text-block.js';

/** A table as lines of text: no borders, two blanks between columns, the first columns to the left, the rest to the right. */
export function plainTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  left: number,
): readonly string[] {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => columns(row[column] ?? ''))));
  return all.map((row) =>
    row
      .map((cell, column) => {
        const blanks = ' '.repeat(Math.max(0, widths[column]! - columns(cell)));
        return column < left ? cell + blanks : blanks + cell;
      })
      .join('  ')
      .trimEnd(),
  );
}

/** The same as Markdown. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  left: number,
): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => inMarkdown(cell.trim())).join(' | ')} |`;
  const rule = `|${head.map((_, column) => (column < left ? '---|' : '--:|')).join('')}`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** What Markdown would take for markup, at the places where it would, and what stands for it. */
const MARKUP: readonly (readonly [RegExp, string])[] = [
  [/[\\*|`[\]~]/g, '\\$&'],
  // Inside a word an underline is one.
  [/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_'],
  [/&(?=#?\w+;)/g, '&amp;'],
  [/</g, '&lt;'],
  // Nobody is called, and no other thread is linked to.
  [/@(?=\w)|#(?=\d)/g, '$&<!-- -->'],
  [/:(?=[\w+-]+:)/g, '&#58;'],
];

/** Line ends, control characters, and what turns the direction of all that follows. */
const UNSEEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** A text that stands for itself in Markdown, on one line. */
export function inMarkdown(text: string): string {
  return MARKUP.reduce(
    (marked, [markup, literal]) => marked.replaceAll(markup, literal),
    text.replaceAll(UNSEEN, ' '),
  );
}

/** Markdown in bold. */
export function bold(markdown: string): string {
  const mark = '**';
  return mark + markdown + mark;
}
