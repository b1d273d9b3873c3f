import { DEFAULT_SIZE_POLICY } from '../compute/policy/size-policies.js';
import { NEVER_SUSPEND } from '../compute/suspend-timeout.js';
import { isAlwaysActive } from './compute-settings.js';
import { readsPages } from './reads-pages.js';
import type { ComputeSpecification, ModelConstants, Scenario } from './scenario.js';

/** What of a scenario decides which constants its run can use. */
export type RunShape = Pick<
  Scenario,
  'computes' | 'load' | 'events' | 'faults' | 'model' | 'duration_seconds'
>;

/** Whether a constant can matter to a run. */
export const RELEVANT: Readonly<Record<keyof ModelConstants, (run: RunShape) => boolean>> = {
  wake_latency: wakes,
  warm_pool_miss: wakes,
  warm_pool_miss_latency: (run) => wakes(run) && (run.model.warm_pool_miss > 0 || wakesSlowlyByModel(run)),
  long_idle_after: longIdle,
  long_idle_factor: longIdle,
  restart_latency: restarts,
  connect_latency: loaded,
  suspend_check: suspends,
  proxy: loaded,
  idle_in_transaction_timeout: (run) =>
    run.load.some(({ connection }) => connection.kind === 'session' && connection.in_transaction),
  max_connections: loaded,
  reserved_connections: loaded,
  memory_per_cu: loaded,
  metrics_interval: autoscales,
  load_average_fraction_target: agentDecides,
  memory_usage_fraction_target: autoscales,
  memory_total_fraction_target: agentDecides,
  cpu_stable_zone_ratio: agentDecides,
  cpu_mixed_zone_ratio: agentDecides,
  lfc_metrics: workingSetDecides,
  lfc_metrics_interval: (run) => workingSetDecides(run) && run.model.lfc_metrics,
  scaling_call_latency: autoscales,
  resize_latency: autoscales,
  host_full: autoscales,
  migration_latency: migrates,
  migration_pause: migrates,
  bill_startup: (run) => wakes(run) || restarts(run),
  base_memory: loaded,
  connection_memory: loaded,
  file_cache_per_cu: cached,
  page_miss_latency: cached,
  page_reads_per_second: cached,
  prewarm: cached,
  prewarm_pages_per_second: (run) => cached(run) && run.model.prewarm !== 'never',
  pooler_pool_share: pooled,
  pooler_max_clients: pooled,
  query_wait_timeout: pooled,
};

function loaded(run: RunShape): boolean {
  return run.load.length > 0;
}

function suspends(run: RunShape): boolean {
  const byTimeout = run.computes.some(
    (compute) =>
      !isAlwaysActive(compute) &&
      (compute.suspend_timer !== undefined || compute.suspend_timeout_seconds !== NEVER_SUSPEND),
  );
  const byEdit = run.events.some(
    (event) =>
      event.kind === 'update' && (event.set.suspend_timeout_seconds ?? NEVER_SUSPEND) !== NEVER_SUSPEND,
  );
  return byTimeout || byEdit;
}

function wakes(run: RunShape): boolean {
  return (
    suspends(run) ||
    run.computes.some((compute) => compute.initial_state !== 'active') ||
    run.events.some((event) => event.kind === 'suspend') ||
    run.faults.some((fault) => fault.kind === 'zone_loss')
  );
}

/** Whether some fault makes wakes as slow as the model's are without a warm pool. */
function wakesSlowlyByModel(run: RunShape): boolean {
  return run.faults.some(
    (fault) => fault.kind === 'slow_wakes' && fault.latency === run.model.warm_pool_miss_latency,
  );
}

function longIdle(run: RunShape): boolean {
  return wakes(run) && run.duration_seconds > run.model.long_idle_after && run.model.long_idle_factor !== 1;
}

/** By an event or a fault; a load may also need more memory than there is. */
function restarts(run: RunShape): boolean {
  return (
    loaded(run) ||
    run.faults.some((fault) => fault.kind === 'crash') ||
    run.events.some(
      (event) =>
        event.kind === 'restart' ||
        (event.kind === 'update' &&
          (event.set.autoscaling_limit_min_cu !== undefined ||
            event.set.autoscaling_limit_max_cu !== undefined)),
    )
  );
}

function autoscales(run: RunShape): boolean {
  return scaling(run).length > 0;
}

/** Whether the agent's own goal counts somewhere; a policy of the user's is handed its configuration. */
function agentDecides(run: RunShape): boolean {
  return scaling(run).some(
    ({ size_policy: { policy, module } }) => module !== undefined || policy.name === DEFAULT_SIZE_POLICY.name,
  );
}

function workingSetDecides(run: RunShape): boolean {
  return agentDecides(run) && cached(run);
}

/** The computes whose limits differ, from the start or after an update. */
function scaling(run: RunShape): readonly ComputeSpecification[] {
  return run.computes.filter((compute) => {
    const { autoscaling_limit_min_cu: least, autoscaling_limit_max_cu: most } = compute;
    return (
      least < most ||
      run.events.some((event) => {
        if (event.kind !== 'update' || event.compute !== compute.name) return false;
        const { autoscaling_limit_min_cu: min_cu = least, autoscaling_limit_max_cu: max_cu = most } =
          event.set;
        return min_cu !== max_cu;
      })
    );
  });
}

function migrates(run: RunShape): boolean {
  return autoscales(run) && run.model.host_full > 0;
}

function cached(run: RunShape): boolean {
  return run.load.some(({ query }) => readsPages(query));
}

function pooled(run: RunShape): boolean {
  return run.load.some((load) => load.connection.via === 'pooler');
}
