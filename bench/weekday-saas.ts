import type * as LoadScenarioModule from '../src/scenario/load-scenario.js';
import type { Scenario } from '../src/scenario/scenario.js';
import { built } from './built.js';

/** Sizing of the benchmarks' compute. */
export type Sizing = 'autoscaled' | 'fixed';

/**
 * The limits of each sizing, in CU. The fixed size is the smallest available one above the mean size of the autoscaled
 * compute (1.55 CU over a day); it has as many cached reads and events per query.
 */
const LIMITS: Readonly<Record<Sizing, readonly [min_cu: number, max_cu: number]>> = {
  autoscaled: [0.25, 4],
  fixed: [2, 2],
};

/**
 * The scenario of the benchmarks, from a Monday morning: 200 queries per second on average with the daily rhythm of an
 * office application, a pool of connections, a working set larger than the cache of small sizes, autoscaling, and
 * retries.
 *
 * @param sizing `fixed` is the same without the scaling loop, which a compute with equal limits does not run
 */
export async function weekdaySaas(duration_seconds: number, sizing: Sizing): Promise<Scenario> {
  const { parseScenario } = await built<typeof LoadScenarioModule>('scenario/load-scenario.js');
  return parseScenario(weekdaySaasText(duration_seconds, sizing));
}

/** The same, as the text of a scenario file. */
export function weekdaySaasText(duration_seconds: number, sizing: Sizing): string {
  const [min_cu, max_cu] = LIMITS[sizing];
  return `
name: bench-weekday-saas
seed: 42
start: 2026-01-05T08:00:00Z
duration: ${duration_seconds}s
plan: launch
computes:
  - name: primary
    type: read_write
    autoscaling_limit_min_cu: ${min_cu}
    autoscaling_limit_max_cu: ${max_cu}
    suspend_timeout_seconds: 300
load:
  - name: web
    compute: primary
    process: poisson
    rate: { base: 200/s, daily: 0.6, weekly: 0.3, peak_hour: 14 }
    query: { cpu: { lognormal: { mean: 4ms, cv: 2 } }, pages: 12, working_set: 2GiB, memory: 4MiB }
    connection: { kind: pool, size: 20 }
    retry: { attempts: 5, first: 100ms, factor: 2, jitter: full, connect_timeout: 10s }
`;
}
