import { type Content, html, htmlLine, type Markup } from '../markup/markup.js';
import { axisOf, isOn } from './axis.js';
import { at, type DrawingName, type Drawn, drawing, key, type Limit, type Sheet } from './drawing.js';
import { LETTERS, textWidth } from './place-labels.js';
import { linesOf, nameLines } from './plot.js';

/** One bar. */
export interface Bar {
  readonly name: string;
  /** `null` where nothing was measured. */
  readonly value: number | null;
  readonly half_width: number;
  /** Between which it lies, where that is not half a width to either side. */
  readonly ends?: readonly [low: number, high: number];
  readonly text: string;
  /** Stands out: what is recommended, or best. */
  readonly best: boolean;
  readonly missed: boolean;
}

/** One figure of several settings. */
export interface BarPanel {
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly limits: readonly Limit[];
}

/** What is drawn. */
export interface BarPanels extends DrawingName {
  readonly panels: readonly BarPanel[];
  readonly keys?: Content;
  /** What the lines over the bars are; the interval of the mean unless given. */
  readonly whisker?: string;
  readonly table?: Content;
}

const ROW = 24;
const BAR = 14;
const BETWEEN = 18;
/** A line above the bars. */
const HEAD = LETTERS + 4;
/** Beside a bar or a line, before a text. */
const GAP = 6;

/** Figures of several settings as bars below each other, each figure with a scale of its own that begins at 0. */
export function barPanels(what: BarPanels): Markup {
  const { panels } = what;
  const all = panels.flatMap(({ bars }) => bars);
  const words = panels.map(
    ({ label, bars }) => `${label}: ${bars.map(({ name, text }) => `${name} ${text}`).join(', ')}`,
  );
  return drawing(
    {
      ...what,
      keys: [
        what.keys,
        html`<span>each scale begins at 0</span> `,
        all.some(({ half_width, ends }) => half_width > 0 || ends !== undefined) &&
          key('whisker', what.whisker ?? 'interval of the mean'),
        panels.some(({ limits }) => limits.length > 0) ? key('limit-line', 'limit') : null,
      ],
      label: words.join('. '),
      counts: { points: all.length },
    },
    (sheet) => drawn(sheet, what),
  );
}

function drawn(sheet: Sheet, { panels }: BarPanels): Drawn {
  const names = panels.flatMap(({ bars }) => bars.map(({ name }) => textWidth(name)));
  // On a telephone, and where names are long, they stand above their bars.
  const beside = !sheet.narrow && Math.max(0, ...names) < sheet.width / 3;
  // Letters of some fonts are wider than most.
  const left = beside ? Math.ceil(1.1 * Math.max(0, ...names)) + 10 : 0;
  const texts = Math.max(0, ...panels.flatMap(({ bars }) => bars.map(({ text }) => textWidth(text))));
  const wide = Math.max(80, sheet.width - left - texts - 14);
  const row = beside ? ROW : ROW + HEAD;
  let top = 0;
  const content = panels.map(({ label, bars, limits }) => {
    const values = bars.flatMap(({ value, ends = [] }) => (value === null ? [] : [value, ...ends]));
    const axis = axisOf(values.length > 0 ? values : [0], {
      from_zero: 'always',
      limits: limits.map(({ value }) => value),
    });
    const x = (value: number): number => at(left + Math.max(0, Math.min(1, axis.place(value))) * wide);
    const heads = [
      label,
      ...limits.map(({ text, value }) => (isOn(axis, value) ? text : `${text}: beyond the drawing`)),
    ].flatMap((text) => linesOf(text, sheet.width));
    const begin = top + heads.length * HEAD + 4;
    const lines = limits.filter(({ value }) => isOn(axis, value)).map(({ value }) => x(value));
    const shown = bars.map((bar, index) => {
      const y = begin + index * row + (beside ? 0 : HEAD);
      return barMarkup(bar, { y, left, beside, x, lines });
    });
    const end = begin + bars.length * row;
    const part = [
      nameLines(heads, top, HEAD, (index) => (index === 0 ? 'axis-name' : 'limit')),
      lines.map(
        (place) => htmlLine`<line class="limit" x1="${place}" x2="${place}" y1="${begin - 2}" y2="${end}"/>`,
      ),
      shown,
      htmlLine`<line class="rule" x1="${left}" x2="${left}" y1="${begin - 2}" y2="${end}"/>`,
    ];
    top = end + BETWEEN;
    return part;
  });
  return { height: Math.max(1, top - BETWEEN), content };
}

function barMarkup(
  { name, value, half_width, ends, text, best, missed }: Bar,
  {
    y,
    left,
    beside,
    x,
    lines,
  }: { y: number; left: number; beside: boolean; x: (value: number) => number; lines: readonly number[] },
): Markup {
  const middle = y + BAR / 2 + 4;
  const label = beside
    ? html`<text x="${left - 10}" y="${middle}" text-anchor="end">${name}</text>`
    : html`<text x="0" y="${y - 4}">${name}</text>`;
  if (value === null) return htmlLine`${label}<text x="${left + 6}" y="${middle}">-</text>`;
  const finite = Number.isFinite(half_width) && half_width > 0;
  const [least, most] =
    ends ?? (finite ? [Math.max(0, value - half_width), value + half_width] : [value, value]);
  const end = x(Math.max(value, most));
  const whisker =
    most > least &&
    html`<line class="whisker" x1="${x(least)}" x2="${end}" y1="${y + BAR / 2}" y2="${y + BAR / 2}"/>`;
  return htmlLine`${label}<rect class="bar-part${best ? ' best' : ''}${missed ? ' missed' : ''}" x="${left}" y="${y}" width="${at(Math.max(1, x(value) - left))}" height="${BAR}"/>${whisker}<text class="point-name${best ? ' strong' : ''}" x="${clearOf(lines, end + GAP, text)}" y="${middle}">${text}</text>`;
}

/** The first place from one on at which a text stands on no line. */
function clearOf(lines: readonly number[], from: number, text: string): number {
  return lines
    .toSorted((a, b) => a - b)
    .reduce((place, line) => {
      const crossed = line > place - GAP && line < place + textWidth(text) + GAP;
      return crossed ? line + GAP : place;
    }, from);
}
