import { type Content, html, htmlLine, type Markup } from '../markup/markup.js';

/** The sheet that a drawing is made on: one for wide screens and paper, one for telephones. */
export interface Sheet {
  readonly width: number;
  readonly narrow: boolean;
}

const WIDE: Sheet = { width: 900, narrow: false };
const NARROW: Sheet = { width: 400, narrow: true };

/** What a drawing shows, apart from the drawing itself. */
export interface DrawingWords {
  /** Unique on the page. */
  readonly id: string;
  readonly title: string;
  /** Beside the title: what signs and lines mean. */
  readonly keys?: Content;
  /** What a screen reader says of it. */
  readonly label: string;
  /** Attributes that say how much was drawn, such as `points`. */
  readonly counts?: Readonly<Record<string, number>>;
  /** The same as a table, behind the drawing. */
  readonly table?: Content;
  /** Whether parts of it can be reached and say what they are. */
  readonly parts?: boolean;
}

/** What every drawing is given besides what it draws. */
export type DrawingName = Pick<DrawingWords, 'id' | 'title'>;

/** A value that others are held against, with words. */
export interface Limit {
  readonly text: string;
  readonly value: number;
}

/** What was drawn, and how high it became. */
export interface Drawn {
  readonly height: number;
  readonly content: Content;
}

/**
 * A drawing that needs no script: made once for wide screens and paper and once for telephones, with letters that can be
 * read on either, and the same as a table behind it.
 */
export function drawing(words: DrawingWords, draw: (sheet: Sheet) => Drawn): Markup {
  const { id, title, keys, table } = words;
  return htmlLine`<figure id="${id}" class="drawing" data-picture="${id}">
<figcaption><strong>${title}</strong> ${keys}</figcaption>
${[WIDE, NARROW].map((sheet) => sheetMarkup(words, sheet, draw(sheet)))}${
  table !== undefined &&
  htmlLine`<details><summary>As a table</summary>
${table}</details>`
}</figure>`;
}

function sheetMarkup(
  { label, parts, counts = {} }: DrawingWords,
  { width, narrow }: Sheet,
  drawn: Drawn,
): Markup {
  const height = Math.ceil(drawn.height);
  const told = Object.entries(counts).map(([name, count]) => html` data-${name}="${count}"`);
  return htmlLine`<svg class="sheet ${narrow ? 'narrow' : 'wide'}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="${parts === true ? 'group' : 'img'}" aria-label="${label}"${told}>
${drawn.content}
</svg>`;
}

/** A coordinate without digits that nobody sees. */
export function at(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A sign in a caption: what a colour or a shape stands for. */
export function key(kind: string, text: string): Markup {
  return html`<span class="key ${kind}">${text}</span> `;
}
