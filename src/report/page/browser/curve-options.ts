/*! uPlot: copyright (c) Leon Sorokin, MIT licence, https://github.com/leeoniya/uPlot */
import uPlot from 'uplot';
import { milliseconds, number } from '../../figures/figure-text.js';
import { drawMarks, MARK_ROW, type Marks } from './marks.js';
import type { Palette } from './palette.js';
import type { Lane } from './timeline-lane.js';

/** Width of the axis to the left, the same for all curves, so that they stand below each other. */
const AXIS = 58;
const RIGHT_AXIS = 38;
const AXIS_LABEL = 18;
/** To the right of a curve: room for half of the last label. */
const MARGIN = 22;
const FONT = '12px system-ui, sans-serif';
/** A load below so many times the size shares its scale: the two can be held against each other. */
const COMPARABLE = 3;

/** What the curves of a lane are drawn from. */
export interface Drawn {
  readonly lane: Lane;
  /** Above size and load. */
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
}

/** The three curves of a lane: size and load, queries, latency. */
export function curvesOf(drawn: Drawn): readonly Curve[] {
  const { lane } = drawn;
  return [
    { id: 'size', options: sizeOptions(drawn), data: [lane.time, lane.cu, lane.load] },
    { id: 'queries', options: queriesOptions(drawn), data: [lane.time, lane.per_second] },
    {
      id: 'latency',
      options: latencyOptions(drawn),
      data: [lane.time, lane.latency_p99_ms as (number | null)[]],
    },
  ];
}

/** Whether load and size share a scale. */
function comparable({ load, cu }: Lane): boolean {
  return largest(load) <= COMPARABLE * largest(cu);
}

function sizeOptions(drawn: Drawn): Curve['options'] {
  const { lane, marks, palette } = drawn;
  const together = comparable(lane);
  const scales = { x: {}, cu: fromZero(), ...(together ? {} : { load: fromZero() }) };
  return {
    ...common(drawn, marks, false),
    scales,
    series: [
      {},
      { scale: 'cu', stroke: () => palette().cu, fill: () => palette().cuFill, width: 1.5, ...stepped },
      { scale: together ? 'cu' : 'load', stroke: () => palette().load, width: 1.25, ...stepped },
    ],
    axes: [
      timeAxis(palette),
      valueAxis(palette, { scale: 'cu', label: together ? 'CU, queries running' : 'CU' }),
      ...(together
        ? []
        : [
            valueAxis(palette, {
              scale: 'load',
              label: 'queries running',
              side: 1,
              size: RIGHT_AXIS,
              grid: { show: false },
            }),
          ]),
    ],
  };
}

function queriesOptions(drawn: Drawn): Curve['options'] {
  const { failures, palette } = drawn;
  return {
    ...common(drawn, failures, true),
    scales: { x: {}, rate: fromZero() },
    series: [{}, { scale: 'rate', stroke: () => palette().queries, width: 1.25, ...stepped }],
    axes: [timeAxis(palette), valueAxis(palette, { scale: 'rate', label: 'queries/s' })],
  };
}

function latencyOptions(drawn: Drawn): Curve['options'] {
  const { palette } = drawn;
  return {
    ...common(drawn, [], true),
    scales: { x: {}, ms: { distr: 3, range: (_, low, high) => decades(low, high) } },
    series: [
      {},
      {
        scale: 'ms',
        stroke: () => palette().latency,
        width: 1.25,
        points: { show: loneOnes, size: 3 },
        ...stepped,
      },
    ],
    axes: [
      timeAxis(palette),
      valueAxis(palette, {
        scale: 'ms',
        label: 'p99',
        values: (_, splits) => splits.map((ms) => (isDecade(ms) ? milliseconds(ms) : null)),
        grid: { filter: (_, splits) => splits.map((ms) => (isDecade(ms) ? ms : null)) },
      }),
    ],
  };
}

/** @param alone whether there is no axis to the right, where another curve may have one */
function common(
  { lane, palette }: Drawn,
  marks: readonly Marks[],
  alone: boolean,
): Omit<Curve['options'], 'series'> {
  const right = MARGIN + (alone && !comparable(lane) ? RIGHT_AXIS + AXIS_LABEL : 0);
  return {
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    legend: { show: false },
    padding: [marks.length * MARK_ROW + 8, right, null, null],
    cursor: {
      sync: { key: 'neap', setSeries: false },
      drag: { x: true, y: false, setScale: true },
      y: false,
      points: { size: 7 },
      // A value holds from the beginning of its interval to the end.
      dataIdx: (chart, _, closest, time) =>
        closest > 0 && chart.data[0][closest]! > time ? closest - 1 : closest,
    },
    hooks: { drawAxes: [(chart) => drawMarks(chart, marks, palette())] },
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
    labelFont: FONT,
    labelSize: AXIS_LABEL,
    size: AXIS,
    stroke: () => palette().quiet,
    ticks: { show: false },
    values: (_, splits) => splits.map((value) => number(value)),
    ...axis,
    grid: { stroke: () => palette().rule, width: 1, ...axis.grid },
  };
}

function fromZero(): uPlot.Scale {
  return { range: (_, __, high) => [0, high > 0 ? high * 1.08 : 1] };
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

function decades(low: number | null, high: number | null): [number, number] {
  if (low === null || high === null || !(low > 0)) return [1, 1000];
  let [from, to] = [1, 1];
  while (from > low) from /= 10;
  while (from * 10 <= low) from *= 10;
  while (to < high) to *= 10;
  while (to / 10 >= high && to / 10 > from) to /= 10;
  return [from, to > from ? to : from * 10];
}

function isDecade(ms: number): boolean {
  return Number.isInteger(Math.round(Math.log10(ms) * 1e9) / 1e9);
}

function largest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
