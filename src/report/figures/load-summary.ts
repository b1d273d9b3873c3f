import type { LoadPlan } from '../../load/send/load-plan.js';
import type { ObservedLoad } from '../../load/send/observe-load.js';
import { observedLoad } from '../../load/send/observed-load.js';
import { timestamp } from '../../platform/rows/timestamp.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { ComputeSummary } from './compute-summary.js';
import { duration } from './figure-text.js';
import { type Known, seenFigures } from './observed-figures.js';
import { type Summary, summarise } from './summary.js';

/** How a load was sent. */
export interface LoadSent {
  /** User, host, port and database. */
  readonly database: string;
  readonly pooler: string | null;
  readonly server_version: string;
  /** CPU time that the queries asked for, by the speed that was measured at the beginning, or of an earlier load. */
  readonly cpu_seconds_asked: number;
  /** Turns of a query's loop for a second of CPU time. */
  readonly turns_per_second: number;
  /** The middle time of a query that does nothing, on an open connection. */
  readonly round_trip_ms: number;
  /** Pages of the table that queries read from, 0 where none were read. */
  readonly table_pages: number;
  /** How late the sender itself was, after intended arrivals: part of each latency. */
  readonly send_lag_ms: { readonly mean: number; readonly p99: number; readonly max: number };
}

/** The content of `summary.json` of a load that was sent: that of a run's, with `null` where clients see nothing. */
export interface LoadSummary
  extends Omit<Summary, 'computes' | 'total' | 'cost_by_month' | 'quota_exhausted_seconds'> {
  readonly computes: readonly Known<ComputeSummary>[];
  readonly total: Known<ComputeSummary>;
  readonly cost_by_month: readonly [];
  readonly quota_exhausted_seconds: null;
  readonly load_sent: LoadSent;
}

/** The scenario as it took place: it began when the load did, and lasted as long. */
export function asSent(scenario: Scenario, { began_ms, duration_seconds }: ObservedLoad): Scenario {
  return { ...scenario, start: timestamp(began_ms), start_epoch_seconds: began_ms / 1000, duration_seconds };
}

/** Computes every figure that follows from what clients saw. */
export function summariseLoad(
  scenario: Scenario,
  plan: LoadPlan,
  seen: ObservedLoad,
  addresses: Pick<LoadSent, 'database' | 'pooler'>,
): LoadSummary {
  const summary = summarise(asSent(scenario, seen), observedLoad(seen));
  const { lag } = seen.record;
  const held = summary.slo.filter(({ actual }) => !Number.isNaN(actual));
  const others = summary.slo.filter((each) => !held.includes(each)).map(({ objective }) => objective);
  const stopped =
    seen.duration_seconds < scenario.duration_seconds
      ? [`stopped after ${duration(seen.duration_seconds)} of ${duration(scenario.duration_seconds)}`]
      : [];
  return {
    ...summary,
    computes: summary.computes.map((each) => seenFigures(each, 'clients')),
    total: seenFigures(summary.total, 'clients'),
    cost_by_month: [],
    quota_exhausted_seconds: null,
    slo: held,
    // Nothing was assumed: the database did it.
    assumptions: [],
    warnings: [
      ...stopped,
      ...plan.left_out.map((each) => `not sent: ${each}`),
      ...(others.length === 0 ? [] : [`objectives that clients do not see: ${others.join(', ')}`]),
      ...seen.left_behind.map((each) => `left behind: ${each}`),
    ],
    load_sent: {
      ...addresses,
      server_version: seen.server_version,
      cpu_seconds_asked: seen.record.cpuSecondsAsked,
      ...seen.calibration,
      table_pages: plan.table_pages,
      send_lag_ms: {
        mean: lag.mean * 1000,
        p99: lag.quantile(0.99) * 1000,
        max: lag.max * 1000,
      },
    },
  };
}
