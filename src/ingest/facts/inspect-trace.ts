import { findGaps, missingIntervals, type TraceGap } from '../../workload/trace/table/gaps.js';
import type { PlayedTrace } from '../../workload/trace/trace.js';
import { type ArrivalGapFacts, arrivalGapFacts } from './arrival-gaps.js';
import { binnedArrivals } from './binned-arrivals.js';
import { arrivalFacts, type CountFacts, countFacts } from './count-facts.js';
import { moments, sampleQuantile } from './moments.js';
import { type QuietSpells, quietSpells } from './quiet-spells.js';
import { type FoundSeason, foundSeason, type IntervalSeries } from './seasonality.js';

/** The distribution of a level over the recorded intervals. */
export interface LevelFacts {
  readonly mean: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99_5: number;
  readonly max: number;
  readonly max_at_seconds: number;
}

/** The facts about a trace. Moments are in seconds after its time 0. */
export interface TraceFacts {
  readonly kind: PlayedTrace['kind'];
  readonly rows: number;
  readonly first_seconds: number;
  /** End of the last interval, or the last arrival. */
  readonly end_seconds: number;
  /** 0 for single arrivals. */
  readonly interval_seconds: number;
  readonly missing_intervals: number;
  readonly gaps: readonly TraceGap[];
  /** `undefined` for a level. */
  readonly counts: CountFacts | undefined;
  /** `undefined` unless the trace holds two single arrivals or more. */
  readonly arrival_gaps: ArrivalGapFacts | undefined;
  /** `undefined` unless the trace is a level. */
  readonly level: LevelFacts | undefined;
  readonly quiet: QuietSpells | undefined;
  /** `undefined` when the trace lasts less than two days. */
  readonly daily: FoundSeason | undefined;
  /** `undefined` when the trace lasts less than two weeks. */
  readonly weekly: FoundSeason | undefined;
}

/**
 * The facts about a trace: how much, how even, how seasonal, how often silent.
 *
 * @throws RangeError when the trace has no row
 */
export function inspectTrace(trace: PlayedTrace): TraceFacts {
  const { kind, times_seconds, width_seconds, origin_epoch_seconds } = trace;
  const rows = times_seconds.length;
  if (rows === 0) throw new RangeError('a trace without a row has no facts');
  const grid = kind !== 'arrivals';
  const series: IntervalSeries = grid ? trace : binnedArrivals(times_seconds);
  const gaps = grid ? findGaps(series.times_seconds, width_seconds) : [];
  return {
    kind,
    rows,
    first_seconds: times_seconds[0]!,
    end_seconds: times_seconds.at(-1)! + width_seconds,
    interval_seconds: width_seconds,
    missing_intervals: missingIntervals(gaps),
    gaps,
    counts: kind === 'level' ? undefined : grid ? countFacts(series) : arrivalFacts(series, times_seconds),
    arrival_gaps: grid || rows < 2 ? undefined : arrivalGapFacts(times_seconds),
    level: kind === 'level' ? levelFacts(series) : undefined,
    quiet: quietSpells(trace),
    daily: foundSeason(series, 'daily', origin_epoch_seconds),
    weekly: foundSeason(series, 'weekly', origin_epoch_seconds),
  };
}

function levelFacts({ values, times_seconds }: IntervalSeries): LevelFacts {
  const ascending = values.slice().sort();
  const max = ascending[ascending.length - 1]!;
  return {
    mean: moments(values).mean,
    p50: sampleQuantile(ascending, 0.5),
    p95: sampleQuantile(ascending, 0.95),
    p99_5: sampleQuantile(ascending, 0.995),
    max,
    max_at_seconds: times_seconds[values.indexOf(max)]!,
  };
}
