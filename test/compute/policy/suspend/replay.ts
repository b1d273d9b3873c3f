import type { PolicyValues } from '../../../../src/compute/policy/interface/policy-parameter.js';
import type {
  IdleMoment,
  SuspendDecision,
  SuspendPolicy,
} from '../../../../src/compute/policy/interface/suspend-policy.js';
import { SUSPEND_POLICIES } from '../../../../src/compute/policy/suspend-policies.js';

/** A gap between the end of one piece of work and the next query, and the duration of that work. */
export interface Gap {
  readonly gap_seconds: number;
  readonly work_seconds?: number;
}

export interface GapOutcome {
  /** Time within the gap that the compute was active. */
  readonly awake_seconds: number;
  /** Whether the query that ended the gap had to wake the compute. */
  readonly woken: boolean;
  /** Seconds since the start of the gap at which the compute was suspended and resumed, alternately. */
  readonly suspended_at: readonly number[];
  readonly resumed_at: readonly number[];
  readonly decisions: readonly SuspendDecision<unknown>[];
}

export interface ReplayOptions {
  readonly values?: PolicyValues;
  readonly suspend_timeout_seconds?: number;
  readonly epoch_seconds?: number;
  /** Called with every state that the policy receives and returns. */
  readonly watch?: (state: unknown) => void;
}

/** The built-in policy of this name. Throws if there is none. */
export function named(name: string): SuspendPolicy {
  const policy = SUSPEND_POLICIES.find((one) => one.name === name);
  if (policy === undefined) throw new Error(`no suspend policy ${name}`);
  return policy;
}

/** The defaults of a policy's parameters, with replacements. */
export function valuesOf(policy: SuspendPolicy, replaced: PolicyValues = {}): PolicyValues {
  const defaults = Object.entries(policy.parameters).map(([name, { default: value }]) => [name, value]);
  return { ...Object.fromEntries(defaults), ...replaced };
}

/** The cost of a sequence of gaps in seconds of an idle compute, with the cost of a wake in the same unit. */
export function costSeconds(outcomes: readonly GapOutcome[], wake_cost_seconds: number): number {
  return outcomes.reduce(
    (sum, { awake_seconds, woken }) => sum + awake_seconds + (woken ? wake_cost_seconds : 0),
    0,
  );
}

/** Replays gaps against a policy on a compute with instant wakes; a query as the timer ends finds it active. */
export function replay(
  policy: SuspendPolicy,
  gaps: readonly Gap[],
  options: ReplayOptions = {},
): GapOutcome[] {
  const values = options.values ?? valuesOf(policy);
  const watch = options.watch ?? (() => {});
  const timeout = options.suspend_timeout_seconds ?? 300;
  let state = policy.start(values, { suspend_timeout_seconds: timeout, foresight: policy.foresight });
  let now = 0;
  const epochOf = (seconds: number): number => (options.epoch_seconds ?? 1_767_571_200) + seconds;
  const askAt = (cause: IdleMoment['cause'], at: number, next: number): SuspendDecision<unknown> => {
    watch(state);
    const moment = {
      now_seconds: at,
      epoch_seconds: epochOf(at),
      cause,
      uniform: 0,
      suspend_timeout_seconds: timeout,
      next_arrival_seconds: policy.foresight ? next : undefined,
    };
    const decided = policy.idle(state, moment, values);
    state = decided.state;
    watch(state);
    return decided;
  };
  const playGap = (gap: number): GapOutcome => {
    const decisions: SuspendDecision<unknown>[] = [];
    const suspended_at: number[] = [];
    const resumed_at: number[] = [];
    let awake_seconds = 0;
    let since = 0;
    for (;;) {
      const cause = since === 0 ? 'work_done' : 'started';
      const decided = askAt(cause, now + since, now + gap);
      decisions.push(decided);
      const suspend_at = since + decided.suspend_after_seconds;
      if (suspend_at >= gap) {
        awake_seconds += gap - since;
        return { awake_seconds, woken: false, suspended_at, resumed_at, decisions };
      }
      awake_seconds += suspend_at - since;
      suspended_at.push(suspend_at);
      since += decided.resume_after_seconds;
      if (since >= gap) return { awake_seconds, woken: true, suspended_at, resumed_at, decisions };
      resumed_at.push(since);
    }
  };
  return gaps.map(({ gap_seconds, work_seconds = 0 }) => {
    const outcome = playGap(gap_seconds);
    now += gap_seconds;
    watch(state);
    state = policy.busy(
      state,
      {
        now_seconds: now,
        epoch_seconds: epochOf(now),
        idle_seconds: gap_seconds,
        found_active: !outcome.woken,
      },
      values,
    );
    watch(state);
    now += work_seconds;
    return outcome;
  });
}
