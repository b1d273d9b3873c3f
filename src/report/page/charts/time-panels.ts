import { type Content, html, type Markup } from '../markup/markup.js';
import { type Axis, axisOf, isOn } from './axis.js';
import { at, drawing, type Drawn, key, type Sheet } from './drawing.js';
import { LETTERS, sparse, textWidth } from './place-labels.js';
import { linesOf } from './plot.js';
import { timeTicks } from './time-axis.js';

/** One figure over time. */
export interface TimePanel {
  /** Name of a colour. */
  readonly kind: string;
  /** Name with the unit. */
  readonly label: string;
  readonly text: (value: number) => string;
  /** One an interval; `null` where nothing was measured. */
  readonly values: readonly (number | null)[];
  /** What a stretch of several intervals is told by: their mean with the extremes behind it, or the largest. */
  readonly by: 'mean' | 'largest';
  readonly filled?: boolean;
  readonly logarithmic?: boolean;
  readonly limits: readonly { readonly text: string; readonly value: number }[];
  /** The scale of another panel, where two are to be held against each other. */
  readonly like?: readonly (readonly (number | null)[])[];
}

/** Moments of one kind above the curves. */
export interface TimeMarks {
  readonly kind: string;
  readonly seconds: readonly number[];
}

/** What is drawn. */
export interface TimePanels {
  readonly id: string;
  readonly title: string;
  readonly start_epoch_seconds: number;
  readonly duration_seconds: number;
  readonly width_seconds: number;
  readonly panels: readonly TimePanel[];
  readonly marks: readonly TimeMarks[];
  /** A moment that stands out, in words. */
  readonly worst?: { readonly seconds: number; readonly text: string } | undefined;
  /** Where a mark leads to. */
  readonly href?: string;
  readonly keys?: Content;
}

const HEIGHT = 84;
const MARK_ROW = 15;
const RIGHT = 14;
/** Stretches that are told apart. */
const COLUMNS = { wide: 420, narrow: 180 };
const SIGNS: Readonly<Record<string, string>> = { wake: '▲', suspend: '▼', restart: '◆', refusal: '✖', failed: '✖', fault: '■' };
/** More marks than this are drawn as strokes. */
const MAX_SIGNS = 40;

/** Figures over time in areas below each other, all on one axis of time, with marks above them. */
export function timePanels(what: TimePanels): Markup {
  const { id, title, panels, marks } = what;
  return drawing(
    {
      id,
      title,
      keys: [
        what.keys,
        panels.some(({ limits }) => limits.length > 0) ? key('limit-line', 'limit or objective') : null,
        marks.map(({ kind }) => html`<span class="key mark-${kind}" data-mark="${kind}">${kind}</span> `),
      ],
      label: `${panels.map(({ label }) => label).join(', ')} over time${what.worst === undefined ? '' : `; ${what.worst.text}`}`,
      counts: { points: panels[0]?.values.length ?? 0 },
    },
    (sheet) => drawn(sheet, what),
  );
}

