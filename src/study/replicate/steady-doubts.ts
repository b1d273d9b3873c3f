import type { Scenario } from '../../scenario/scenario.js';
import { sampleMoments } from '../../statistics/sample-moments.js';
import { studentTCumulative } from '../../statistics/student-t.js';
import { courseOf } from '../../workload/load-course.js';
import { happenings } from './representative-period.js';
import type { SteadyFigure } from './steady-result.js';
import type { SteadySeries } from './steady-series.js';

/** With fewer batches than this, a trend goes unnoticed. */
const TREND_BATCHES = 20;
/** Probability of a false alarm about a trend. */
const TREND_ERROR = 0.01;

/** The series that have to settle, in words. */
export const SERIES_WORDS = {
  latency_sum: 'the time that queries spend',
  running: 'the number of queries that run',
  cu_seconds: 'the size',
} as const;

export const SETTLING_SERIES = Object.keys(SERIES_WORDS) as readonly (keyof typeof SERIES_WORDS)[];

/** That a warm-up's end was not found. */
export function tooShort(what: string): string {
  return `the end of the warm-up was not found in the first half of the run (${what}): it is too short, or it does not settle; let it last several times longer`;
}

/** The reasons that a scenario cannot have a steady state. */
export function courseWarnings(scenario: Scenario): readonly string[] {
  const words = {
    steady: '',
    weekly: 'has a season',
    monthly: 'goes by days of the month',
    own: 'follows its own course',
  };
  const moving = scenario.load
    .map(({ name, process }) => ({ name, course: courseOf(process) }))
    .filter(({ course }) => course !== 'steady')
    .map(({ name, course }) => `load ${name} ${words[course]}`);
  const reasons = [...moving, ...happenings(scenario)];
  if (reasons.length === 0) return [];
  return [
    `the scenario has no steady state (${reasons.join('; ')}): what follows is a mean over what it went through; --replications asks the right question`,
  ];
}

/**
 * Whether the remaining series rises or falls: the slope over twenty batches, by Student's t.
 * @param from number of dropped intervals
 */
export function trendWarnings(series: SteadySeries, from: number): readonly string[] {
  return SETTLING_SERIES.flatMap((name) => {
    const values = series[name].slice(from);
    const size = Math.floor(values.length / TREND_BATCHES);
    if (size === 0) return [];
    const means = Array.from(
      { length: TREND_BATCHES },
      (_, batch) => sampleMoments(values.slice(batch * size, (batch + 1) * size)).mean,
    );
    if (slopeChance(means) >= TREND_ERROR / SETTLING_SERIES.length) return [];
    return [
      `${SERIES_WORDS[name]} keeps ${means.at(-1)! > means[0]! ? 'growing' : 'falling'} after the warm-up: there is a trend, so a steady state does not exist, or the run is too short`,
    ];
  });
}

/** Probability of a slope as large by chance alone, of values that are as good as independent. */
function slopeChance(values: readonly number[]): number {
  const n = values.length;
  const { mean, variance } = sampleMoments(values);
  if (variance === 0) return 1;
  const middle = (n - 1) / 2;
  let [products, squares] = [0, 0];
  for (const [index, value] of values.entries()) {
    products += (index - middle) * (value - mean);
    squares += (index - middle) * (index - middle);
  }
  const slope = products / squares;
  const rest = Math.max(0, (n - 1) * variance - slope * products) / (n - 2);
  if (rest === 0) return 0;
  return 2 * studentTCumulative(-Math.abs(slope) / Math.sqrt(rest / squares), n - 2);
}

/** That batches were too short. */
export function dependenceWarnings(figures: readonly SteadyFigure[]): readonly string[] {
  const names = figures.filter(({ independent }) => independent === false).map(({ figure }) => figure);
  if (names.length === 0) return [];
  return [
    `even the longest batches hang together (${names.join(', ')}): their intervals are too narrow; let the run last longer`,
  ];
}
