import { mayThrottle } from '../../compute/cpu-limit.js';
import { isAlwaysActive, NEVER_SUSPEND } from '../../compute/lifecycle/suspend-timeout.js';
import { DEFAULT_SIZE_POLICY } from '../../compute/policy/size-policies.js';
import { readsPages } from '../../workload/load-specification.js';
import { cpuLimitOf } from '../model/cpu-constants.js';
import type { ModelConstants, Relevance } from '../model/model-constants.js';
import type { ComputeSpecification } from './computes.js';
import { changesLimits, type ScenarioEvent, sizeLimits } from './events.js';
import type { Fault } from './faults.js';
import type { Load } from './load/load.js';

/** The parts of a scenario that determine which constants its run can use. */
export interface ScenarioFeatures {
  readonly duration_seconds: number;
  readonly computes: readonly ComputeSpecification[];
  readonly load: readonly Load[];
  readonly events: readonly ScenarioEvent[];
  readonly faults: readonly Fault[];
  readonly model: ModelConstants;
}

type Feature = (run: ScenarioFeatures) => boolean;

const loaded: Feature = (run) => run.load.length > 0;

const cached: Feature = (run) => run.load.some(({ query }) => readsPages(query));

const limitsOf = (run: ScenarioFeatures): readonly (readonly [number, number])[] =>
  run.computes.flatMap((compute) => sizeLimits(run.events, compute));

const suspends: Feature = (run) =>
  run.computes.some(
    (compute) =>
      !isAlwaysActive(compute) &&
      (compute.suspend_timer !== undefined || compute.suspend_timeout_seconds !== NEVER_SUSPEND),
  ) ||
  run.events.some(
    (event) =>
      event.kind === 'update' && (event.set.suspend_timeout_seconds ?? NEVER_SUSPEND) !== NEVER_SUSPEND,
  );

const wakes: Feature = (run) =>
  suspends(run) ||
  run.computes.some((compute) => compute.initial_state !== 'active') ||
  run.events.some((event) => event.kind === 'suspend') ||
  run.faults.some((fault) => fault.kind === 'zone_loss');

const wakesSlowlyByModel: Feature = (run) =>
  run.faults.some(
    (fault) => fault.kind === 'slow_wakes' && fault.latency === run.model.warm_pool_miss_latency,
  );

/** Because of an event or a fault; a load may also need more memory than there is. */
const restarts: Feature = (run) =>
  loaded(run) ||
  run.faults.some((fault) => fault.kind === 'crash') ||
  run.events.some((event) => event.kind === 'restart' || changesLimits(event));

const fractional: Feature = (run) =>
  loaded(run) && limitsOf(run).some(([least, most]) => least < most || !Number.isInteger(least));

/** Whether a quota can be exhausted before its period is over. */
const throttled: Feature = (run) =>
  loaded(run) && limitsOf(run).some(([least, most]) => mayThrottle(cpuLimitOf(run.model), least, most));

/** The computes whose limits differ, from the start or after an update. */
const scaling = (run: ScenarioFeatures): readonly ComputeSpecification[] =>
  run.computes.filter((compute) => sizeLimits(run.events, compute).some(([least, most]) => least < most));

const autoscales: Feature = (run) => scaling(run).length > 0;

/** Whether the agent's goal is used anywhere; user-defined policies receive its configuration. */
const agentDecides: Feature = (run) =>
  scaling(run).some(
    ({ size_policy: { name, module } }) => module !== undefined || name === DEFAULT_SIZE_POLICY.name,
  );

const workingSetDecides: Feature = (run) => agentDecides(run) && cached(run);

/** When a constant can affect a run. */
export const RELEVANT: Readonly<Record<Relevance, Feature>> = {
  loaded,
  in_transaction: (run) =>
    run.load.some(({ connection }) => connection.kind === 'session' && connection.in_transaction),
  suspends,
  connections_keep_awake: (run) => run.model.idle_clock === 'connections',
  wakes,
  pool_misses: (run) => wakes(run) && (run.model.warm_pool_miss > 0 || wakesSlowlyByModel(run)),
  long_idle: (run) =>
    wakes(run) && run.duration_seconds > run.model.long_idle_after && run.model.long_idle_factor !== 1,
  restarts,
  starts: (run) => wakes(run) || restarts(run),
  fractional,
  bandwidth: (run) => fractional(run) && run.model.cpu_limit === 'bandwidth',
  throttled,
  autoscales,
  agent_decides: agentDecides,
  working_set_decides: workingSetDecides,
  working_set_read: (run) => workingSetDecides(run) && run.model.lfc_metrics,
  migrates: (run) => autoscales(run) && run.model.host_full > 0,
  cached,
  cached_by_formula: (run) => cached(run) && run.model.file_cache_per_cu === undefined,
  prewarmed: (run) => cached(run) && run.model.prewarm !== 'never',
  pooled: (run) => run.load.some((load) => load.connection.via === 'pooler'),
};