function drawn(sheet: Sheet, what: TimePanels): Drawn {
  const { panels, marks, start_epoch_seconds, duration_seconds, worst } = what;
  const axes = panels.map(axisOfPanel);
  const left = Math.max(
    ...marks.map(({ kind }) => textWidth(kind) + 10),
    ...panels.flatMap(({ text }, index) => axes[index]!.ticks.map((tick) => textWidth(text(tick)) + 10)),
    40,
  );
  const right = sheet.width - RIGHT;
  const x = (seconds: number): number => at(left + (seconds / duration_seconds) * (right - left));
  const ticks = timeTicks(start_epoch_seconds, duration_seconds, sheet.narrow ? 5 : 10);
  const texts = sparse(ticks.map(({ text }) => text), ticks.map(({ seconds }) => x(seconds)));
  const worstRoom = worst === undefined ? 0 : LETTERS + 6;
  const markRows = marks.map((row, index) => markRow(row, worstRoom + index * MARK_ROW, { left, x, href: what.href }));
  let top = worstRoom + marks.length * MARK_ROW + 4;
  const begin = top;
  const drawnPanels = panels.map((panel, index) => {
    const axis = axes[index]!;
    const heads = linesOf(axis.scale === 'logarithmic' ? `${panel.label} (logarithmic scale)` : panel.label, sheet.width);
    const from = top + heads.length * (LETTERS + 3) + 4;
    const y = (value: number): number => at(from + HEIGHT - Math.max(0, Math.min(1, axis.place(value))) * HEIGHT);
    const shown = panelMarkup(panel, what, { axis, x, y, left, right, from, narrow: sheet.narrow });
    const head = heads.map((text, line) => html`<text class="axis-name" x="0" y="${top + LETTERS + line * (LETTERS + 3)}">${text}</text>
`);
    const grid = ticks.map(({ seconds }) => html`<line class="grid" x1="${x(seconds)}" x2="${x(seconds)}" y1="${from}" y2="${from + HEIGHT}"/>`);
    top = from + HEIGHT + 8;
    return [head, grid, shown];
  });
  const moment =
    worst === undefined
      ? null
      : html`<line class="worst" x1="${x(worst.seconds)}" x2="${x(worst.seconds)}" y1="${LETTERS + 4}" y2="${top - 8}"/><text class="worst" x="${inside(x(worst.seconds), worst.text, sheet)}" y="${LETTERS}" text-anchor="middle">${worst.text}</text>
`;
  return {
    height: top + LETTERS + 12,
    content: [
      markRows,
      drawnPanels,
      moment,
      ticks.map(({ seconds, text }, index) =>
        texts[index] === true
          ? html`<text x="${inside(x(seconds), text, sheet)}" y="${top + LETTERS}" text-anchor="middle">${text}</text>
`
          : null,
      ),
      begin < 0 ? null : html`<text x="${sheet.width}" y="${top + LETTERS + 12}" class="unit" text-anchor="end">UTC</text>
`,
    ],
  };
}

function inside(place: number, text: string, { width }: Sheet): number {
  const half = textWidth(text) / 2;
  return at(Math.max(half, Math.min(width - half, place)));
}

function axisOfPanel({ values, limits, like = [], logarithmic, text: _text }: TimePanel): Axis {
  const all = [values, ...like].flatMap((each) => each.filter((value) => value !== null));
  const positive = all.filter((value) => value > 0);
  const bounds = limits.map(({ value }) => value);
  const spread = (list: readonly number[]): readonly number[] =>
    list.length === 0 ? [0, 1] : [list.reduce((a, b) => Math.min(a, b)), list.reduce((a, b) => Math.max(a, b))];
  if (logarithmic === true && positive.length > 0)
    return axisOf(spread(positive), { limits: bounds, ticks: 3 });
  return axisOf(spread(all), { from_zero: 'always', limits: bounds, ticks: 3 });
}

/** A stretch of intervals as one column of the drawing. */
interface Column {
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly mean: number;
  readonly high: number;
}

function panelMarkup(
  panel: TimePanel,
  { duration_seconds, width_seconds }: TimePanels,
  of: {
    readonly axis: Axis;
    readonly x: (seconds: number) => number;
    readonly y: (value: number) => number;
    readonly left: number;
    readonly right: number;
    readonly from: number;
    readonly narrow: boolean;
  },
): Content {
  const { axis, x, y, left, right, from } = of;
  const columns = columnsOf(panel, duration_seconds, width_seconds, of.narrow ? COLUMNS.narrow : COLUMNS.wide);
  const bottom = from + HEIGHT;
  const runs = runsOf(columns);
  const line = runs.map((run) => `M${run.flatMap(({ from: begin, to, mean }) => [`${x(begin)},${y(mean)}`, `${x(to)},${y(mean)}`]).join(' ')}`).join('');
  const varied = columns.some((column) => column !== null && column.high > column.low);
  const envelope =
    panel.by === 'mean' && varied
      ? runs.map((run) => `M${run.flatMap(({ from: begin, to, high }) => [`${x(begin)},${y(high)}`, `${x(to)},${y(high)}`]).join(' ')} ${[...run].reverse().flatMap(({ from: begin, to, low }) => [`${x(to)},${y(low)}`, `${x(begin)},${y(low)}`]).join(' ')}Z`).join('')
      : '';
  const area =
    panel.filled === true
      ? runs.map((run) => `M${x(run[0]!.from)},${bottom} ${run.flatMap(({ from: begin, to, mean }) => [`${x(begin)},${y(mean)}`, `${x(to)},${y(mean)}`]).join(' ')} ${x(run.at(-1)!.to)},${bottom}Z`).join('')
      : '';
  return [
    axis.ticks.map((tick) => html`<line class="grid" x1="${left}" x2="${right}" y1="${y(tick)}" y2="${y(tick)}"/><text x="${left - 6}" y="${y(tick) + 4}" text-anchor="end">${panel.text(tick)}</text>
`),
    area === '' ? null : html`<path class="time-area ${panel.kind}" d="${area}"/>
`,
    envelope === '' ? null : html`<path class="time-envelope ${panel.kind}" d="${envelope}"/>
`,
    html`<path class="time-line ${panel.kind}" d="${line}"/>
<line class="rule" x1="${left}" x2="${right}" y1="${bottom}" y2="${bottom}"/>
`,
    limitLines(panel, { ...of, bottom }),
  ];
}

