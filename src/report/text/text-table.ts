import { columns } from './text-width.js';

/** A table of texts: columns of words, then columns of figures. */
export interface TextTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Columns of words; 1 unless given. */
  readonly left?: number;
  /** The head on several lines, for a terminal. */
  readonly headings?: readonly string[];
  /** Blanks between columns of a terminal; 2 unless given. */
  readonly gap?: number;
  /** The first of them, which tell the rows apart and stand again where the table goes on below; all unless given. */
  readonly key?: number;
}

/** A cell of a Markdown table: text that stands for itself, or Markdown as it is. */
export type MarkdownCell = string | { readonly markdown: string };

/** A table as lines of text, without borders: columns of words to the left, figures to the right. */
export function plainTable({ head, rows, left = 1, headings = head, gap = 2 }: TextTable): readonly string[] {
  const lines = headings.map((heading) => heading.split('\n'));
  const deepest = Math.max(0, ...lines.map(({ length }) => length));
  // The last line of a heading stands next to the figures.
  const above = Array.from({ length: deepest }, (_, index) =>
    lines.map((heading) => heading[index - deepest + heading.length] ?? ''),
  );
  const all = [...above, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => columns(row[column] ?? ''))));
  return all.map((row) =>
    row
      .map((cell, column) => {
        const blanks = ' '.repeat(Math.max(0, widths[column]! - columns(cell)));
        return column < left ? cell + blanks : blanks + cell;
      })
      .join(' '.repeat(gap))
      .trimEnd(),
  );
}

/** The same as Markdown. */
export function markdownTable({
  head,
  rows,
  left = 1,
}: Pick<TextTable, 'head' | 'left'> & { readonly rows: readonly (readonly MarkdownCell[])[] }): string {
  const line = (cells: readonly MarkdownCell[]): string =>
    `| ${cells.map((cell) => (typeof cell === 'string' ? inMarkdown(cell.trim()) : cell.markdown)).join(' | ')} |`;
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

const MARK = '**';

/** Markdown in bold. */
export function bold(markdown: string): string {
  return `${MARK}${markdown}${MARK}`;
}
