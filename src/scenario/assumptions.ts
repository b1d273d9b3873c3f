import { stringify } from 'yaml';
import type { LoadSpecification } from '../workload/load-specification.js';
import { ASSUMPTION_CATALOGUE, DEFAULT_POPULARITY } from './assumption-catalogue.js';
import { isAlwaysActive } from './compute-settings.js';
import type { Assumption, ModelConstants, Scenario } from './scenario.js';

/** What of a scenario decides which constants its run can use. */
export type RunShape = Pick<Scenario, 'computes' | 'load' | 'events' | 'model' | 'duration_seconds'>;

/** What a scenario says itself, as written. */
export interface WrittenValues {
  readonly model: Readonly<Record<string, unknown>>;
  readonly plan: unknown;
  /** Names of the loads that set `query.popularity`. */
  readonly popularity: ReadonlySet<string>;
}

/** The constants that a run can use, in the order of the catalogue; those that cannot matter are left out. */
export function listAssumptions(
  run: RunShape,
  default_plan: string,
  written: WrittenValues,
): readonly Assumption[] {
  const plan: readonly Assumption[] =
    written.plan === undefined ? [assumed('plan', default_plan, 'the scenario names no plan', 'low')] : [];
  const model = (Object.keys(ASSUMPTION_CATALOGUE) as (keyof ModelConstants)[]).flatMap((key) => {
    const entry = ASSUMPTION_CATALOGUE[key];
    const own = written.model[key];
    if (!RELEVANT[key](run) || (own === undefined && entry.default === undefined)) return [];
    const name = `model.${key}`;
    return own === undefined
      ? [assumed(name, entry.default, entry.source, entry.confidence)]
      : [
          {
            name,
            value: asWritten(own),
            source: 'the scenario',
            confidence: 'yours',
            set_by: 'scenario',
          } as const,
        ];
  });
  const popularity = run.load
    .filter((load) => readsPages(load) && !written.popularity.has(load.name))
    .map((load) => {
      const { source, confidence } = DEFAULT_POPULARITY;
      return assumed(`load.${load.name}.query.popularity`, DEFAULT_POPULARITY.default, source, confidence);
    });
  return [...plan, ...model, ...popularity];
}

function assumed(
  name: string,
  value: unknown,
  source: string,
  confidence: Assumption['confidence'],
): Assumption {
  return { name, value: asWritten(value), source, confidence, set_by: 'default' };
}

/** A value on one line, as it would stand in a scenario. */
function asWritten(value: unknown): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim();
}

/** Whether a constant can matter to a run. */
const RELEVANT: Readonly<Record<keyof ModelConstants, (run: RunShape) => boolean>> = {
  wake_latency: wakes,
  warm_pool_miss: wakes,
  warm_pool_miss_latency: (run) => wakes(run) && run.model.warm_pool_miss > 0,
  long_idle_after: longIdle,
  long_idle_factor: longIdle,
  restart_latency: restarts,
  connect_latency: (run) => run.load.length > 0,
  suspend_check: suspends,
  max_connections: (run) => run.load.length > 0,
  reserved_connections: (run) => run.load.length > 0,
  memory_per_cu: (run) => run.load.length > 0,
  metrics_interval: autoscales,
  load_average_fraction_target: autoscales,
  bill_startup: (run) => wakes(run) || restarts(run),
  page_miss_latency: (run) => run.load.some(readsPages),
  pooler_pool_share: pooled,
  pooler_max_clients: pooled,
  query_wait_timeout: pooled,
};

function suspends(run: RunShape): boolean {
  const byTimeout = run.computes.some(
    (compute) =>
      !isAlwaysActive(compute) &&
      (compute.suspend_timer !== undefined || compute.suspend_timeout_seconds !== -1),
  );
  const byEdit = run.events.some(
    (event) => event.kind === 'update' && (event.set.suspend_timeout_seconds ?? -1) !== -1,
  );
  return byTimeout || byEdit;
}

function wakes(run: RunShape): boolean {
  return (
    suspends(run) ||
    run.computes.some((compute) => compute.initial_state !== 'active') ||
    run.events.some((event) => event.kind === 'suspend')
  );
}

function longIdle(run: RunShape): boolean {
  return wakes(run) && run.duration_seconds > run.model.long_idle_after && run.model.long_idle_factor !== 1;
}

function restarts(run: RunShape): boolean {
  return run.events.some(
    (event) =>
      event.kind === 'restart' ||
      (event.kind === 'update' &&
        (event.set.autoscaling_limit_min_cu !== undefined ||
          event.set.autoscaling_limit_max_cu !== undefined)),
  );
}

function autoscales(run: RunShape): boolean {
  const limits = (compute: string) => run.computes.find((candidate) => candidate.name === compute);
  const edited = run.events.some((event) => {
    if (event.kind !== 'update') return false;
    const before = limits(event.compute);
    const min_cu = event.set.autoscaling_limit_min_cu ?? before?.autoscaling_limit_min_cu;
    const max_cu = event.set.autoscaling_limit_max_cu ?? before?.autoscaling_limit_max_cu;
    return min_cu !== max_cu;
  });
  return (
    edited ||
    run.computes.some((compute) => compute.autoscaling_limit_min_cu < compute.autoscaling_limit_max_cu)
  );
}

function readsPages(load: LoadSpecification): boolean {
  const { pages } = load.query;
  return pages.kind !== 'constant' || pages.value > 0;
}

function pooled(run: RunShape): boolean {
  return run.load.some((load) => load.connection.via === 'pooler');
}
