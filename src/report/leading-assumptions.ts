import type { Assumption } from '../scenario/scenario.js';
import type { ComputeSummary } from './compute-summary.js';
import type { Summary } from './summary.js';

/** When a constant of the model has touched what happened, by its name without `model.`. */
const TOUCHES: Readonly<Record<string, (total: ComputeSummary) => boolean>> = {
  wake_latency: somebodyWaitedForAWake,
  warm_pool_miss: somebodyWaitedForAWake,
  warm_pool_miss_latency: somebodyWaitedForAWake,
  long_idle_after: somebodyWaitedForAWake,
  long_idle_factor: somebodyWaitedForAWake,
  restart_latency: (total) => total.restarts > 0,
  connect_latency: (total) => total.queries.arrived > 0,
  suspend_check: suspended,
  max_connections: (total) => total.connections.refused > 0,
  reserved_connections: (total) => total.connections.refused > 0,
  memory_per_cu: (total) => someMissed(total) || total.connections.refused > 0,
  metrics_interval: resized,
  load_average_fraction_target: resized,
  memory_usage_fraction_target: resized,
  memory_total_fraction_target: resized,
  cpu_stable_zone_ratio: resized,
  cpu_mixed_zone_ratio: resized,
  lfc_metrics: resized,
  lfc_metrics_interval: resized,
  scaling_call_latency: resized,
  resize_latency: resized,
  host_full: migrated,
  migration_latency: migrated,
  migration_pause: migrated,
  bill_startup: (total) => total.starting_seconds > 0,
  base_memory: memoryDecided,
  connection_memory: memoryDecided,
  page_miss_latency: someMissed,
  page_reads_per_second: someMissed,
  prewarm: startedCold,
  prewarm_pages_per_second: startedCold,
};

const DOUBT = { low: 0, medium: 1, yours: 2, high: 3 } as const;
/** Within one confidence, what decides how long people wait comes first. */
const WEIGHT = ['wake_latency', 'restart_latency', 'page_miss_latency', 'page_reads_per_second'];

/**
 * The assumptions that a reader should know first: those that touched what happened in this run, the least
 * certain first; the price among them unless it is certain.
 */
export function leadingAssumptions(summary: Summary, most = 3): readonly Assumption[] {
  const tenants = whoTenantsAre(summary.assumptions);
  const touching = [...summary.assumptions, ...priceAssumption(summary)].filter((assumption) => {
    if (assumption.name === 'plan' || assumption === tenants) return true;
    return touchesOf(assumption)?.(summary.total) ?? false;
  });
  return touching
    .map((assumption, index) => ({ assumption, index }))
    .sort(
      (a, b) =>
        DOUBT[a.assumption.confidence] - DOUBT[b.assumption.confidence] ||
        Number(b.assumption === tenants) - Number(a.assumption === tenants) ||
        weight(a.assumption) - weight(b.assumption) ||
        a.index - b.index,
    )
    .slice(0, most)
    .map(({ assumption }) => assumption);
}

/** The price as an assumption, where its source is less than certain. */
function priceAssumption(summary: Summary): readonly Assumption[] {
  const { name, price } = summary.plan;
  if (price.confidence === 'high') return [];
  return [
    {
      name: 'plan',
      value: `${name} since ${price.from}, $${price.usd_per_cu_hour} per CU-hour`,
      source: price.note === '' ? price.source : `${price.source}; ${price.note}`,
      confidence: price.confidence,
      set_by: 'scenario',
    },
  ];
}

/** The rule for a constant of the model, or for a parameter of a compute's policy. */
function touchesOf(assumption: Assumption): ((total: ComputeSummary) => boolean) | undefined {
  const [, policy] = /^computes\..*\.policy\.(size|suspend)\./.exec(assumption.name) ?? [];
  if (policy !== undefined) return policy === 'size' ? resized : suspended;
  const name = shortName(assumption);
  return Object.hasOwn(TOUCHES, name) ? TOUCHES[name] : undefined;
}

function somebodyWaitedForAWake(total: ComputeSummary): boolean {
  return total.wakes > 0 && (total.delayed_probability ?? 0) > 0;
}

function suspended(total: ComputeSummary): boolean {
  return total.suspends > 0;
}

function resized(total: ComputeSummary): boolean {
  return total.resizes > 0;
}

function migrated(total: ComputeSummary): boolean {
  return total.scaling.migrations > 0;
}

/** Memory is one of the three goals, and what runs out of it restarts. */
function memoryDecided(total: ComputeSummary): boolean {
  return total.resizes > 0 || total.memory.out_of_memory > 0;
}

function startedCold(total: ComputeSummary): boolean {
  return (total.wakes > 0 || total.restarts > 0) && someMissed(total);
}

function someMissed(total: ComputeSummary): boolean {
  return total.cache.hit_ratio !== null && total.cache.hit_ratio < 1;
}

function shortName(assumption: Assumption): string {
  return assumption.name.replace(/^model\./, '');
}

/**
 * What is taken for granted of a fleet's tenants decides everything that comes out of it: their mix, or where that is
 * given how often those of a known class ask, the last of which ask most.
 */
function whoTenantsAre(assumptions: readonly Assumption[]): Assumption | undefined {
  const mix = assumptions.find(({ name }) => name === 'computes.mix');
  return mix ?? assumptions.findLast(({ name }) => /^computes\.mix\..*\.rate_factor$/.test(name));
}

function weight(assumption: Assumption): number {
  const place = WEIGHT.indexOf(shortName(assumption));
  return place === -1 ? WEIGHT.length : place;
}
