import type { InvoiceLine } from '../../cost/bill/invoice.js';
import type { MeanInterval } from '../../statistics/confidence-interval.js';
import type { Constraint } from '../replicate/constraint.js';
import type { ManyRuns } from '../runs/many-runs.js';
import type { Backtest } from './backtest.js';
import type { LoadGrowth } from './load-growth.js';
import type { InterpolationCheck, LevelUse } from './use-curve.js';

/** What is asked about the months to come. */
export interface ForecastPlan extends Pick<ManyRuns, 'confidence'> {
  /** Calendar months, the first of which holds the scenario's start. */
  readonly months: number;
  readonly growth: LoadGrowth;
  readonly objectives: readonly Constraint[];
  /** Two or more, for the intervals. */
  readonly replications: number;
  /**
   * Half-width of the mean CU-hours, as a share of it, at which three replications will do at the smallest and the largest
   * load; absent: all are made.
   */
  readonly enough?: number | undefined;
  /** How far straight lines between levels of load may be off, as a share of the CU-hours. */
  readonly tolerance: number;
  /** Simulate every month whole, instead of a representative week at some levels of load. */
  readonly exact: boolean;
}

/** A line of a month's bill besides compute time. */
export interface OtherLine
  extends Pick<InvoiceLine, 'metric' | 'label' | 'unit' | 'quantity' | 'billable' | 'amount_usd'> {}

/** Queries that are completed in a day, on the average. */
export interface QueriesADay {
  /** Those of scheduled jobs, which do not grow. */
  readonly fixed: number;
  /** The others at the scenario's own load; they grow with it. */
  readonly growing: number;
}

/** What the ends of a range of growth come to, as expected at each; absent where growth is one figure. */
export interface GrowthEnds {
  readonly low_growth_cost_usd?: number;
  readonly high_growth_cost_usd?: number;
  /** Where the scenario says what is stored and sent: the whole bill. */
  readonly low_growth_bill_usd?: number;
  readonly high_growth_bill_usd?: number;
}

/** One calendar month of the forecast. */
export interface ForecastMonth extends GrowthEnds {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly days: number;
  /** Times the scenario's load, mean over the days. */
  readonly load_factor: number;
  readonly cu_hours: MeanInterval;
  /** The expected cost; with growth as a range, that of the growth in its middle. */
  readonly cost_usd: MeanInterval;
  /** Within these a single month's bill is to be expected: with chance from week to week, and the range of growth. */
  readonly cost_low_usd: number;
  readonly cost_high_usd: number;
  /** What is due without any load that grows: scheduled jobs, and computes that never suspend. */
  readonly fixed_usd: number;
  readonly growing_usd: number;
  /** On the month's first day. */
  readonly usd_per_cu_hour: number;
  readonly included_cu_hours: number;
  /** The day on which the hours of a plan that has no more, or a cap, are used up; `null` where they last. */
  readonly hours_used_up: string | null;
  /** What is used up then, as a bill names its caps: `hours of the free plan`, `active_time_seconds`. */
  readonly cap_used_up: string | null;
  /** The share of the month's queries that come before something is used up; 1 where all lasts. */
  readonly served_share: number;
  /**
   * Where the scenario says what is stored and sent: the lines of the bill besides compute time, those of which nothing is
   * used left out; what they come to; and the whole bill, each of its lines to the cent.
   */
  readonly other_lines?: readonly OtherLine[];
  readonly other_usd?: number;
  readonly bill_usd?: number;
}

/**
 * What decides about an objective: exact runs; runs at hybrid fidelity, held against an exact one of each load; or runs at
 * hybrid fidelity alone.
 */
export type EventEvidence = 'exact' | 'checked' | 'hybrid';

/** When an objective is first missed, or a limit first reached; days of UTC, `null` where not within the forecast. */
export interface ForecastEvent {
  /** Such as `latency_p99 <= 300ms` or `the maximum size`. */
  readonly what: string;
  readonly kind: 'objective' | 'limit';
  /** Times the scenario's load at which it happens. */
  readonly load_factor: number | null;
  readonly date: string | null;
  readonly earliest: string | null;
  readonly latest: string | null;
  /** At the loads on either side, or the closest one; `null` for limits, and where no load is close to the bound. */
  readonly evidence: EventEvidence | null;
}

/** Loads that were simulated at hybrid fidelity. */
export interface HybridCheck {
  readonly load_factors: readonly number[];
  /** By how much the CU-hours of one run at the present load differ between the fidelities, as a share. */
  readonly error: number;
}

/** What a configuration will cost. */
export interface Forecast extends Omit<ManyRuns, 'duration_seconds'> {
  readonly scenario: string;
  readonly growth: string;
  readonly plan: string;
  readonly months: readonly ForecastMonth[];
  readonly total: GrowthEnds &
    Pick<ForecastMonth, 'cost_usd' | 'cost_low_usd' | 'cost_high_usd' | 'fixed_usd' | 'growing_usd'> &
    Pick<ForecastMonth, 'other_usd' | 'bill_usd'>;
  /** What the lines besides compute time rest on; absent where the scenario says nothing about them. */
  readonly queries_a_day?: QueriesADay;
  readonly events: readonly ForecastEvent[];
  /** How it would have done on the last weeks of recorded loads; empty where there is no history to tell by. */
  readonly backtests: readonly Backtest[];
  /**
   * What the months are read off, straight lines in between, ascending by load. Where every month was simulated in full
   * they are not computed from it.
   */
  readonly use: readonly LevelUse[];
  /** How it was computed. */
  readonly method: {
    readonly exact: boolean;
    /** Runs that were made. */
    readonly runs: number;
    /** Levels of load that were simulated; 0 is that of the fixed part. */
    readonly load_factors: readonly number[];
    /** `null` where every month was simulated. */
    readonly interpolation: InterpolationCheck | null;
    /** `null` where every load was simulated exactly. */
    readonly hybrid: HybridCheck | null;
  };
}
