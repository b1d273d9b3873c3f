import { type Content, html, htmlLine, type Markup } from './markup.js';

export interface TableColumn<Row> {
  readonly head: Content;
  readonly cell: (row: Row, index: number) => Content;
  /** Figures stand to the right; names and words to the left. */
  readonly words?: boolean;
  /** The sort value of rows whose cell has no figure; its text by default. */
  readonly value?: ((row: Row, index: number) => number | string | null) | undefined;
}

export interface TableOptions {
  /** Said by screen readers only. */
  readonly quiet?: boolean;
  /** Whether a reader can sort the rows by a column. */
  readonly sortable?: boolean;
  /** What is searched, in the plural, where a reader can search the rows. */
  readonly searched?: string;
  /** Number of rows on paper; a note says that the others are omitted. */
  readonly paper_rows?: number;
}

/** A table with more rows scrolls within a window. */
const MAX_ROWS = 40;

/**
 * A table that can be scrolled sideways if it is too wide, with its first column fixed, and that the keyboard reaches
 * then; the page's script indicates hidden columns, and sorts and searches.
 */
export function table<Row>(
  caption: string,
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  { quiet, sortable, searched, paper_rows }: TableOptions = {},
): Markup {
  const head = columns.map((column) => html`<th scope="col" class="${kindOf(column)}">${column.head}</th>`);
  const onPaper = paper_rows ?? rows.length;
  const body = rows.map(
    (row, index) =>
      htmlLine`<tr${index >= onPaper ? html` class="off-paper"` : null}>${columns.map((column, place) => cellOf(column, row, index, place))}</tr>`,
  );
  const tall = rows.length > MAX_ROWS ? ' tall' : '';
  const left = rows.length - onPaper;
  return html`<div class="scroll${tall}" tabindex="0" role="group" aria-label="${caption}"${sortable === true ? html` data-sortable="yes"` : null}${searched === undefined ? null : html` data-searched="${searched}"`}><table>
<caption${quiet === true ? html` class="hidden"` : null}>${caption}</caption>
<thead><tr>${head}</tr></thead>
<tbody>
${body}</tbody>
</table></div>
${
  left > 0 &&
  htmlLine`<p class="note paper-only">${left} further rows are left out on paper; the page itself has them.</p>`
}`;
}

function kindOf({ words: isWords }: TableColumn<never>): string {
  return isWords === true ? 'words' : 'figure';
}

function cellOf<Row>(column: TableColumn<Row>, row: Row, index: number, place: number): Markup {
  const value = column.value?.(row, index);
  const sorted = value === undefined ? null : html` data-sort="${value ?? ''}"`;
  const content = column.cell(row, index);
  return place === 0
    ? html`<th scope="row" class="${kindOf(column)}"${sorted}>${content}</th>`
    : html`<td class="${kindOf(column)}"${sorted}>${content}</td>`;
}
