import { type Content, html, htmlLine } from '../markup/markup.js';
import { type Axis, axisOf, isOn } from './axis.js';
import type { Limit } from './drawing.js';
import { LETTERS } from './place-labels.js';

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
  readonly limits: readonly Limit[];
  /** Between which the values of several runs lie; of each interval, `null` where nothing was measured. */
  readonly band?: readonly ({ readonly low: number; readonly high: number } | null)[];
  /** Another panel that has the same axis, where two are to be held against each other. */
  readonly like?: Pick<TimePanel, 'values' | 'limits'>;
  /** What is said in place of an empty area where there is nothing but 0 to draw, or nothing at all. */
  readonly nothing?: string;
}

/** What a panel says instead of drawing; `undefined` where it, or the one it is held against, has something to draw. */
export function saidInstead({ nothing, values, like }: TimePanel): string | undefined {
  const isDrawn = [...values, ...(like?.values ?? [])].some((value) => value !== null && value !== 0);
  return isDrawn ? undefined : nothing;
}

/** Which time panels are about. */
export interface TimelineSpan {
  readonly start_epoch_seconds: number;
  readonly duration_seconds: number;
  readonly width_seconds: number;
}

/** Height of the area of a panel. */
export const PANEL_HEIGHT = 84;
/** Stretches that are told apart. */
const COLUMNS = { wide: 420, narrow: 180 };
/** As few as this show where a run was busy. */
const FEWEST = 48;

