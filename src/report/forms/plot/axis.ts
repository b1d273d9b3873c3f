import { DAY_SECONDS } from '../../../kernel/units.js';
import type { PlotAxis } from '../../document/plot.js';

/** One axis of a drawing. */
export interface Axis {
  /** 0 to 1 between the ends of the axis. */
  readonly place: (value: number) => number;
  readonly ticks: readonly number[];
  readonly scale: 'linear' | 'logarithmic';
  readonly low: number;
  readonly high: number;
}

interface AxisOptions extends Pick<PlotAxis, 'from_zero' | 'max' | 'second'> {
  /** Limits to show, unless they are so far away that the values would be crowded. */
  readonly limits?: readonly number[];
}

/** Values that differ by more than this factor are easier to distinguish on a logarithmic axis. */
const LOGARITHMIC_BEYOND = 25;
/** Margin on either side of the values, as a share of their range. */
const MARGIN_SHARE = 0.06;
/** Approximate number of ticks. */
const TARGET_TICKS = 5;
/** A limit beyond this multiple of the largest value, or this fraction of the smallest, is left out. */
const MAX_LIMIT_FACTOR = 3;
/** Steps within a decade, the coarsest first. */
const DECADE_STEPS: readonly (readonly number[])[] = [[1], [1, 3], [1, 2, 5]];
/** Ticks of a logarithmic time axis between a second and a day, the coarsest first. */
const TIME_TICKS: readonly (readonly number[])[] = [
  [1, 10, 60, 600, 3600, 36_000],
  [1, 5, 15, 60, 300, 900, 3600, 10_800, 43_200],
  [1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 18_000, 43_200],
];
/** Steps of a linear time axis between a second and a day. */
const TIME_STEPS = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 10_800, 21_600, 43_200];

/** An axis for values: linear, or logarithmic if they are all positive and differ widely. */
export function axisOf(values: readonly number[], options: AxisOptions = {}): Axis {
  const { from_zero, limits = [], max: most, second } = options;
  let low = Math.min(...values);
  let high = Math.max(...values);
  for (const limit of limits) {
    const near = limit <= MAX_LIMIT_FACTOR * high && limit >= low / MAX_LIMIT_FACTOR;
    if (!near) continue;
    low = Math.min(low, limit);
    high = Math.max(high, limit);
  }
  const far = low > 0 && high / low > LOGARITHMIC_BEYOND;
  if (from_zero === 'always' || (from_zero === 'if near' && !far)) {
    return linear(0, high > 0 ? high : 1, second, true);
  }
  const axis = far ? logarithmic(low, high, second) : linear(low, high, second);
  return most === undefined ? axis : { ...axis, ticks: axis.ticks.filter((tick) => tick <= most) };
}

export function isOn({ low, high }: Axis, value: number): boolean {
  return value >= low && value <= high;
}

function linear(least: number, most: number, second: number | undefined, from_zero = false): Axis {
  const range = most - least || Math.abs(most) || 1;
  // Only an axis with negative values begins below 0.
  const padded = least - MARGIN_SHARE * range;
  const low = from_zero ? 0 : least < 0 ? padded : Math.max(0, padded);
  const high = most + MARGIN_SHARE * range;
  const step = stepOf((high - low) / TARGET_TICKS, second);
  const ticks: number[] = [];
  // Multiplication and rounding avoid accumulated errors.
  for (let index = Math.ceil(low / step); index * step <= high; index++) {
    ticks.push(Number((index * step).toPrecision(12)));
  }
  return { place: (value) => (value - low) / (high - low), ticks, scale: 'linear', low, high };
}

function logarithmic(least: number, most: number, second: number | undefined): Axis {
  const range = Math.log(most / least);
  const low = Math.exp(Math.log(least) - MARGIN_SHARE * range);
  const high = Math.exp(Math.log(most) + MARGIN_SHARE * range);
  const ticks = DECADE_STEPS.map((steps, index) =>
    second === undefined
      ? decadeTicks(low, high, steps)
      : timeTicks(low / second, high / second, steps, TIME_TICKS[index]!).map((tick) => tick * second),
  ).find((some, index) => some.length >= TARGET_TICKS || index === DECADE_STEPS.length - 1)!;
  const place = (value: number): number => Math.log(value / low) / Math.log(high / low);
  return { place, ticks, scale: 'logarithmic', low, high };
}

function decadeTicks(low: number, high: number, steps: readonly number[]): readonly number[] {
  let decade = 1;
  while (decade > low) decade /= 10;
  while (decade * 10 <= low) decade *= 10;
  const ticks: number[] = [];
  for (; decade <= high; decade *= 10) {
    for (const step of steps) {
      const tick = Number((step * decade).toPrecision(6));
      if (tick >= low && tick <= high) ticks.push(tick);
    }
  }
  return ticks;
}

/** Ticks in seconds: decades below a second, then seconds, minutes and hours, then decades of days. */
function timeTicks(
  low: number,
  high: number,
  steps: readonly number[],
  times: readonly number[],
): readonly number[] {
  const days = decadeTicks(low / DAY_SECONDS, high / DAY_SECONDS, steps).filter((day) => day >= 1);
  return [
    ...decadeTicks(low, high, steps).filter((tick) => tick < 1),
    ...times.filter((tick) => tick >= low && tick <= high),
    ...days.map((day) => day * DAY_SECONDS),
  ];
}

/** The smallest round step of at least `least`: 1, 2 or 5 times a power of ten; for times above a second, one of {@link TIME_STEPS}. */
function stepOf(least: number, second?: number): number {
  if (second !== undefined && least > second) {
    const step = TIME_STEPS.find((each) => each * second >= least);
    return second * (step ?? DAY_SECONDS * stepOf(least / second / DAY_SECONDS));
  }
  let unit = 1;
  while (unit > least) unit /= 10;
  while (unit * 10 < least) unit *= 10;
  return [1, 2, 5, 10].map((times) => times * unit).find((step) => step >= least) ?? 10 * unit;
}
