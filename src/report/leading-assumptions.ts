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
  suspend_check: (total) => total.suspends > 0,
  max_connections: (total) => total.connections.refused > 0,
  reserved_connections: (total) => total.connections.refused > 0,
  memory_per_cu: (total) => someMissed(total) || total.connections.refused > 0,
  metrics_interval: (total) => total.resizes > 0,
  load_average_fraction_target: (total) => total.resizes > 0,
  bill_startup: (total) => total.starting_seconds > 0,
  page_miss_latency: someMissed,
};

const DOUBT = { low: 0, medium: 1, yours: 2, high: 3 } as const;
/** Within one confidence, what decides how long people wait comes first. */
const WEIGHT = ['wake_latency', 'restart_latency', 'page_miss_latency'];

/**
 * The assumptions that a reader should know first: those that touched what happened in this run, the least
 * certain first; the price among them unless it is certain.
 */
export function leadingAssumptions(summary: Summary, most = 3): readonly Assumption[] {
  const touching = [...summary.assumptions, ...priceAssumption(summary)].filter((assumption) => {
    const name = shortName(assumption);
    const touches = Object.hasOwn(TOUCHES, name) ? TOUCHES[name] : undefined;
    return assumption.name === 'plan' || (touches?.(summary.total) ?? false);
  });
  return touching
    .map((assumption, index) => ({ assumption, index }))
    .sort(
      (a, b) =>
        DOUBT[a.assumption.confidence] - DOUBT[b.assumption.confidence] ||
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

function somebodyWaitedForAWake(total: ComputeSummary): boolean {
  return total.wakes > 0 && (total.delayed_probability ?? 0) > 0;
}

function someMissed(total: ComputeSummary): boolean {
  return total.cache.hit_ratio !== null && total.cache.hit_ratio < 1;
}

function shortName(assumption: Assumption): string {
  return assumption.name.replace(/^model\./, '');
}

function weight(assumption: Assumption): number {
  const place = WEIGHT.indexOf(shortName(assumption));
  return place === -1 ? WEIGHT.length : place;
}
