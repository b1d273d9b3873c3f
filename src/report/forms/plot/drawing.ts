import { type Content, html, htmlLine, type Markup } from '../../page/markup/markup.js';

/** The sheet that a drawing is made on: one for wide screens and paper, one for telephones. */
export interface Sheet {
  readonly width: number;
  readonly narrow: boolean;
}

const WIDE: Sheet = { width: 900, narrow: false };
const NARROW: Sheet = { width: 400, narrow: true };

export interface DrawingWords {
  /** Unique on the page. */
  readonly id: string;
  readonly title: string;
  /** Beside the title: what signs and lines mean. */
  readonly keys?: Content;
  /** Its description for screen readers. */
  readonly label: string;
  /** How many values are drawn. */
  readonly points: number;
}

export interface Drawn {
  readonly height: number;
  readonly content: Content;
}

/**
 * A drawing that needs no script: made once for wide screens and paper and once for telephones, with letters that can be
 * read on either.
 */
export function drawing(words: DrawingWords, draw: (sheet: Sheet) => Drawn): Markup {
  const { id, title, keys } = words;
  return htmlLine`<figure id="${id}" class="drawing" data-picture="${id}">
<figcaption><strong>${title}</strong> ${keys}</figcaption>
${[WIDE, NARROW].map((sheet) => sheetMarkup(words, sheet, draw(sheet)))}</figure>`;
}

function sheetMarkup(
  { label, points }: DrawingWords,
  { width, narrow }: Sheet,
  { height, content }: Drawn,
): Markup {
  const high = Math.ceil(height);
  return htmlLine`<svg class="sheet ${narrow ? 'narrow' : 'wide'}" viewBox="0 0 ${width} ${high}" width="${width}" height="${high}" role="group" aria-label="${label}" data-points="${points}">
${content}
</svg>`;
}

/** A coordinate without invisible digits. */
export function at(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A sign in a caption: the meaning of a colour or a shape. */
export function key(kind: string, text: string): Markup {
  return html`<span class="key ${kind}">${text}</span> `;
}
