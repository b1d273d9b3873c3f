import type uPlot from 'uplot';
import type { Decision } from './decision-rows.js';
import type { Palette } from './palette.js';

/** Moments of one kind, ascending; Unix time. */
export interface Marks {
  readonly kind: string;
  readonly times: Float64Array;
}

/** Which mark a decision gets. */
const KINDS: Readonly<Record<string, string>> = {
  wake: 'wake',
  resume: 'wake',
  suspend: 'suspend',
  restart: 'restart',
  out_of_memory: 'restart',
  refuse: 'refusal',
  quota_exhausted: 'refusal',
  fault: 'fault',
};
const ORDER = ['wake', 'suspend', 'restart', 'refusal', 'fault'];

/** Height of a row of marks above a curve; CSS pixels. */
export const MARK_ROW = 13;
/** Marks that are drawn as signs of their own; more are drawn as strokes. */
const MAX_SIGNS = 120;

/** The marks of a compute, or of all where none is named; kinds that never occurred have none. */
export function marksOf(
  rows: readonly Decision[],
  compute: string | undefined,
  start_epoch_seconds: number,
): readonly Marks[] {
  const times = new Map<string, number[]>();
  for (const row of rows) {
    const kind = KINDS[row.decision];
    if (kind === undefined || (compute !== undefined && row.compute !== compute)) continue;
    const list = times.get(kind) ?? [];
    if (list.length === 0) times.set(kind, list);
    list.push(start_epoch_seconds + row.time_ms / 1000);
  }
  return ORDER.filter((kind) => times.has(kind)).map((kind) => ({
    kind,
    times: Float64Array.from(times.get(kind)!),
  }));
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

/** A corner of a sign, in units of its radius. */
type Corner = readonly [number, number];

const CROSS: readonly Corner[] = [
  [-1, -0.5],
  [-0.5, -1],
  [0, -0.4],
  [0.5, -1],
  [1, -0.5],
  [0.4, 0],
  [1, 0.5],
  [0.5, 1],
  [0, 0.4],
  [-0.5, 1],
  [-1, 0.5],
  [-0.4, 0],
];

/** The corners of each kind's sign: told apart by shape as well as by colour. */
const SIGNS: Readonly<Record<string, readonly Corner[]>> = {
  wake: [
    [-1, 0.8],
    [0, -1],
    [1, 0.8],
  ],
  suspend: [
    [-1, -0.8],
    [0, 1],
    [1, -0.8],
  ],
  restart: [
    [-1, 0],
    [0, -1],
    [1, 0],
    [0, 1],
  ],
  refusal: CROSS,
  failed: CROSS,
  fault: [
    [-0.9, -0.9],
    [0.9, -0.9],
    [0.9, 0.9],
    [-0.9, 0.9],
  ],
};

/** Draws the sign of a kind. */
function drawSign(ctx: CanvasRenderingContext2D, kind: string, x: number, y: number, r: number): void {
  ctx.beginPath();
  for (const [dx, dy] of SIGNS[kind]!) ctx.lineTo(x + dx * r, y + dy * r);
  ctx.closePath();
  ctx.fill();
}
