import { columns } from '../../text/text-width.js';

/** A rectangle of a drawing. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The anchor of a text and its baseline. */
export interface TextPlace {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'end' | 'middle';
}

/** Size of the letters of a drawing, and maximum width of a column of text; in units of the drawing. */
export const LETTER_SIZE = 13;
const COLUMN_WIDTH = 0.62 * LETTER_SIZE;
const ASCENT = 0.85 * LETTER_SIZE;
const DESCENT = 0.25 * LETTER_SIZE;
/** Distance between the middle of a point and its label. */
const LABEL_DISTANCE = 11;

/** Upper bound of the width of a text in a drawing. */
export function textWidth(text: string): number {
  return columns(text) * COLUMN_WIDTH;
}

/** Number of columns of text that fit into a width. */
export function columnsWithin(width: number): number {
  return Math.floor(width / COLUMN_WIDTH);
}

/** The box of a text with its baseline at `y`. */
export function textBox(text: string, x: number, y: number, anchor: TextPlace['anchor']): Box {
  const width = textWidth(text);
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return { left, top: y - ASCENT, right: left + width, bottom: y + DESCENT };
}

/** Places around a point, the best first: right, left, above and below, then one line further up or down. */
const PLACES: readonly (readonly [dx: number, dy: number, anchor: TextPlace['anchor']])[] = [
  [LABEL_DISTANCE, 4, 'start'],
  [-LABEL_DISTANCE, 4, 'end'],
  [0, -LABEL_DISTANCE, 'middle'],
  [0, LABEL_DISTANCE + ASCENT, 'middle'],
  [LABEL_DISTANCE, -LABEL_DISTANCE, 'start'],
  [LABEL_DISTANCE, LABEL_DISTANCE + 4, 'start'],
  [-LABEL_DISTANCE, -LABEL_DISTANCE, 'end'],
  [-LABEL_DISTANCE, LABEL_DISTANCE + 4, 'end'],
  [LABEL_DISTANCE, -LABEL_DISTANCE - LETTER_SIZE, 'start'],
  [-LABEL_DISTANCE, -LABEL_DISTANCE - LETTER_SIZE, 'end'],
  [LABEL_DISTANCE, LABEL_DISTANCE + 4 + LETTER_SIZE, 'start'],
  [-LABEL_DISTANCE, LABEL_DISTANCE + 4 + LETTER_SIZE, 'end'],
];

/**
 * Finds a place for a label at a point that overlaps nothing; `undefined` if there is none.
 * @param texts its possible texts, the longest first; the first that fits is used
 * @param within the drawing
 * @param taken areas that labels must not cover, such as points and other labels
 */
export function placedLabel(
  [x, y]: readonly [x: number, y: number],
  texts: readonly string[],
  within: Box,
  taken: readonly Box[],
) {
  for (const text of texts) {
    for (const [dx, dy, anchor] of PLACES) {
      const box = textBox(text, x + dx, y + dy, anchor);
      if (!isInside(box, within) || taken.some((other) => overlap(box, other))) continue;
      return { x: x + dx, y: y + dy, anchor, text, box };
    }
  }
  return undefined;
}

export function pointBox(x: number, y: number, radius: number): Box {
  return { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius };
}

export function overlap(one: Box, two: Box): boolean {
  return one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom;
}

function isInside(box: Box, within: Box): boolean {
  return (
    box.left >= within.left &&
    box.right <= within.right &&
    box.top >= within.top &&
    box.bottom <= within.bottom
  );
}

/**
 * Which texts of a row to show so that none overlap: all, or every second, third and so on.
 * @param places horizontal centres of the texts
 */
export function sparse(texts: readonly string[], places: readonly number[]): readonly boolean[] {
  for (let every = 1; every <= texts.length; every++) {
    let end = Number.NEGATIVE_INFINITY;
    const fits = texts.every((text, index) => {
      if (index % every !== 0) return true;
      const half = textWidth(text) / 2;
      const free = places[index]! - half >= end;
      end = places[index]! + half + COLUMN_WIDTH;
      return free;
    });
    if (fits) return texts.map((_, index) => index % every === 0);
  }
  return texts.map(() => false);
}
