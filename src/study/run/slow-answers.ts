import { OVERLOAD_SECONDS } from '../../compute/backlog.js';
import { sumOf } from '../../kernel/sums.js';
import type { Scenario } from '../../scenario/scenario.js';
import { uncontendedSeconds } from '../../workload/arrival/expected-queries.js';
import { loadNameOf } from '../../workload/tenants.js';
import type { CauseSummary } from './cause-summary.js';

/** An answer is slow from this multiple of the time that its query takes without contention. */
const SLOWED = 2;
/** The share of queries beyond the 99th percentile. */
const BEYOND = 0.01;

/**
 * From which 99th percentile of latency on a run answers slowly, in seconds: a backlog that counts as overload, or longer
 * if the queries themselves take longer than that.
 */
export function slowFrom(scenario: Scenario, loads: readonly CauseSummary[]): number {
  const arrived = new Map(loads.map(({ name, queries }) => [name, queries.arrived]));
  const all = [...new Map(scenario.load.map((load) => [loadNameOf(scenario, load.name), load]))]
    .map(([name, load]) => ({ own_seconds: uncontendedSeconds(load), queries: arrived.get(name) ?? 0 }))
    .toSorted((a, b) => b.own_seconds - a.own_seconds);
  const most = BEYOND * sumOf(all, ({ queries }) => queries);
  let beyond = 0;
  const own = all.find(({ queries }) => {
    beyond += queries;
    return beyond > most;
  });
  return Math.max(OVERLOAD_SECONDS, Math.ceil(SLOWED * (own?.own_seconds ?? 0)));
}
