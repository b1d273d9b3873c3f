/*! uPlot: copyright (c) Leon Sorokin, MIT licence, https://github.com/leeoniya/uPlot */
import uPlot from 'uplot';
import { type ShownCurve, type ShownLane, seriesOf } from './shown-lane.js';

/** Width of the axis to the left, the same for all curves, so that they stand below each other. */
const AXIS = 66;
/** To the right of a curve: room for half of the last label. */
const MARGIN = 22;
const HEIGHT = 104;
/** Of the figures of the axis of time, which only the last curve has. */
const TIMES = 40;
const FONT = '12px system-ui, sans-serif';

/** Where a curve is drawn. */
export interface CurvePlace {
  readonly lane: ShownLane;
  readonly curve: ShownCurve;
  readonly isLast: boolean;
  readonly width: number;
  /** The moment that stands out, Unix time. */
  readonly worst: number | undefined;
}

/** A colour of the page at the moment. A variable may hold light-dark(): its value is only known on an element. */
function colour(style: string): string {
  const probe = document.createElement('span');
  probe.style.color = style.startsWith('--') ? `var(${style})` : style;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** A curve of the library with its axes and limits. */
export function optionsOf({ curve, isLast, width, worst }: CurvePlace): uPlot.Options {
  const { panel, band, limits } = curve;
  const own = `--${panel.colour}`;
  const line: uPlot.Series = {
    scale: 'y',
    stroke: () => colour(own),
    width: band === undefined ? 1.25 : 1.75,
    ...STEPPED,
    ...(panel.filled && band === undefined && { fill: () => colour('--cu-fill') }),
    ...(panel.logarithmic && { points: { show: areFew, size: 3 } }),
  };
  const end: uPlot.Series = { scale: 'y', stroke: 'transparent', width: 0, ...STEPPED };
  const shade = `color-mix(in srgb, var(${own}) 26%, transparent)`;
  return {
    width,
    height: HEIGHT + (isLast ? TIMES : 0),
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    legend: { show: false },
    padding: [8, MARGIN, isLast ? null : 6, null],
    series: band === undefined ? [{}, line] : [{}, end, end, line],
    ...(band !== undefined && { bands: [{ series: [1, 2], fill: () => colour(shade) }] }),
    scales: {
      x: {},
      y: panel.logarithmic
        ? { distr: 3, range: (_, low, high) => decades(low, high) }
        : { range: (_, __, high) => [0, topOf(high, curve)] },
    },
    axes: [timeAxis(isLast), valueAxis(curve)],
    cursor: {
      sync: { key: 'neap' },
      drag: { x: true, y: false, setScale: true },
      y: false,
      // The ends of a band have no point of their own.
      points: { size: (_, index) => (band === undefined || index === 3 ? 7 : 0) },
      // A value holds from the beginning of its interval to the end.
      dataIdx: (chart, _, closest, time) =>
        closest > 0 && chart.data[0][closest]! > time ? closest - 1 : closest,
    },
    hooks: {
      draw: [
        (chart) => {
          for (const { value, text } of limits) drawLimit(chart, value, text);
          if (worst !== undefined) drawWorst(chart, worst);
        },
      ],
    },
  };
}

/** The columns of a curve. */
export function columnsOf({ lane, curve }: CurvePlace): uPlot.AlignedData {
  return [lane.time, ...seriesOf(curve)] as uPlot.AlignedData;
}

function timeAxis(isLast: boolean): uPlot.Axis {
  return {
    font: FONT,
    stroke: () => colour('--quiet'),
    grid: { stroke: () => colour('--rule'), width: 1 },
    ticks: { show: isLast, stroke: () => colour('--rule'), width: 1, size: 5 },
    size: isLast ? TIMES : 0,
    // Day, then the month and year where they change; 24 hours.
    values: !isLast
      ? (_, splits) => splits.map(() => null)
      : [
          [86_400 * 28, '{MMM}', '\n{YYYY}', null, null, null, null, null, 1],
          [86_400, '{D} {MMM}', '\n{YYYY}', null, null, null, null, null, 1],
          [60, '{HH}:{mm}', '\n{D} {MMM}', null, '\n{D} {MMM}', null, null, null, 1],
          [1, '{HH}:{mm}:{ss}', '\n{D} {MMM}', null, '\n{D} {MMM}', null, null, null, 1],
        ],
  };
}

function valueAxis({ panel: { logarithmic, text } }: ShownCurve): uPlot.Axis {
  // Only whole decades have a line and words.
  const isShown = (value: number | null): value is number =>
    value !== null && (!logarithmic || /^1(\.0+)?e/.test(value.toExponential(6)));
  return {
    font: FONT,
    size: AXIS,
    space: 22,
    scale: 'y',
    stroke: () => colour('--quiet'),
    ticks: { show: false },
    values: (_, splits) => splits.map((value) => (isShown(value) ? text(value) : null)),
    grid: {
      stroke: () => colour('--rule'),
      width: 1,
      filter: (_, splits) => splits.map((value) => (isShown(value) ? value : null)),
    },
  };
}

/** A limit this many times above all values is not drawn: it would press them to the ground. */
const FAR_ABOVE = 3;

function topOf(high: number, { limits }: ShownCurve): number {
  const near = limits.map(({ value }) => value).filter((value) => value <= FAR_ABOVE * high);
  return Math.max(high, ...near) * 1.1 || 1;
}

function decades(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null || !(low > 0)) return [1, 1000];
  let [from, to] = [1, 1];
  while (from > low) from /= 10;
  while (from * 10 <= low) from *= 10;
  while (to < high) to *= 10;
  while (to / 10 >= high && to / 10 > from) to /= 10;
  return [from, to > from ? to : from * 10];
}

