/*! uPlot: copyright (c) Leon Sorokin, MIT licence, https://github.com/leeoniya/uPlot */
import uPlot from 'uplot';
import { milliseconds, money, number } from '../../figures/figure-text.js';
import type { Limit } from '../charts/drawing.js';
import { limitLinesOf } from '../recorded/lane-limit-lines.js';
import { NOTHING } from '../recorded/nothing-words.js';
import type { LaneLimits } from '../recorded/page-data.js';
import { drawLimits, drawMoment } from './curve-lines.js';
import { drawMarks, MARK_ROW, type Marks } from './marks.js';
import type { CurveColour, Palette } from './palette.js';
import type { Ends, Lane } from './timeline-lane.js';

/** Width of the axis to the left, the same for all curves, so that they stand below each other. */
const AXIS = 66;
/** To the right of a curve: room for half of the last label. */
const MARGIN = 22;
/** Between two figures of an axis of values. */
const LEAST_SPACE = 22;
const FONT = '12px system-ui, sans-serif';

/** What the curves of a lane are drawn from. */
export interface Drawn {
  readonly lane: Lane;
  readonly limits: LaneLimits;
  /** The moment that stands out, Unix time. */
  readonly worst: number | undefined;
  /** Above the size. */
  readonly marks: readonly Marks[];
  /** Above the queries. */
  readonly failures: readonly Marks[];
  /** Read anew at every drawing. */
  readonly palette: () => Palette;
}

/** One of the curves: where it stands, what it shows, and how. */
export interface Curve {
  readonly id: string;
  readonly options: Omit<uPlot.Options, 'width' | 'height'>;
  readonly data: uPlot.AlignedData;
  /** Said in its place where there is nothing to draw. */
  readonly nothing?: string;
}

/** A value for each interval. */
type CurveValues = Float64Array | readonly (number | null)[];

/** What of a curve is its own. */
interface CurveLook {
  readonly colour: CurveColour;
  readonly filled?: boolean;
  readonly logarithmic?: boolean;
  readonly marks?: readonly Marks[];
  readonly limits?: readonly Limit[];
  readonly text?: (value: number) => string;
  readonly ends?: Ends | undefined;
}

/** The curves of a lane, each with a unit and an axis of its own; none of what is not known of it. */
export function curvesOf(drawn: Drawn): readonly Curve[] {
  const { lane, marks, failures } = drawn;
  const { bands } = lane;
  const { size, latency, connections } = limitLinesOf(drawn.limits);
  const curve = (id: keyof typeof NOTHING, values: CurveValues | undefined, look: CurveLook) =>
    values === undefined ? [] : [curveOf(drawn, id, values, look)];
  return [
    ...curve('size', lane.cu, {
      colour: 'cu',
      filled: bands === undefined,
      marks,
      limits: size,
      ends: bands?.cu,
    }),
    ...curve('load', lane.load, { colour: 'load', ends: bands?.load }),
    ...curve('queries', lane.per_second, { colour: 'queries', marks: failures, ends: bands?.per_second }),
    ...curve('latency', lane.latency_p99_ms, {
      colour: 'latency',
      logarithmic: true,
      limits: latency,
      ends: bands?.latency_p99_ms,
    }),
    ...curve('connections', lane.connections_max, { colour: 'connections', limits: connections }),
    ...curve('cost', lane.cost_so_far_usd, { colour: 'cu', filled: true, text: money }),
  ];
}

function curveOf(
  drawn: Drawn,
  id: keyof typeof NOTHING,
  values: CurveValues,
  { colour, filled = false, logarithmic = false, marks = [], limits = [], text = number, ends }: CurveLook,
): Curve {
  const { lane, palette } = drawn;
  const isEmpty = marks.length === 0 && Array.from(values).every((value) => value === 0 || value === null);
  const points = logarithmic && { points: { show: loneOnes, size: 3 } };
  return {
    id,
    options: {
      ...common(drawn, marks, limits),
      scales: { x: {}, y: logarithmic ? decades(limits) : fromZero(limits) },
      ...seriesOf(drawn, colour, ends, filled ? { fill: () => palette().cuFill } : { ...points }),
      axes: [
        timeAxis(palette),
        valueAxis(palette, logarithmic ? DECADES : { values: (_, splits) => splits.map(text) }),
      ],
    },
    data: dataOf(lane, values, ends),
    ...(isEmpty ? { nothing: NOTHING[id] } : {}),
  };
}

/** The ends of a band lie below the curve: they come first. */
function dataOf({ time }: Lane, values: CurveValues, ends: Ends | undefined): uPlot.AlignedData {
  const all = ends === undefined ? [values] : [ends.high, ends.low, values];
  return [time, ...all] as uPlot.AlignedData;
}

