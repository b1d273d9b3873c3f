import { type Content, html, type Markup } from './markup.js';

/** One section of the page: a place in the navigation, a heading and what stands below it. */
export interface Section {
  /** Unique on the page; the fragment of its address. */
  readonly id: string;
  /** In the navigation. */
  readonly short: string;
  readonly title: string;
  /** Whether the title is for screen readers only. */
  readonly untitled?: boolean;
  readonly content: Content;
}

/** A section by its place, its name in the navigation and its title. */
export function section(id: string, short: string, title: string, content: Content): Section {
  return { id, short, title, content };
}

/** A column of names or words. */
export function words<Row>(head: Content, cell: TableColumn<Row>['cell']): TableColumn<Row> {
  return { head, words: true, cell };
}

/** A column of figures. */
export function figures<Row>(head: Content, cell: TableColumn<Row>['cell']): TableColumn<Row> {
  return { head, cell };
}

/** A section as HTML. */
export function sectionMarkup({ id, title, untitled, content }: Section): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"${untitled === true ? html` class="hidden"` : null}>${title}</h2>
${content}
</section>
`;
}

/** One column of a table. */
export interface TableColumn<Row> {
  readonly head: Content;
  readonly cell: (row: Row, index: number) => Content;
  /** Figures stand to the right; names and words to the left. */
  readonly words?: boolean;
}

/**
 * A table that can be scrolled sideways where it is too wide, and reached with the keyboard then.
 * @param caption said by screen readers, and shown unless `quiet`
 */
export function table<Row>(
  caption: string,
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  options: { readonly quiet?: boolean } = {},
): Markup {
  const kind = ({ words }: TableColumn<Row>): string => (words === true ? 'words' : 'figure');
  const head = columns.map((column) => html`<th scope="col" class="${kind(column)}">${column.head}</th>`);
  const body = rows.map(
    (row, index) => html`<tr>${columns.map((column, place) => {
      const content = column.cell(row, index);
      return place === 0
        ? html`<th scope="row" class="${kind(column)}">${content}</th>`
        : html`<td class="${kind(column)}">${content}</td>`;
    })}</tr>
`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table>
<caption${options.quiet === true ? html` class="hidden"` : null}>${caption}</caption>
<thead><tr>${head}</tr></thead>
<tbody>
${body}</tbody>
</table></div>
`;
}

/**
 * A column of bars, each as long as its value is large.
 * @param whole what a whole bar stands for: the largest value unless given
 */
export function barColumn<Row>(
  head: string,
  rows: readonly Row[],
  value: (row: Row) => number,
  whole = Math.max(0, ...rows.map(value)),
): TableColumn<Row> {
  return {
    head: html`<span class="hidden">${head}</span>`,
    cell(row) {
      const share = whole > 0 ? Math.max(0, Math.min(1, value(row) / whole)) : 0;
      return html`<svg class="bar" aria-hidden="true" focusable="false"><rect width="${percentage(share)}" height="100%" rx="2"/></svg>`;
    },
    words: true,
  };
}

/** A share as a length for a drawing. */
export function percentage(share: number): string {
  return `${Math.round(share * 1e4) / 100}%`;
}
