import { html, type Markup } from '../../page/markup/markup.js';

/** The canvas of a drawing: one for wide screens and paper, one for phones. */
export interface Sheet {
  readonly width: number;
  readonly narrow: boolean;
}

/** Each plot is drawn on both, with legible letters. */
export const SHEETS: readonly Sheet[] = [
  { width: 900, narrow: false },
  { width: 400, narrow: true },
];

/** A coordinate, rounded to tenths. */
export function at(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A legend entry in a caption. */
export function key(kind: string, text: string): Markup {
  return html`<span class="key ${kind}">${text}</span> `;
}
