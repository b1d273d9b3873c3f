import type { AgentConfiguration } from '../../agent/configuration.js';
import type { ScalingGoal } from '../../agent/goal.js';
import type { PolicyDescription, PolicyValues } from './policy-parameter.js';

/** Constants of a size policy, passed once when its compute starts. */
export interface SizeContext {
  readonly min_cu: number;
  readonly max_cu: number;
  /** RAM of one CU, in bytes. */
  readonly memory_per_cu_bytes: number;
  /** Interval between looks. */
  readonly metrics_interval_seconds: number;
  /** The agent's configuration, which includes the unit of size changes. */
  readonly agent: AgentConfiguration;
  /** The future demand; `undefined` for a policy without foresight. */
  readonly foresight: DemandForesight | undefined;
}

/** CPU demand of the arrivals of a whole run. */
export interface DemandForesight {
  /** Width of a window; the first begins at time 0 of the run. */
  readonly window_seconds: number;
  /** By window: vCPU-seconds demanded by the queries that arrive in it, divided by its width. */
  readonly vcpu: Float64Array;
}

/** The observations of a size policy at one look. */
export interface SizeLook {
  /** Simulated time since the run began. */
  readonly now_seconds: number;
  /** The same as Unix time, for example for the hour of the day. */
  readonly epoch_seconds: number;
  /** The current size. */
  readonly cu: number;
  /** The guest's Linux load averages. */
  readonly load_average_1m: number;
  readonly load_average_5m: number;
  /** Mean vCPU in use since the previous look; measures demand only while it is below the size. */
  readonly used_vcpu: number;
  /** MemTotal − MemAvailable + 100 MiB for the kernel. */
  readonly memory_usage_bytes: number;
  /** The kernel's page cache. */
  readonly memory_cached_bytes: number;
  /** Distinct pages read within the last 1, 2, … 60 minutes; `undefined` until fetched, or if disabled. */
  readonly working_set_pages: ArrayLike<number> | undefined;
}

/** A size policy's decision. */
export interface SizeDecision<State> {
  readonly state: State;
  /** The desired size, in CU; the caller rounds it up to the next quarter and keeps it within the limits. */
  readonly goal_cu: number;
  /** The reason, in words that help an operator to act. */
  readonly reason: string;
  /** The agent's three goals; only for the agent's policy. */
  readonly detail?: ScalingGoal;
}

/**
 * How the size of a running compute follows its load: a pure function. It receives the time, keeps all state in its
 * state value, draws no random numbers, and never mutates a state.
 *
 * The same loop carries out every policy's decisions: permits, growth in one step, shrinking by one unit at a time with
 * the monitor's consent.
 *
 * @example
 * export const size: SizePolicy<undefined> = {
 *   name: 'office-hours',
 *   description: 'Four CU by day, the minimum at night.',
 *   source: 'example',
 *   parameters: {},
 *   foresight: false,
 *   start: () => undefined,
 *   look(state, { epoch_seconds }, _values, { min_cu }) {
 *     const hour = Math.floor(epoch_seconds / 3600) % 24;
 *     const day = hour >= 8 && hour < 20;
 *     return { state, goal_cu: day ? 4 : min_cu, reason: day ? 'office hours' : 'night' };
 *   },
 * };
 */
export interface SizePolicy<State = unknown> extends PolicyDescription {
  /**
   * The state of a compute that has just started, before its first look.
   * @param before the state at its last stop, for a policy with memory; `undefined` at the first start
   */
  start(values: PolicyValues, context: SizeContext, before: State | undefined): State;
  /** Decides on the size from the metrics of a look. */
  look(state: State, look: SizeLook, values: PolicyValues, context: SizeContext): SizeDecision<State>;
}
