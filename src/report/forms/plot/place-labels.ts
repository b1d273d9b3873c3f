import { columns } from '../../text/text-width.js';

/** A rectangle of a drawing. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Where a text begins, ends or has its middle, and its baseline. */
export interface TextPlace {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'end' | 'middle';
}

/** Size of the letters of a drawing, and how wide a column of text is at most; in units of the drawing. */
export const LETTERS = 13;
const COLUMN = 0.62 * LETTERS;
const ASCENT = 0.85 * LETTERS;
const DESCENT = 0.25 * LETTERS;
/** Between a point's middle and its label. */
const AWAY = 11;

/** How wide a text is in a drawing, no less. */
export function textWidth(text: string): number {
  return columns(text) * COLUMN;
}

/** How many columns of text a width has room for. */
export function columnsWithin(width: number): number {
  return Math.floor(width / COLUMN);
}

/** The box of a text with its baseline at `y`. */
export function textBox(text: string, x: number, y: number, anchor: TextPlace['anchor']): Box {
  const width = textWidth(text);
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return { left, top: y - ASCENT, right: left + width, bottom: y + DESCENT };
}

/** Places about a point, the best first: right, left, above and below, then a line further up or down. */
const PLACES: readonly (readonly [dx: number, dy: number, anchor: TextPlace['anchor']])[] = [
  [AWAY, 4, 'start'],
  [-AWAY, 4, 'end'],
  [0, -AWAY, 'middle'],
  [0, AWAY + ASCENT, 'middle'],
  [AWAY, -AWAY, 'start'],
  [AWAY, AWAY + 4, 'start'],
  [-AWAY, -AWAY, 'end'],
  [-AWAY, AWAY + 4, 'end'],
  [AWAY, -AWAY - LETTERS, 'start'],
  [-AWAY, -AWAY - LETTERS, 'end'],
  [AWAY, AWAY + 4 + LETTERS, 'start'],
  [-AWAY, AWAY + 4 + LETTERS, 'end'],
];

/**
 * Finds a place for a label at a point that overlaps no taken place; `undefined` without room.
 * @param texts its possible texts, the fullest first; the first that fits is used
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
 * The texts of a row that do not overlap: all, or every second, third and so on.
 * @param places of their middles
 */
export function sparse(texts: readonly string[], places: readonly number[]): readonly boolean[] {
  for (let every = 1; every <= texts.length; every++) {
    let end = Number.NEGATIVE_INFINITY;
    const fits = texts.every((text, index) => {
      if (index % every !== 0) return true;
      const half = textWidth(text) / 2;
      const free = places[index]! - half >= end;
      end = places[index]! + half + COLUMN;
      return free;
    });
    if (fits) return texts.map((_, index) => index % every === 0);
  }
  return texts.map(() => false);
}
