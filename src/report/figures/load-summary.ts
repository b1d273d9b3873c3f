import type { LoadPlan } from '../../load/send/load-plan.js';
import type { ObservedLoad } from '../../load/send/observe-load.js';
import { observedLoad } from '../../load/send/observed-load.js';
import type { Scenario } from '../../scenario/scenario.js';
import { summarise } from '../../study/run/summary.js';
import { when } from '../text/when.js';
import { duration } from './figure-text.js';
import { asSeen, type SeenSummary, seenSummary } from './observed-figures.js';

export interface LoadSent {
  /** User, host, port and database. */
  readonly database: string;
  readonly pooler: string | null;
  readonly server_version: string;
  /** CPU time that the queries asked for, by the speed that was measured at the beginning, or of an earlier load. */
  readonly cpu_seconds_asked: number;
  /** Iterations of a query's loop per second of CPU time. */
  readonly turns_per_second: number;
  /** Median time of an empty query on an open connection. */
  readonly round_trip_ms: number;
  /** Pages of the table that queries read from, 0 if they read none. */
  readonly table_pages: number;
  /** Delay of the sender itself after intended arrivals: part of each latency. */
  readonly send_lag_ms: { readonly mean: number; readonly p99: number; readonly max: number };
}

/** The content of `summary.json` of a load that was sent, as clients saw it. */
export interface LoadSummary extends SeenSummary {
  readonly cost_by_month: readonly [];
  readonly load_sent: LoadSent;
}

/** Computes every figure that follows from what clients saw. */
export function summariseLoad(
  scenario: Scenario,
  plan: LoadPlan,
  seen: ObservedLoad,
  addresses: Pick<LoadSent, 'database' | 'pooler'>,
): LoadSummary {
  const summary = summarise(asSeen(scenario, seen), observedLoad(seen));
  const { seen: own, unseen } = seenSummary(summary, 'clients', () => true);
  const { lag } = seen.record;
  const whole = duration(scenario.duration_seconds);
  return {
    ...own,
    cost_by_month: [],
    warnings: [
      ...when(
        seen.duration_seconds < scenario.duration_seconds,
        `stopped after ${duration(seen.duration_seconds)} of ${whole}`,
      ),
      ...plan.left_out.map((each) => `not sent: ${each}`),
      ...when(unseen.length > 0, `objectives that clients do not see: ${unseen.join(', ')}`),
      ...seen.left_behind.map((each) => `left behind: ${each}`),
    ],
    load_sent: {
      ...addresses,
      server_version: seen.server_version,
      cpu_seconds_asked: seen.record.cpuSecondsAsked,
      ...seen.calibration,
      table_pages: plan.table_pages,
      send_lag_ms: { mean: lag.mean * 1000, p99: lag.quantile(0.99) * 1000, max: lag.max * 1000 },
    },
  };
}
