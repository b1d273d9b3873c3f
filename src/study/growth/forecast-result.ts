import type { InvoiceLine } from '../../cost/bill/invoice.js';
import type { MeanInterval } from '../../statistics/confidence-interval.js';
import type { Constraint } from '../replicate/constraint.js';
import type { ManyRuns } from '../runs/many-runs.js';
import type { Backtest } from './backtest.js';
import type { LoadGrowth } from './load-growth.js';
import type { InterpolationCheck, LevelUse } from './use-curve.js';

/** The question about the coming months. */
export interface ForecastPlan extends Pick<ManyRuns, 'confidence'> {
  /** Number of calendar months; the first one contains the scenario's start. */
  readonly months: number;
  readonly growth: LoadGrowth;
  readonly objectives: readonly Constraint[];
  /** Two or more, for the intervals. */
  readonly replications: number;
  /**
   * Half-width of the mean CU-hours, as a share of it, at which three replications suffice at the smallest and
   * the largest load; if absent, all are made.
   */
  readonly enough?: number | undefined;
  /** Maximum error of straight lines between levels of load, as a share of the CU-hours. */
  readonly tolerance: number;
  /** Simulate every month whole, instead of a representative week at some levels of load. */
  readonly exact: boolean;
}

/** A line of a month's bill other than compute time. */
export interface OtherLine
  extends Pick<InvoiceLine, 'metric' | 'label' | 'unit' | 'quantity' | 'billable' | 'amount_usd'> {}

/** Queries that are completed in a day, on the average. */
export interface QueriesADay {
  /** Those of scheduled jobs, which do not grow. */
  readonly fixed: number;
  /** The other queries at the scenario's load; they grow with it. */
  readonly growing: number;
  /** Mean bytes sent for one of either kind; absent if no load sets its bytes. */
  readonly egress_bytes?: { readonly fixed: number; readonly growing: number };
}

/** The results at the ends of a range of growth, as expected at each; absent if growth is one figure. */
export interface GrowthEnds {
  readonly low_growth_cost_usd?: number;
  readonly high_growth_cost_usd?: number;
  /** The whole bill, if the scenario specifies storage and transfer. */
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
  /** The cost without growing loads: scheduled jobs, and computes that never suspend. */
  readonly fixed_usd: number;
  readonly growing_usd: number;
  /** On the month's first day. */
  readonly usd_per_cu_hour: number;
  readonly included_cu_hours: number;
  /** The day when a cap, or the plan's included hours, are exhausted; `null` if they last. */
  readonly hours_used_up: string | null;
  /** The exhausted cap, as a bill names it: `hours of the free plan`, `active_time_seconds`. */
  readonly cap_used_up: string | null;
  /** The share of the month's queries that arrive before a cap is exhausted; 1 if all caps last. */
  readonly served_share: number;
  /**
   * If the scenario specifies storage and transfer: the lines of the bill other than compute time, except unused ones;
   * their total; and the whole bill, each line rounded to the cent.
   */
  readonly other_lines?: readonly OtherLine[];
  readonly other_usd?: number;
  readonly bill_usd?: number;
}

/**
 * The evidence for an objective: exact runs; runs at hybrid fidelity, each load compared with an exact run; or runs at
 * hybrid fidelity alone.
 */
export type EventEvidence = 'exact' | 'checked' | 'hybrid';

/** When an objective is first missed, or a limit first reached; days of UTC, `null` if not within the forecast. */
export interface ForecastEvent {
  /** Such as `latency_p99 <= 300ms` or `the maximum size`. */
  readonly what: string;
  readonly kind: 'objective' | 'limit';
  /** Times the scenario's load at which it happens. */
  readonly load_factor: number | null;
  readonly date: string | null;
  readonly earliest: string | null;
  readonly latest: string | null;
  /** At the loads on either side, or the closest one; `null` for limits, and if no load is close to the bound. */
  readonly evidence: EventEvidence | null;
}

/** Loads that were simulated at hybrid fidelity. */
export interface HybridCheck {
  readonly load_factors: readonly number[];
  /** Relative difference of the CU-hours of one run at the present load between the fidelities. */
  readonly error: number;
}

/** The expected cost of a configuration. */
export interface Forecast extends Omit<ManyRuns, 'duration_seconds'> {
  readonly scenario: string;
  readonly growth: string;
  readonly plan: string;
  readonly months: readonly ForecastMonth[];
  readonly total: GrowthEnds &
    Pick<ForecastMonth, 'cost_usd' | 'cost_low_usd' | 'cost_high_usd' | 'fixed_usd' | 'growing_usd'> &
    Pick<ForecastMonth, 'other_usd' | 'bill_usd'>;
  /** The basis for the lines other than compute time; absent if the scenario does not specify them. */
  readonly queries_a_day?: QueriesADay;
  readonly events: readonly ForecastEvent[];
  /** How the forecast would have done on the last weeks of recorded loads; empty if the history is too short. */
  readonly backtests: readonly Backtest[];
  /**
   * The levels that months are interpolated from, on straight lines, ascending by load. If every month was simulated in
   * full, months are not computed from them.
   */
  readonly use: readonly LevelUse[];
  /** How it was computed. */
  readonly method: {
    readonly exact: boolean;
    /** Number of runs made. */
    readonly runs: number;
    /** Levels of load that were simulated; 0 is that of the fixed part. */
    readonly load_factors: readonly number[];
    /** `null` if every month was simulated. */
    readonly interpolation: InterpolationCheck | null;
    /** `null` if every load was simulated exactly. */
    readonly hybrid: HybridCheck | null;
  };
}
