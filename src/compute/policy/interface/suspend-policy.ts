import type { PolicyDescription, PolicyValues } from './policy-parameter.js';

/** Constants of a suspension policy, passed once when the run begins. */
export interface SuspendContext {
  /** The compute's setting in seconds; Infinity for never. */
  readonly suspend_timeout_seconds: number;
  /** Whether the policy may use {@link IdleMoment.next_arrival_seconds}. */
  readonly foresight: boolean;
}

/** The moment at which an active compute becomes idle. */
export interface IdleMoment {
  readonly now_seconds: number;
  readonly epoch_seconds: number;
  /** Its work is done; or no query followed a proactive resume, a start call or a restart. */
  readonly cause: 'work_done' | 'started';
  /** A random number in (0, 1) for this moment. */
  readonly uniform: number;
  /** The compute's current timeout setting in seconds; Infinity for never. */
  readonly suspend_timeout_seconds: number;
  /** Time of the next query, on the scale of `now_seconds`; Infinity if none follows; `undefined` without foresight. */
  readonly next_arrival_seconds: number | undefined;
}

/** A suspension policy's decision. */
export interface SuspendDecision<State> {
  readonly state: State;
  /** Idle time before suspension in seconds; 0 for immediately, Infinity for never. */
  readonly suspend_after_seconds: number;
  /** Time from now to a proactive resume, in seconds; Infinity to wait for a connection. */
  readonly resume_after_seconds: number;
  /** The reason, in words that help an operator to act. */
  readonly reason: string;
}

/** The end of an idle period by a query. */
export interface BusyMoment {
  readonly now_seconds: number;
  readonly epoch_seconds: number;
  /** Length of the idle period: since the last work, including any suspends and resumes. */
  readonly idle_seconds: number;
  /** Whether the query found the compute active. */
  readonly found_active: boolean;
}

/**
 * When an idle compute is suspended, and whether it is resumed before a client connects: a pure function. It receives
 * the time, keeps all state in its state value and never mutates a state.
 */
export interface SuspendPolicy<State = unknown> extends PolicyDescription {
  /** Whether it uses {@link IdleMoment.uniform}, which is 0 otherwise. */
  readonly randomised: boolean;
  start(values: PolicyValues, context: SuspendContext): State;
  /** Decides on an idle period when it begins, or when it continues after a resume. */
  idle(state: State, moment: IdleMoment, values: PolicyValues): SuspendDecision<State>;
  /** Learns from an idle period that has ended. */
  busy(state: State, moment: BusyMoment, values: PolicyValues): State;
}
