import type { Belongings } from './belongings.js';
import type { ComputeWatch } from './compute-watch.js';
import type { StepOptions } from './make-call.js';
import type { ObservationPlan, ObservationStep } from './observation-plan.js';
import type { SeenOperation } from './operation-watch.js';

/** How a scenario is observed. */
export interface ObserveOptions extends StepOptions {
  readonly plan: ObservationPlan;
  /** Filled in as things are created; whoever calls undoes them afterwards, however this ends. */
  readonly belongings: Belongings;
  readonly poll_seconds: number;
  /** Stops the observation. */
  readonly signal?: AbortSignal | undefined;
  /** Told of every step and poll: seconds since time 0, `undefined` before it, and the step that is being made. */
  readonly progress?: ((at_seconds: number | undefined, step?: ObservationStep) => void) | undefined;
}

/** What was seen. */
export interface Observed {
  /** The adapter's time at the scenario's time 0, in ms since the epoch. */
  readonly began_ms: number;
  readonly duration_seconds: number;
  /** In the order of the scenario. */
  readonly computes: readonly ComputeWatch[];
  readonly operations: readonly SeenOperation[];
}
