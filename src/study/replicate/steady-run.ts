import type { Scenario } from '../../scenario/scenario.js';
import { mser5 } from '../../statistics/mser.js';
import { checkedUntil } from '../../vendors/price-book.js';
import {
  courseWarnings,
  dependenceWarnings,
  SERIES_WORDS,
  SETTLING_SERIES,
  tooShort,
  trendWarnings,
} from './steady-doubts.js';
import { steadyFigures } from './steady-figures.js';
import type { SteadyRun } from './steady-result.js';
import type { SteadySeries } from './steady-series.js';

/** With fewer intervals than this, the warm-up is undetermined. */
const MIN_INTERVALS = 100;

/**
 * The steady state of a run from its timeline: MSER-5 finds where each of three series has settled (the time that
 * queries spend, how many run, the size), everything before the latest of these is dropped, and batch means give the
 * intervals; those of ratios, such as the mean latency, by the ratio estimator, those of quantiles by sectioning.
 *
 * @param confidence of the intervals, strictly between 0 and 1
 */
export function steadyRun(scenario: Scenario, series: SteadySeries, confidence: number): SteadyRun {
  const intervals = series.seconds.length;
  const base = {
    scenario: scenario.name,
    seed: scenario.seed,
    start: scenario.start,
    duration_seconds: scenario.duration_seconds,
    confidence,
    prices_checked_until: checkedUntil(scenario.plan),
    interval_seconds: scenario.timeline_interval_seconds,
    intervals,
  };
  if (intervals < MIN_INTERVALS) {
    const message = `the run has ${intervals} intervals of its timeline, and ${MIN_INTERVALS} are needed: let it last longer, or make timeline_interval shorter`;
    const warm_up = { seconds: 0, because_of: '', settled: false };
    return {
      ...base,
      warm_up,
      figures: [],
      warnings: [...scenario.warnings, ...courseWarnings(scenario), message],
    };
  }
  const ends = SETTLING_SERIES.map((name) => {
    const { truncate, at_limit } = mser5(series[name]);
    return { name, truncate, at_limit };
  });
  const last = ends.reduce((a, b) => (b.truncate > a.truncate ? b : a));
  const figures = steadyFigures(scenario, series, last.truncate, confidence);
  const settled = ends.every(({ at_limit }) => !at_limit);
  return {
    ...base,
    warm_up: {
      seconds: series.seconds.slice(0, last.truncate).reduce((sum, each) => sum + each, 0),
      because_of: last.truncate === 0 ? '' : SERIES_WORDS[last.name],
      settled,
    },
    figures,
    warnings: [
      ...scenario.warnings,
      ...courseWarnings(scenario),
      ...(settled ? [] : [tooShort(SERIES_WORDS[ends.find(({ at_limit }) => at_limit)!.name])]),
      ...trendWarnings(series, last.truncate),
      ...dependenceWarnings(figures),
    ],
  };
}
