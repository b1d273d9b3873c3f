import { html, type Markup } from '../../page/markup/markup.js';

/** The sheet that a drawing is made on: one for wide screens and paper, one for telephones. */
export interface Sheet {
  readonly width: number;
  readonly narrow: boolean;
}

/** A drawing is made twice, with letters that can be read on either. */
export const SHEETS: readonly Sheet[] = [
  { width: 900, narrow: false },
  { width: 400, narrow: true },
];

/** A coordinate without invisible digits. */
export function at(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A sign in a caption: the meaning of a colour or a shape. */
export function key(kind: string, text: string): Markup {
  return html`<span class="key ${kind}">${text}</span> `;
}