/** Steps while they can be told apart; beyond that the library's lines, which keep the extremes of every pixel. */
const STEPPED: Pick<uPlot.Series, 'paths' | 'points'> = {
  points: { show: false },
  paths: (chart, series, from, to) => {
    const paths = to - from > chart.bbox.width ? uPlot.paths.linear!() : uPlot.paths.stepped!({ align: 1 });
    return paths(chart, series, from, to);
  },
};

function areFew(_: uPlot, __: number, from: number, to: number): boolean {
  return to - from < 60;
}

/** Draws with the settings of the canvas as they were. */
function drawn(chart: uPlot, draw: (context: CanvasRenderingContext2D, ratio: number) => void): void {
  const ratio = devicePixelRatio;
  chart.ctx.save();
  chart.ctx.font = `${11 * ratio}px system-ui, sans-serif`;
  chart.ctx.textAlign = 'right';
  chart.ctx.lineWidth = ratio;
  draw(chart.ctx, ratio);
  chart.ctx.restore();
}

/** A limit across a curve with its words above, or below where there is no room; nothing beyond the scale. */
function drawLimit(chart: uPlot, value: number, text: string): void {
  const { left, top, width, height } = chart.bbox;
  const y = chart.valToPos(value, 'y', true);
  if (y < top || y > top + height) return;
  drawn(chart, (context, ratio) => {
    context.strokeStyle = colour('--limit');
    context.setLineDash([7 * ratio, 4 * ratio]);
    context.beginPath();
    context.moveTo(left, y);
    context.lineTo(left + width, y);
    context.stroke();
    const base = y - 16 * ratio < top ? y + 13 * ratio : y - 4 * ratio;
    // A rim in the colour of the ground, so that the words can be read on a dense curve.
    context.setLineDash([]);
    context.strokeStyle = colour('--ground');
    context.lineWidth = 4 * ratio;
    context.lineJoin = 'round';
    context.strokeText(text, left + width - 4 * ratio, base);
    context.fillStyle = colour('--limit');
    context.fillText(text, left + width - 4 * ratio, base);
  });
}

/** An upright line at the worst moment. */
function drawWorst(chart: uPlot, time: number): void {
  const { left, top, width, height } = chart.bbox;
  const x = Math.round(chart.valToPos(time, 'x', true));
  if (x < left || x > left + width) return;
  drawn(chart, (context, ratio) => {
    context.strokeStyle = colour('--text');
    context.setLineDash([ratio, 3 * ratio]);
    context.beginPath();
    context.moveTo(x, top);
    context.lineTo(x, top + height);
    context.stroke();
  });
}
