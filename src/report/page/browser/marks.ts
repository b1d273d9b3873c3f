import type uPlot from 'uplot';
import { MARK_OF, MARK_ORDER } from '../recorded/mark-kinds.js';
import type { PackedMarks, PageData } from '../recorded/page-data.js';
import type { Decision } from './decision-rows.js';
import type { Palette } from './palette.js';
import { unpackNumbers } from './unpack-numbers.js';

/** Moments of one kind, ascending; Unix time. */
export interface Marks {
  readonly kind: string;
  readonly times: Float64Array;
}

/** Height of a row of marks above a curve; CSS pixels. */
export const MARK_ROW = 13;
/** How near to a mark a click is; CSS pixels. */
const NEAR = 8;
/** Marks that are drawn as signs of their own; more are drawn as strokes. */
const MAX_SIGNS = 120;

/** The marks of a compute, or of all where none is named; kinds that never occurred have none. */
export function marksOf(
  { start_epoch_seconds, marks }: Pick<PageData, 'start_epoch_seconds' | 'marks'>,
  rows: readonly Decision[],
  compute: string | undefined,
): readonly Marks[] {
  const times = new Map<string, number[]>();
  for (const row of rows) {
    const kind = MARK_OF[row.decision];
    if (kind === undefined || (compute !== undefined && row.compute !== compute)) continue;
    const list = times.get(kind) ?? [];
    if (list.length === 0) times.set(kind, list);
    list.push(start_epoch_seconds + row.time_ms / 1000);
  }
  for (const [kind, coarse] of coarseMarks(marks, compute, start_epoch_seconds)) {
    const known = times.get(kind) ?? [];
    const last = known.at(-1) ?? Number.NEGATIVE_INFINITY;
    times.set(kind, [...known, ...coarse.filter((time) => time > last)]);
  }
  return MARK_ORDER.filter((kind) => times.has(kind)).map((kind) => ({
    kind,
    times: Float64Array.from(times.get(kind)!),
  }));
}

/** The marks of the whole run, to a part of it: those that the log of decisions has no room for are among them. */
function coarseMarks(
  marks: PackedMarks | undefined,
  compute: string | undefined,
  start_epoch_seconds: number,
): readonly (readonly [string, readonly number[]])[] {
  const lane = marks?.lanes.find((each) => each.compute === (compute ?? ''));
  if (marks === undefined || lane === undefined) return [];
  return Object.entries(lane.kinds).map(([kind, packed]) => {
    const times = Array.from(
      unpackNumbers(packed),
      (slot) => start_epoch_seconds + (slot + 0.5) * marks.width_seconds,
    );
    return [kind, times] as const;
  });
}

/** The mark nearest to a place of a chart, within a few pixels; `undefined` where there is none. @param y from the chart's top */
export function markAt(
  chart: uPlot,
  marks: readonly Marks[],
  x: number,
  y: number,
): { readonly kind: string; readonly time: number } | undefined {
  const top = chart.bbox.top / devicePixelRatio - marks.length * MARK_ROW;
  const row = marks[Math.floor((y - top) / MARK_ROW)];
  if (row === undefined || y < top) return undefined;
  const left = chart.bbox.left / devicePixelRatio;
  let nearest: number | undefined;
  let distance = NEAR;
  for (const time of row.times) {
    const away = Math.abs(chart.valToPos(time, 'x') + left - x);
    if (away <= distance) [nearest, distance] = [time, away];
  }
  return nearest === undefined ? undefined : { kind: row.kind, time: nearest };
}

/** Draws rows of marks above the plotting area of a chart. */
export function drawMarks(chart: uPlot, marks: readonly Marks[], palette: Palette): void {
  const { ctx, bbox } = chart;
  const ratio = devicePixelRatio;
  const { min = 0, max = 0 } = chart.scales['x']!;
  ctx.save();
  ctx.font = `${10 * ratio}px system-ui, sans-serif`;
  ctx.textAlign = 'right';
  ctx.textBaseline = 'middle';
  for (const [index, { kind, times }] of marks.entries()) {
    const y = bbox.top - (marks.length - index - 0.5) * MARK_ROW * ratio;
    const inView = times.filter((time) => time >= min && time <= max);
    ctx.fillStyle = palette.quiet;
    ctx.fillText(kind, bbox.left - 6 * ratio, y);
    ctx.fillStyle = palette.marks[kind]!;
    const places = inView.map((time) => Math.round(chart.valToPos(time, 'x', true)));
    if (places.length > MAX_SIGNS) drawStrokes(ctx, places, y, ratio);
    else for (const x of places) drawSign(ctx, kind, x, y, 4.5 * ratio);
  }
  ctx.restore();
}

/** A stroke a pixel, the stronger the more marks stand there. */
function drawStrokes(ctx: CanvasRenderingContext2D, places: Float64Array, y: number, ratio: number): void {
  const width = 2 * ratio;
  const counts = new Map<number, number>();
  for (const x of places) {
    const column = Math.floor(x / width);
    counts.set(column, (counts.get(column) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  for (const [column, count] of counts) {
    ctx.globalAlpha = 0.5 + 0.5 * (count / most);
    ctx.fillRect(column * width, y - 5 * ratio, ratio, 10 * ratio);
  }
  ctx.globalAlpha = 1;
}

const CROSS = 'M-1-0.5-0.5-1 0-0.4 0.5-1 1-0.5 0.4 0 1 0.5 0.5 1 0 0.4-0.5 1-1 0.5-0.4 0Z';

/** The outline of each kind's sign, in units of its radius: told apart by shape as well as by colour. */
const SIGNS: Readonly<Record<string, string>> = {
  wake: 'M-1 0.8 0-1 1 0.8Z',
  suspend: 'M-1-0.8 0 1 1-0.8Z',
  restart: 'M-1 0 0-1 1 0 0 1Z',
  refusal: CROSS,
  failed: CROSS,
  fault: 'M-0.9-0.9H0.9V0.9H-0.9Z',
};

/** Draws the sign of a kind. */
function drawSign(ctx: CanvasRenderingContext2D, kind: string, x: number, y: number, r: number): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(r, r);
  ctx.fill(new Path2D(SIGNS[kind]));
  ctx.restore();
}
