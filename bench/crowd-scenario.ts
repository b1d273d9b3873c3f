import type * as LoadScenarioModule from '../src/scenario/load-scenario.js';
import type { Scenario } from '../src/scenario/scenario.js';
import { built } from './built.js';

/** Number of clients, each with an open connection: as many as the pooler admits. */
export const CLIENTS = 10_000;
/** Seconds over which they connect: a compute that starts cold at its smallest size needs time to grow. */
const RAMP_SECONDS = 1500;
/** Seconds from the end of a client's query to its next one; in total, 200 queries per second. */
const THINK_SECONDS = 50;

/**
 * The scenario of the benchmarks with individual clients: the same queries per second, of the same kind and on the same
 * compute, but from 10,000 sessions that stay connected to the pooler and think between queries.
 */
export async function crowdScenario(duration_seconds: number): Promise<Scenario> {
  const { parseScenario } = await built<typeof LoadScenarioModule>('scenario/load-scenario.js');
  return parseScenario(`
name: bench-crowd
seed: 42
start: 2026-01-05T08:00:00Z
duration: ${duration_seconds}s
plan: launch
computes:
  - name: primary
    type: read_write
    autoscaling_limit_min_cu: 0.25
    autoscaling_limit_max_cu: 4
    suspend_timeout_seconds: 300
load:
  - name: crowd
    compute: primary
    process: { cron: { schedule: "1 8 5 1 *", count: ${CLIENTS}, jitter: { uniform: { min: 0s, max: ${RAMP_SECONDS}s } } } }
    query: { cpu: { lognormal: { mean: 4ms, cv: 2 } }, pages: 12, working_set: 2GiB, memory: 4MiB }
    connection: { kind: session, via: pooler, hold: 365d, think: { exponential: { mean: ${THINK_SECONDS}s } } }
    retry: { attempts: 5, first: 100ms, factor: 2, jitter: full, connect_timeout: 10s }
`);
}
