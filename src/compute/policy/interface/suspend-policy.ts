import type { PolicyDescription, PolicyValues } from './policy-parameter.js';

/** Constants of a suspension policy, passed once, when the run begins. */
export interface SuspendContext {
  /** The compute's own setting: seconds, Infinity for never. */
  readonly suspend_timeout_seconds: number;
  /** Whether the policy may use {@link IdleMoment.next_arrival_seconds}. */
  readonly foresight: boolean;
}

/** An active compute has nothing to do from now on. */
export interface IdleMoment {
  readonly now_seconds: number;
  readonly epoch_seconds: number;
  /** Its work is done; or no query came after it was started by a proactive resume, a start call or a restart. */
  readonly cause: 'work_done' | 'started';
  /** A random number in (0, 1), drawn for this moment. */
  readonly uniform: number;
  /** The compute's present timeout setting: seconds, Infinity for never. */
  readonly suspend_timeout_seconds: number;
  /** When the next query will come, on the scale of `now_seconds`; Infinity if none will; `undefined` for a policy without foresight. */
  readonly next_arrival_seconds: number | undefined;
}

/** A suspension policy's decision. */
export interface SuspendDecision<State> {
  readonly state: State;
  /** Suspend after this long without work; 0 at once, Infinity never. */
  readonly suspend_after_seconds: number;
  /** Once suspended, resume this long after now even without a connection; Infinity: wait for a connection. */
  readonly resume_after_seconds: number;
  /** Why, in words a person can act on. */
  readonly reason: string;
}

/** A query has ended an idle period. */
export interface BusyMoment {
  readonly now_seconds: number;
  readonly epoch_seconds: number;
  /** How long there had been nothing to do: since the last work, whatever was suspended or resumed meanwhile. */
  readonly idle_seconds: number;
  /** Whether the query found the compute active. */
  readonly found_active: boolean;
}

/**
 * When an idle compute is suspended, and whether it is resumed before a client connects: a pure value. It receives the
 * time, stores nothing outside its state and never changes a state it was given.
 */
export interface SuspendPolicy<State = unknown> extends PolicyDescription {
  /** Whether it wants {@link IdleMoment.uniform}; otherwise that is 0. */
  readonly randomised: boolean;
  start(values: PolicyValues, context: SuspendContext): State;
  /** Decides about the idle period that begins, or that continues after a resume. */
  idle(state: State, moment: IdleMoment, values: PolicyValues): SuspendDecision<State>;
  /** Learns from the idle period that has ended. */
  busy(state: State, moment: BusyMoment, values: PolicyValues): State;
}