function limitLines(
  { limits }: TimePanel,
  { axis, y, left, right, from, bottom }: { axis: Axis; y: (value: number) => number; left: number; right: number; from: number; bottom: number },
): Content {
  let low = Number.NEGATIVE_INFINITY;
  return limits
    .toSorted((a, b) => b.value - a.value)
    .map(({ value, text }) => {
      const on = isOn(axis, value);
      const level = on ? y(value) : value > axis.high ? from : bottom;
      // Labels stand below each other where their lines are close.
      const base = Math.max(level - 4 < from + LETTERS ? Math.max(from + LETTERS - 2, level + LETTERS) : level - 4, low + LETTERS + 2);
      low = base;
      const words = on ? text : `${text}: beyond the drawing`;
      return html`${on ? html`<line class="limit" x1="${left}" x2="${right}" y1="${level}" y2="${level}"/>` : null}<text class="limit" x="${right}" y="${base}" text-anchor="end">${words}</text>
`;
    });
}

/** No more columns than can be told apart; `null` where nothing was measured. */
function columnsOf(
  { values, by }: TimePanel,
  duration_seconds: number,
  width_seconds: number,
  most: number,
): readonly (Column | null)[] {
  const stride = Math.max(1, Math.ceil(values.length / most));
  const columns: (Column | null)[] = [];
  for (let first = 0; first < values.length; first += stride) {
    const known = values.slice(first, first + stride).filter((value) => value !== null);
    const from = first * width_seconds;
    const to = Math.min(duration_seconds, (first + stride) * width_seconds);
    if (known.length === 0) {
      columns.push(null);
      continue;
    }
    const [low, high] = [Math.min(...known), Math.max(...known)];
    const mean = by === 'largest' ? high : known.reduce((sum, value) => sum + value, 0) / known.length;
    columns.push({ from, to, low, mean, high });
  }
  return columns;
}

/** Columns that follow each other without a gap. */
function runsOf(columns: readonly (Column | null)[]): readonly (readonly Column[])[] {
  const runs: Column[][] = [];
  let open: Column[] | undefined;
  for (const column of columns) {
    if (column === null) open = undefined;
    else if (open === undefined) runs.push((open = [column]));
    else open.push(column);
  }
  return runs;
}

function markRow(
  { kind, seconds }: TimeMarks,
  top: number,
  { left, x, href }: { left: number; x: (seconds: number) => number; href: string | undefined },
): Markup {
  const y = top + MARK_ROW - 3;
  const places = [...new Set(seconds.map((moment) => Math.round(x(moment))))];
  const signs =
    places.length > MAX_SIGNS
      ? html`<path class="mark-stroke mark-${kind}" d="${places.map((place) => `M${place},${y - 9}v10`).join('')}"/>`
      : places.map((place) => html`<text class="mark-sign mark-${kind}" x="${place}" y="${y}" text-anchor="middle" aria-hidden="true">${SIGNS[kind] ?? '•'}</text>`);
  const row = html`<text x="${left - 6}" y="${y}" text-anchor="end">${kind}</text>${signs}`;
  return href === undefined ? row : html`<a href="${href}" aria-label="${kind}: to the decision log">${row}</a>
`;
}
