import { type ConstantName, constantNamed, type Touch } from '../../scenario/model/model-constants.js';
import type { Assumption } from '../../scenario/scenario.js';
import type { ComputeSummary } from '../../study/run/compute-summary.js';
import type { Summary } from '../../study/run/summary.js';
import { PLAN_NAMES } from '../../vendors/plan-limits.js';
import { priceText } from './figure-text.js';

/** Whether the event of a run that a constant of the model affects has happened. */
const TOUCHED: Readonly<Record<Touch, (total: ComputeSummary) => boolean>> = {
  queried: (total) => total.queries.arrived > 0,
  refused: (total) => total.connections.refused > 0,
  found_stopped: (total) => (total.delayed_probability ?? 0) > 0 || (total.wake_probability ?? 0) > 0,
  ended_in_transaction: (total) => someFailed(total, '25P03'),
  suspended: (total) => total.suspends > 0,
  waited_for_wake: (total) => total.wakes > 0 && (total.delayed_probability ?? 0) > 0,
  started: (total) => total.starting_seconds > 0,
  restarted: (total) => total.restarts > 0,
  resized: (total) => total.resizes > 0,
  migrated: (total) => total.scaling.migrations > 0,
  // Memory is one of the three goals, and what runs out of it restarts.
  memory_short: (total) => total.resizes > 0 || total.memory.out_of_memory > 0,
  missed: someMissed,
  missed_or_refused: (total) => someMissed(total) || total.connections.refused > 0,
  started_cold: (total) => (total.wakes > 0 || total.restarts > 0) && someMissed(total),
  queued_in_pooler: (total) => total.pooler.queued > 0,
  refused_by_pooler: (total) => someFailed(total, '08P01'),
  timed_out_in_pooler: (total) => someFailed(total, 'query_wait_timeout'),
};

/** How uncertain assumptions of a confidence are: the least certain come first. */
export const CERTAINTY_RANK = { low: 0, medium: 1, yours: 2, high: 3, measured: 4 } as const;
/** Within one confidence, assumptions that determine waiting times come first. */
const WEIGHT: readonly string[] = (
  [
    'wake_latency',
    'restart_latency',
    'page_miss_latency',
    'page_reads_per_second',
  ] as const satisfies readonly ConstantName[]
).map((name) => `model.${name}`);

/**
 * The assumptions that a reader should know first: those that touched what happened in this run, the least
 * certain first; the price among them unless it is certain. If memory ran out, the memory of a connection comes first.
 */
export function leadingAssumptions(summary: Summary, most = 3): readonly Assumption[] {
  const tenants = whoTenantsAre(summary.assumptions);
  const memory = memoryAssumptions(summary);
  const touching = [...summary.assumptions, ...priceAssumption(summary)].filter((assumption) => {
    if (assumption.name === 'plan' || assumption === tenants) return true;
    return touchesOf(assumption)?.(summary.total) ?? false;
  });
  return touching
    .sort(
      (a, b) =>
        Number(b === memory) - Number(a === memory) ||
        CERTAINTY_RANK[a.confidence] - CERTAINTY_RANK[b.confidence] ||
        Number(b === tenants) - Number(a === tenants) ||
        weight(a) - weight(b),
    )
    .slice(0, most);
}

/** The price as an assumption, if its source is not certain. */
function priceAssumption(summary: Summary): readonly Assumption[] {
  const { name, price } = summary.plan;
  if (price.confidence === 'high') return [];
  return [
    {
      name: 'plan',
      value: `${name} since ${price.from}, ${priceText(price.usd_per_cu_hour)} per CU-hour`,
      source: price.note === '' ? price.source : `${price.source}; ${price.note}`,
      confidence: price.confidence,
      set_by: PLAN_NAMES.includes(name) ? 'scenario' : 'vendor',
    },
  ];
}

/** The rule for a constant of the model, or for a parameter of a compute's policy. */
function touchesOf({ name }: Assumption): ((total: ComputeSummary) => boolean) | undefined {
  const [, policy] = /^computes\..*\.policy\.(size|suspend)\./.exec(name) ?? [];
  if (policy !== undefined) return policy === 'size' ? TOUCHED.resized : TOUCHED.suspended;
  const constant = constantNamed(name.replace(/^model\./, ''));
  return constant === undefined ? undefined : TOUCHED[constant.matters.once];
}

function someMissed(total: ComputeSummary): boolean {
  return total.cache.hit_ratio !== null && total.cache.hit_ratio < 1;
}

/** Whether some attempt failed with an error, including retried ones. */
function someFailed({ queries }: ComputeSummary, error: string): boolean {
  return (queries.by_error[error] ?? 0) + (queries.retried_by_error[error] ?? 0) > 0;
}

/**
 * The assumptions about a fleet's tenants determine all its results: their mix, or, if that is
 * given, the rate of the busiest known class.
 */
function whoTenantsAre(assumptions: readonly Assumption[]): Assumption | undefined {
  const mix = assumptions.find(({ name }) => name === 'computes.mix');
  return mix ?? assumptions.findLast(({ name }) => /^computes\.mix\..*\.rate_factor$/.test(name));
}

/** The memory of a connection decides whether memory runs out, more than any other assumption. */
function memoryAssumptions({ assumptions, total }: Summary): Assumption | undefined {
  if (!(total.memory.out_of_memory > 0)) return undefined;
  const constant: ConstantName = 'connection_memory';
  return assumptions.find(({ name }) => name === `model.${constant}`);
}

function weight(assumption: Assumption): number {
  const place = WEIGHT.indexOf(assumption.name);
  return place === -1 ? WEIGHT.length : place;
}