/** The series of a curve, with the shade behind it where it has one. */
function seriesOf(
  { palette }: Drawn,
  colour: CurveColour,
  ends: Ends | undefined,
  own: Partial<uPlot.Series>,
): Pick<uPlot.Options, 'series' | 'bands'> {
  const curve: uPlot.Series = {
    scale: 'y',
    stroke: () => palette()[colour],
    width: 1.25,
    ...stepped,
    ...own,
  };
  if (ends === undefined) return { series: [{}, curve] };
  const end: uPlot.Series = { scale: 'y', stroke: 'transparent', width: 0, ...stepped };
  return {
    series: [{}, end, end, { ...curve, width: 1.75 }],
    bands: [{ series: [1, 2], fill: () => palette().shades[colour] }],
  };
}

function common(
  { palette, worst, lane }: Drawn,
  marks: readonly Marks[],
  limits: readonly Limit[],
): Omit<Curve['options'], 'series'> {
  return {
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    legend: { show: false },
    padding: [marks.length * MARK_ROW + 8, MARGIN, null, null],
    cursor: {
      sync: { key: 'neap', setSeries: false },
      drag: { x: true, y: false, setScale: true },
      y: false,
      // The ends of a band have no point of their own.
      points: { size: (_, index) => (lane.bands === undefined || index === 3 ? 7 : 0) },
      // A value holds from the beginning of its interval to the end.
      dataIdx: (chart, _, closest, time) =>
        closest > 0 && chart.data[0][closest]! > time ? closest - 1 : closest,
    },
    hooks: {
      drawAxes: [(chart) => drawMarks(chart, marks, palette())],
      draw: [
        (chart) => drawLimits(chart, limits, palette()),
        (chart) => worst !== undefined && drawMoment(chart, worst, palette()),
      ],
    },
  };
}

function timeAxis(palette: () => Palette): uPlot.Axis {
  return {
    font: FONT,
    stroke: () => palette().quiet,
    grid: { stroke: () => palette().rule, width: 1 },
    ticks: { stroke: () => palette().rule, width: 1, size: 5 },
    // Day, then the month and year where they change; 24 hours.
    values: [
      [86_400 * 28, '{MMM}', '\n{YYYY}', null, null, null, null, null, 1],
      [86_400, '{D} {MMM}', '\n{YYYY}', null, null, null, null, null, 1],
      [3600, '{HH}:{mm}', '\n{D} {MMM}', null, '\n{D} {MMM}', null, null, null, 1],
      [60, '{HH}:{mm}', '\n{D} {MMM}', null, '\n{D} {MMM}', null, null, null, 1],
      [1, '{HH}:{mm}:{ss}', '\n{D} {MMM}', null, '\n{D} {MMM}', null, null, null, 1],
    ],
  };
}

function valueAxis(palette: () => Palette, axis: uPlot.Axis): uPlot.Axis {
  return {
    font: FONT,
    size: AXIS,
    space: LEAST_SPACE,
    scale: 'y',
    stroke: () => palette().quiet,
    ticks: { show: false },
    ...axis,
    grid: { stroke: () => palette().rule, width: 1, ...axis.grid },
  };
}

/** A limit far above all values is told, and does not press them to the ground. */
const FAR_ABOVE = 3;

function fromZero(limits: readonly Limit[]): uPlot.Scale {
  return {
    range: (_, __, high) => {
      const top = Math.max(
        high,
        // Of what lies on the ground any limit says how far it is from it.
        ...limits.map(({ value }) => value).filter((value) => value <= FAR_ABOVE * high || high === 0),
      );
      return [0, top > 0 ? top * 1.1 : 1];
    },
  };
}

/** Steps while they can be told apart; beyond that the library's lines, which keep the extremes of every pixel. */
const stepped: Pick<uPlot.Series, 'paths' | 'points'> = {
  points: { show: false },
  paths: (chart, series, from, to) => {
    const paths = to - from > chart.bbox.width ? uPlot.paths.linear!() : uPlot.paths.stepped!({ align: 1 });
    return paths(chart, series, from, to);
  },
};

/** Points where the values in view are few. */
function loneOnes(_: uPlot, __: number, from: number, to: number): boolean {
  return to - from < 60;
}

function decades(limits: readonly Limit[]): uPlot.Scale {
  return {
    distr: 3,
    range: (_, low, high) => {
      if (low === null || high === null || !(low > 0)) return [1, 1000];
      const bounds = limits.map(({ value }) => value);
      const [least, most] = [Math.min(low, ...bounds), Math.max(high, ...bounds)];
      let [from, to] = [1, 1];
      while (from > least) from /= 10;
      while (from * 10 <= least) from *= 10;
      while (to < most) to *= 10;
      while (to / 10 >= most && to / 10 > from) to /= 10;
      return [from, to > from ? to : from * 10];
    },
  };
}

/** Only whole decades have a line and words. */
const DECADES: uPlot.Axis = {
  values: (_, splits) => splits.map((ms) => (isDecade(ms) ? milliseconds(ms) : null)),
  grid: { filter: (_, splits) => splits.map((ms) => (isDecade(ms) ? ms : null)) },
};

function isDecade(ms: number): boolean {
  return Number.isInteger(Math.round(Math.log10(ms) * 1e9) / 1e9);
}