/** The axis of a panel: from 0 unless it is logarithmic. */
export function axisOfPanel({ values, band = [], limits, like, logarithmic }: TimePanel): Axis {
  const ends = band.flatMap((each) => (each === null ? [] : [each.low, each.high]));
  const all = [...values, ...ends, ...(like?.values ?? [])].filter((value) => value !== null);
  const positive = all.filter((value) => value > 0);
  // In one order, whichever of the two it is: each limit widens the axis for the next.
  const bounds = [...limits, ...(like?.limits ?? [])].map(({ value }) => value).sort((a, b) => a - b);
  const spread = (list: readonly number[]): readonly number[] =>
    list.length === 0
      ? [0, 1]
      : [list.reduce((a, b) => Math.min(a, b)), list.reduce((a, b) => Math.max(a, b))];
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

/** Where a panel stands on its sheet. */
interface PanelPlace {
  readonly axis: Axis;
  readonly x: (seconds: number) => number;
  readonly y: (value: number) => number;
  readonly left: number;
  readonly right: number;
  readonly from: number;
}

/** A panel: grid, shades, line and limits. */
export function panelMarkup(
  panel: TimePanel,
  { duration_seconds, width_seconds }: Pick<TimelineSpan, 'duration_seconds' | 'width_seconds'>,
  place: PanelPlace,
  narrow: boolean,
): Content {
  const { axis, x, y, left, right, from } = place;
  const most = narrow ? COLUMNS.narrow : COLUMNS.wide;
  const columns = readableColumns(panel, duration_seconds, width_seconds, most);
  const bottom = from + PANEL_HEIGHT;
  const runs = runsOf(columns);
  const steps = (run: readonly Column[], of: 'low' | 'mean' | 'high'): readonly string[] =>
    run.flatMap((column) => [`${x(column.from)},${y(column[of])}`, `${x(column.to)},${y(column[of])}`]);
  const shape = (kind: string, path: (run: readonly Column[]) => string): Content =>
    runs.length > 0 && htmlLine`<path class="time-${kind} ${panel.kind}" d="${runs.map(path).join('')}"/>`;
  const varied = columns.some((column) => column !== null && column.high > column.low);
  return [
    axis.ticks.map(
      (tick) =>
        htmlLine`<line class="grid" x1="${left}" x2="${right}" y1="${y(tick)}" y2="${y(tick)}"/><text x="${left - 6}" y="${y(tick) + 4}" text-anchor="end">${panel.text(tick)}</text>`,
    ),
    panel.filled === true &&
      shape('area', (run) => {
        const [first, last] = [x(run[0]!.from), x(run.at(-1)!.to)];
        return `M${first},${bottom} ${steps(run, 'mean').join(' ')} ${last},${bottom}Z`;
      }),
    panel.by === 'mean' &&
      varied &&
      shape('envelope', (run) => `M${[...steps(run, 'high'), ...steps(run, 'low').toReversed()].join(' ')}Z`),
    htmlLine`<path class="time-line ${panel.kind}" d="${runs.map((run) => `M${steps(run, 'mean').join(' ')}`).join('')}"/>
<line class="rule" x1="${left}" x2="${right}" y1="${bottom}" y2="${bottom}"/>`,
    limitLines(panel, place),
  ];
}

function limitLines({ limits }: TimePanel, { axis, y, left, right, from }: PanelPlace): Content {
  let low = Number.NEGATIVE_INFINITY;
  const descending = limits.toSorted((a, b) => b.value - a.value);
  const levels = descending.filter(({ value }) => isOn(axis, value)).map(({ value }) => y(value));
  return descending.map(({ value, text }) => {
    const on = isOn(axis, value);
    const level = on ? y(value) : value > axis.high ? from : from + PANEL_HEIGHT;
    // Labels stand below each other, within the panel, and on no line.
    const base = levels.reduce(
      (place, line) => (line > place - LETTERS && line < place + 3 ? line + LETTERS : place),
      Math.max(level - 4, from + LETTERS - 2, low + LETTERS + 2),
    );
    low = base;
    const words = on ? text : `${text}: beyond the drawing`;
    return htmlLine`${on ? html`<line class="limit" x1="${left}" x2="${right}" y1="${level}" y2="${level}"/>` : null}<text class="limit" x="${right}" y="${base}" text-anchor="end">${words}</text>`;
  });
}

/**
 * The columns of a panel: fewer where a line of means would go up and down from one to the next, as that of a compute
 * which suspends after every query does. Such a comb says less than the mean of a longer stretch with its extremes.
 */
export function readableColumns(
  panel: Pick<TimePanel, 'values' | 'by' | 'band'>,
  duration_seconds: number,
  width_seconds: number,
  most: number,
): readonly (Column | null)[] {
  const columns = columnsOf(panel, duration_seconds, width_seconds, most);
  // The extremes of several runs are not those of a longer stretch.
  if (panel.band !== undefined) return columns;
  const fewer = Math.ceil(most / 2);
  const isComb = panel.by === 'mean' && columns.length > FEWEST && turns(columns) > columns.length / 3;
  return isComb && fewer >= FEWEST ? readableColumns(panel, duration_seconds, width_seconds, fewer) : columns;
}

/** How often a line of means turns back by a quarter of its range or more. */
function turns(columns: readonly (Column | null)[]): number {
  const means = columns.filter((column) => column !== null).map(({ mean }) => mean);
  const least = (Math.max(...means) - Math.min(...means)) / 4;
  let count = 0;
  for (let index = 2; index < means.length; index++) {
    const [before, after] = [means[index - 1]! - means[index - 2]!, means[index]! - means[index - 1]!];
    if (before * after < 0 && Math.min(Math.abs(before), Math.abs(after)) >= least) count += 1;
  }
  return count;
}

/** No more columns than can be told apart; `null` where nothing was measured. */
function columnsOf(
  { values, by, band }: Pick<TimePanel, 'values' | 'by' | 'band'>,
  duration_seconds: number,
  width_seconds: number,
  most: number,
): readonly (Column | null)[] {
  const stride = Math.max(1, Math.ceil(values.length / most));
  const within = (first: number) => band?.slice(first, first + stride).filter((each) => each !== null);
  const columns: (Column | null)[] = [];
  for (let first = 0; first < values.length; first += stride) {
    const known = values.slice(first, first + stride).filter((value) => value !== null);
    const from = first * width_seconds;
    const to = Math.min(duration_seconds, (first + stride) * width_seconds);
    if (known.length === 0) {
      columns.push(null);
      continue;
    }
    const ends = within(first) ?? [];
    const low = Math.min(...known, ...ends.map((each) => each.low));
    const high = Math.max(...known, ...ends.map((each) => each.high));
    const mean =
      by === 'largest' ? Math.max(...known) : known.reduce((sum, value) => sum + value, 0) / known.length;
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
    else if (open === undefined) {
      open = [column];
      runs.push(open);
    } else open.push(column);
  }
  return runs;
}
