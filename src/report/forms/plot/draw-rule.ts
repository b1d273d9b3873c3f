import type { RuleLayer } from '../../document/plot.js';
import { html } from '../../page/markup/markup.js';
import { at } from './drawing.js';
import { LETTER_SIZE, type TextPlace } from './place-labels.js';
import type { PlotArea } from './plot-area.js';

export type DrawnRule = ReturnType<typeof drawRule>;

/** Rows of text for labels of a vertical rule. */
const LABEL_ROWS = 6;

/**
 * Draws a rule: a line across the drawing, or a band behind it.
 * @returns its markup; the boxes that it covers; and its label with the possible places, the best first
 */
export function drawRule({ as, on, at: from, to = from, text }: RuleLayer, plot: PlotArea) {
  const { area, x, y, across } = plot;
  if (on === 'y') {
    const level = y(from);
    const places = [level - 5, level + LETTER_SIZE + 2]
      .filter((base) => base >= area.top + LETTER_SIZE && base < area.bottom)
      .flatMap((base): readonly TextPlace[] => [
        { x: area.right, y: base, anchor: 'end' },
        { x: area.left + 4, y: base, anchor: 'start' },
      ]);
    return {
      behind: null,
      line: html`<line class="${as}" x1="${area.left}" x2="${area.right}" y1="${level}" y2="${level}"/>`,
      taken: [{ ...area, top: level - 1, bottom: level + 1 }],
      label: { text, kind: 'limit', places },
    };
  }
  const placesAt = (place: number): readonly TextPlace[] =>
    Array.from({ length: LABEL_ROWS }, (_, row) => area.top + LETTER_SIZE + row * (LETTER_SIZE + 4)).flatMap(
      (base): readonly TextPlace[] => [
        { x: place + 5, y: base, anchor: 'start' },
        { x: place - 5, y: base, anchor: 'end' },
      ],
    );
  const kind = as === 'limit' || as === 'flag' ? 'limit' : 'point-name';
  const within = (place: number): number => Math.max(area.left, Math.min(area.right, place));
  if (as !== 'band') {
    const place = x(from);
    return {
      behind: null,
      line: html`<line class="${as}" x1="${place}" x2="${place}" y1="${area.top}" y2="${area.bottom}"/>`,
      taken: [],
      label: { text, kind, places: placesAt(place) },
    };
  }
  const half = across.steps === undefined ? 0 : (area.right - area.left) / across.steps / 2;
  const [left, right] = [within(x(from) - half), within(x(to) + half)];
  return {
    behind: html`<rect class="band" x="${at(left)}" y="${area.top}" width="${at(Math.max(2, right - left))}" height="${at(area.bottom - area.top)}"/>`,
    line: null,
    taken: [],
    label:
      across.steps !== undefined || text === ''
        ? null
        : { text, kind, places: placesAt(at((left + right) / 2)) },
  };
}
