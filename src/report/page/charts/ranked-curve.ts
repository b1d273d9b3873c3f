import { html, htmlLine, type Markup } from '../markup/markup.js';
import { axisOf } from './axis.js';
import { at, type DrawingName, type Drawn, drawing, key, type Sheet } from './drawing.js';
import { plotOf } from './plot.js';

/** One of those that are ranked. */
export interface Ranked {
  readonly value: number;
  /** Of it, what could be saved. */
  readonly saving: number;
  /** Asked for only of those that have a part of their own. */
  readonly lines: () => readonly string[];
}

/** What is drawn. */
export interface RankedCurve extends DrawingName {
  readonly label: string;
  /** What is ranked, in the plural. */
  readonly what: string;
  /** The largest first. */
  readonly ranked: readonly Ranked[];
  readonly text: (value: number) => string;
  /** What the first of them have of the whole, in words, and how many they are. */
  readonly shares: readonly { readonly first: number; readonly text: string }[];
}

const HEIGHT = 260;
/** More than these are drawn as one outline, without a part of its own for each. */
const MAX_PARTS = 60;

/** Values from the largest to the smallest as bars side by side, the part that could be saved set off. */
export function rankedCurve(what: RankedCurve): Markup | null {
  const { ranked, shares } = what;
  if (ranked.length === 0) return null;
  return drawing(
    {
      ...what,
      keys: [
        key('part-growing', 'cost'),
        ranked.some(({ saving }) => saving > 0) &&
          key('part-saved', 'of it, saved with the best timeout (estimated)'),
        shares.map(({ text }) => html`<span>${text}</span> `),
      ],
      label: `${what.label} of ${ranked.length} ${what.what}, the largest first; ${shares.map(({ text }) => text).join('; ')}`,
      counts: { points: ranked.length },
      parts: true,
    },
    (sheet) => drawn(sheet, what),
  );
}

function drawn(sheet: Sheet, { ranked, label, what, text, shares }: RankedCurve): Drawn {
  const up = axisOf(
    ranked.map(({ value }) => value),
    { from_zero: 'always' },
  );
  const ranks = axisOf([0, ranked.length], { from_zero: 'always', ticks: sheet.narrow ? 4 : 8 });
  const across = {
    axis: {
      ...ranks,
      high: ranked.length,
      place: (rank: number) => rank / ranked.length,
      ticks: ranks.ticks.filter((tick) => tick <= ranked.length && Number.isInteger(tick)),
    },
    label: `${what}, the largest first`,
    text: String,
  };
  const plot = plotOf(sheet, across, { axis: up, label, text }, HEIGHT);
  const outline = (height: (one: Ranked) => number): string => {
    const corners = ranked.flatMap((one, index) => [
      `${plot.x(index)},${plot.y(height(one))}`,
      `${plot.x(index + 1)},${plot.y(height(one))}`,
    ]);
    return `M${plot.x(0)},${plot.area.bottom} L${corners.join(' ')} L${plot.x(ranked.length)},${plot.area.bottom} Z`;
  };
  return {
    height: plot.height,
    content: [
      plot.frame,
      htmlLine`<path class="part-growing" d="${outline(({ value }) => value)}"/>
<path class="part-saved" d="${outline(({ value, saving }) => Math.max(0, Math.min(value, saving)))}"/>`,
      shares.map(
        ({ first }) =>
          htmlLine`<line class="carried" x1="${plot.x(first)}" x2="${plot.x(first)}" y1="${plot.area.top}" y2="${plot.area.bottom}"/>`,
      ),
      ranked.slice(0, MAX_PARTS).map((one, index) => {
        const lines = one.lines();
        return htmlLine`<rect class="hit" x="${plot.x(index)}" y="${plot.area.top}" width="${at(Math.max(1, plot.x(index + 1) - plot.x(index)))}" height="${HEIGHT}" role="img" aria-label="${lines.join('; ')}" data-tip="${lines.join('\n')}"/>`;
      }),
    ],
  };
}
