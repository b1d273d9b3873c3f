/** A table of texts: columns of words, then columns of figures. */
export interface TextTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Number of columns of words; 1 by default. */
  readonly left?: number;
  /** The number of leading columns that identify a row and are always shown; all by default. */
  readonly key?: number;
  /** Places of the columns that a narrow terminal leaves out first, in this order; the others follow from the right. */
  readonly least_useful?: readonly number[];
  /** Whether Markdown shows a cell in bold. */
  readonly strong?: (row: number, column: number) => boolean;
}

/** A cell of a Markdown table: literal text, or Markdown. */
type MarkdownCell = string | { readonly markdown: string };

export function markdownTable({
  head,
  rows,
  left = 1,
  strong,
}: Pick<TextTable, 'head' | 'left' | 'strong'> & {
  readonly rows: readonly (readonly MarkdownCell[])[];
}): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const written = (cell: MarkdownCell, row: number, column: number): string => {
    if (typeof cell !== 'string') return cell.markdown;
    const text = inMarkdown(cell.trim());
    return strong?.(row, column) === true ? bold(text) : text;
  };
  const rule = `|${head.map((_, column) => (column < left ? '---|' : '--:|')).join('')}`;
  const body = rows.map((cells, row) => line(cells.map((cell, column) => written(cell, row, column))));
  return [line(head.map((name) => inMarkdown(name.trim()))), rule, ...body].join('\n');
}

/** Characters with a meaning in Markdown, and their escapes. */
const MARKUP: readonly (readonly [RegExp, string])[] = [
  [/[\\*|`[\]~]/g, '\\$&'],
  // Inside a word, an underscore has no meaning.
  [/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_'],
  [/&(?=#?\w+;)/g, '&amp;'],
  [/</g, '&lt;'],
  // Mentions no user, and links to no other thread.
  [/@(?=\w)|#(?=\d)/g, '$&<!-- -->'],
  [/:(?=[\w+-]+:)/g, '&#58;'],
];

/** Line ends, control characters, and characters that change the text direction. */
const INVISIBLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** Literal text in Markdown, on one line. */
export function inMarkdown(text: string): string {
  return MARKUP.reduce(
    (marked, [markup, literal]) => marked.replaceAll(markup, literal),
    text.replaceAll(INVISIBLE, ' '),
  );
}

const MARK = '**';

export function bold(markdown: string): string {
  return `${MARK}${markdown}${MARK}`;
}

/** A text as code within a line of Markdown. */
export function inCode(text: string): string {
  const fence = fenceAround(text, 1);
  return `${fence}${text}${fence}`;
}

/** A fence of more backticks than any sequence of them in a text. @param least minimum length */
export function fenceAround(text: string, least: number): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  return '`'.repeat(Math.max(least, longest + 1));
}

/** Markdown folded behind a title. @param title plain text */
export function folded(title: string, markdown: string): string {
  return `<details><summary>${inMarkdown(title)}</summary>\n\n${markdown}\n\n</details>`;
}

/** A text that is never broken between lines. */
export function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}
