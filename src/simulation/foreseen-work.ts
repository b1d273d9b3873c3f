import { LOAD_SAMPLE_SECONDS } from '../compute/load-average.js';
import { getOrCreate } from '../kernel/get-or-create.js';
import { randomStream } from '../kernel/random-stream.js';
import { sumOf } from '../kernel/sums.js';
import type { Scenario } from '../scenario/scenario.js';
import { expectedQueries } from '../workload/arrival/expected-queries.js';
import type { LoadSpecification } from '../workload/load-specification.js';
import { growsWithUse } from '../workload/scaled-load.js';

/** CPU seconds of one core on an average machine of 2024; `npm run bench` prints those of this machine. */
const SECONDS_PER_QUERY = 0.45e-6;
const SECONDS_PER_EVALUATION = 2e-6;
const SECONDS_PER_ROW = 5e-6;
/** Events of a query: its arrival and its completion. */
export const EVENTS_PER_QUERY = 2;
/** Evaluations of the autoscaler after a query until it rests, if no other query arrives; measured on sparse loads. */
const EVALUATIONS_PER_QUERY = 5;
/** With more loads than this, only about this many are evaluated, including the largest, and represent the others. */
const MAX_LOADS = 50;
/** Multiples of it modulo 1 are evenly distributed, regardless of the period of a fleet's loads. */
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

/** Estimated work of a run, before it begins. */
export interface ForeseenWork {
  readonly queries: number;
  /** Those of loads that grow with use. */
  readonly growing_queries: number;
  /** Events of the simulation: of queries, of the autoscaler and of the timeline. */
  readonly events: number;
  /** Rows of the timeline, of all computes. */
  readonly timeline_rows: number;
  /** CPU seconds of one core. */
  readonly cpu_seconds: number;
}

/**
 * Estimates a run's work from its loads, without retries: within 10 % of the queries, except for fleets and closed
 * loops under pressure, and within about a factor of two of the time.
 * @param replication whose path a random rate follows
 */
export function foreseenWork(scenario: Scenario, replication = 0): ForeseenWork {
  const { duration_seconds, computes, timeline_interval_seconds } = scenario;
  const [growing_queries = 0, others = 0] = loadsByKind(scenario).map((loads) =>
    arrivalsOf(scenario, loads, replication),
  );
  const queries = growing_queries + others;
  const intervals = Math.ceil(duration_seconds / timeline_interval_seconds);
  const timeline_rows = computes.length * intervals;
  const evaluations = foreseenEvaluations(scenario, queries);
  return {
    queries,
    growing_queries,
    events: EVENTS_PER_QUERY * queries + evaluations + intervals,
    timeline_rows,
    cpu_seconds:
      queries * SECONDS_PER_QUERY + evaluations * SECONDS_PER_EVALUATION + timeline_rows * SECONDS_PER_ROW,
  };
}

/**
 * Estimates the evaluations of the autoscaler, which rests on an idle compute.
 * @param queries of all computes
 */
export function foreseenEvaluations(
  { duration_seconds, computes, faults }: Scenario,
  queries: number,
): number {
  const scaled = computes.filter(
    ({ autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max }) => min < max,
  );
  const most = (scaled.length * duration_seconds) / LOAD_SAMPLE_SECONDS;
  // Faults keep it from resting.
  if (most === 0 || faults.length > 0) return most;
  const own = (queries * scaled.length) / computes.length;
  return most * -Math.expm1((-EVALUATIONS_PER_QUERY * own) / most);
}

/** Expected queries, and the bytes sent for them; all of them complete. */
export function foreseenTransfer(scenario: Scenario): {
  readonly queries: number;
  readonly sent_bytes: number;
} {
  const { data } = scenario;
  const bytes = ({ query }: LoadSpecification) => query.egress_bytes ?? data.egress_bytes_per_query;
  const kinds = loadsByKind(scenario);
  return {
    queries: sumOf(kinds, (loads) => arrivalsOf(scenario, loads, 0)),
    sent_bytes: sumOf(kinds, (loads) => arrivalsOf(scenario, loads, 0, bytes)),
  };
}

/** Loads that grow with use, and the others. */
function loadsByKind({ load }: Scenario): readonly (readonly LoadSpecification[])[] {
  return [load.filter(growsWithUse), load.filter((one) => !growsWithUse(one))];
}

/**
 * Queries of loads of one kind, each counted by a weight. Tenants of a fleet differ by a factor of a thousand: the largest are evaluated, and
 * enough of the others to represent the rest by the size of their tenants.
 */
function arrivalsOf(
  scenario: Scenario,
  loads: readonly LoadSpecification[],
  replication: number,
  weight: (load: LoadSpecification) => number = () => 1,
): number {
  const { duration_seconds, seed } = scenario;
  const arrivals = (one: LoadSpecification): number =>
    weight(one) *
    expectedQueries(one, duration_seconds, (purpose) => randomStream(seed, replication, one.name, purpose));
  const represented = representedTenants(scenario);
  const size = (one: LoadSpecification): number => {
    const tenant = represented.get(one.route.targets[0]!.compute);
    return growsWithUse(one) ? (tenant?.rate_factor ?? 1) : 1;
  };
  if (loads.length <= MAX_LOADS) {
    return sumOf(loads, (one) => {
      const tenant = represented.get(one.route.targets[0]!.compute);
      return arrivals(one) * ((growsWithUse(one) ? tenant?.by_rate : tenant?.by_number) ?? 1);
    });
  }
  const bySize = loads.toSorted((a, b) => size(b) - size(a));
  const [largest, others] = [bySize.slice(0, MAX_LOADS / 2), bySize.slice(MAX_LOADS / 2)];
  const share = MAX_LOADS / 2 / others.length;
  const sampled = others.filter((_, index) => (index * GOLDEN_RATIO) % 1 < share);
  const known = sumOf(sampled, size);
  return (
    sumOf(largest, arrivals) + (known > 0 ? (sumOf(sampled, arrivals) * sumOf(others, size)) / known : 0)
  );
}

/** Number of tenants of its class that a tenant with loads represents: only itself, except in an outline. */
interface RepresentedTenant {
  readonly rate_factor: number;
  by_number: number;
  /** As a multiple of its rate. */
  by_rate: number;
}

function representedTenants({ fleet, load }: Scenario): ReadonlyMap<string, RepresentedTenant> {
  const loaded = new Set(load.map(({ route }) => route.targets[0]!.compute));
  const found = new Map<string, RepresentedTenant>();
  const others = new Map<string, { number: number; rate: number }>();
  for (const { compute, class: name, rate_factor } of fleet?.tenants ?? []) {
    if (loaded.has(compute)) {
      found.set(compute, { rate_factor, by_number: 1, by_rate: 1 });
      continue;
    }
    const other = getOrCreate(others, name, () => ({ number: 0, rate: 0 }));
    other.number += 1;
    other.rate += rate_factor;
  }
  for (const { compute, class: name, rate_factor } of fleet?.tenants ?? []) {
    const [tenant, other] = [found.get(compute), others.get(name)];
    if (tenant === undefined || other === undefined) continue;
    others.delete(name);
    tenant.by_number += other.number;
    if (rate_factor > 0) tenant.by_rate += other.rate / rate_factor;
  }
  return found;
}
