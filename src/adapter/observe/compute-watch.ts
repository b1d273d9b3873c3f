import { type ComputeState, stateFromApi } from '../../compute/lifecycle/compute-state.js';
import { type ComputeSettings, editText } from '../../compute/lifecycle/settings.js';
import type { EndpointStates } from '../../compute/lifecycle/transition.js';
import type { DecisionRow } from '../../simulation/run/observation.js';

/** A stretch of time with one observed state and size of a compute. */
export interface SeenStretch {
  readonly from_seconds: number;
  readonly until_seconds: number;
  readonly state: ComputeState;
  /** 0 unless active; NaN between two different limits, because the API does not report the size. */
  readonly cu: number;
  /** Limits, 0 unless active; if the state is uncertain, the extremes over both possible states. */
  readonly min_cu: number;
  readonly max_cu: number;
}

/** The relevant part of an endpoint. */
export type SeenEndpoint = ComputeSettings & EndpointStates;

/** A call of the observation that changes a compute. */
export type OwnCall = 'start' | 'suspend' | 'restart' | 'update';

type Decision = DecisionRow['decision'];

/** Limits of an endpoint's size, in CU; 0 unless active. */
function limitsOf(endpoint: SeenEndpoint, state: ComputeState): Pick<SeenStretch, 'min_cu' | 'max_cu'> {
  if (state !== 'active') return { min_cu: 0, max_cu: 0 };
  return { min_cu: endpoint.autoscaling_limit_min_cu, max_cu: endpoint.autoscaling_limit_max_cu };
}

/** One compute as seen from outside; times are in seconds since the scenario's start. */
export class ComputeWatch {
  readonly name: string;
  readonly decisions: DecisionRow[] = [];
  readonly #stretches: SeenStretch[] = [];
  #endpoint: SeenEndpoint;
  #state: ComputeState;
  #since: number;
  /** The observation's call whose effect has not been seen yet. */
  #cause: OwnCall | undefined;

  constructor(name: string, endpoint: SeenEndpoint, at_seconds: number) {
    this.name = name;
    this.#endpoint = endpoint;
    this.#state = stateFromApi(endpoint, undefined);
    this.#since = at_seconds;
    if (this.#state === 'active') this.#decide('active', at_seconds, 0, 'running when the scenario begins');
  }

  get state(): ComputeState {
    return this.#state;
  }

  /**
   * Records the endpoint's state from a response of the API.
   * @param at_seconds start of the state, if known, or else the time of the poll
   * @param own the observation's call that this response belongs to
   * @param earliest_seconds earliest possible start of the state
   */
  see(endpoint: SeenEndpoint, at_seconds: number, own?: OwnCall, earliest_seconds = at_seconds): void {
    const before = this.#state;
    const cu_before = this.#cu;
    const edited = editText(this.#endpoint, endpoint);
    const cause = own ?? this.#cause;
    if (edited !== undefined) this.#decide('update', at_seconds, cu_before, edited);
    const state = stateFromApi(endpoint, before);
    if (state !== before || edited !== undefined) this.#close(at_seconds, earliest_seconds, endpoint, state);
    this.#endpoint = endpoint;
    this.#state = state;
    for (const decision of decisionsOf(before, state, cause === 'start')) {
      this.#decide(decision, at_seconds, cu_before, reasonOf(decision, cause));
    }
    this.#cause = endpoint.pending_state === undefined ? undefined : cause;
  }

  /** Records that a call of the observation was refused. */
  refused(call: OwnCall, at_seconds: number, why: string): void {
    if (call === 'restart') this.#decide('restart', at_seconds, this.#cu, `refused: ${why}`);
    else this.#decide('refuse', at_seconds, this.#cu, `${call} call: ${why}`);
  }

  stretches(until_seconds: number): readonly SeenStretch[] {
    const last = this.#stretch(until_seconds);
    return last.until_seconds > last.from_seconds ? [...this.#stretches, last] : this.#stretches;
  }

  /** Size in CU; NaN if the limits differ. */
  get #cu(): number {
    const { min_cu, max_cu } = limitsOf(this.#endpoint, this.#state);
    return min_cu === max_cu ? min_cu : Number.NaN;
  }

  #stretch(until_seconds: number): SeenStretch {
    const state = this.#state;
    const limits = limitsOf(this.#endpoint, state);
    return { from_seconds: this.#since, until_seconds, state, cu: this.#cu, ...limits };
  }

  /** Ends the current stretch; time with an uncertain state gets the extremes of both limits. */
  #close(at_seconds: number, earliest_seconds: number, next: SeenEndpoint, state: ComputeState): void {
    const from_seconds = Math.min(at_seconds, Math.max(this.#since, earliest_seconds));
    const sure = this.#stretch(from_seconds);
    if (sure.until_seconds > sure.from_seconds) this.#stretches.push(sure);
    const open = this.#stretch(at_seconds);
    if (at_seconds > from_seconds) {
      const { min_cu, max_cu } = limitsOf(next, state);
      this.#stretches.push({
        ...open,
        from_seconds,
        min_cu: Math.min(open.min_cu, min_cu),
        max_cu: Math.max(open.max_cu, max_cu),
      });
    }
    this.#since = at_seconds;
  }

  #decide(decision: Decision, time_seconds: number, cu_before: number, reason: string): void {
    this.decisions.push({
      time_seconds,
      compute: this.name,
      decision,
      state: this.#state,
      cu_before,
      cu_after: this.#cu,
      // The API does not report these, so the columns stay empty.
      load_average_1m: Number.NaN,
      load_average_5m: Number.NaN,
      scaling: undefined,
      running: Number.NaN,
      connections: Number.NaN,
      reason,
    });
  }
}

/** The decisions between two states, including states that passed unseen. */
function decisionsOf(before: ComputeState, after: ComputeState, started: boolean): readonly Decision[] {
  if (before === after) return [];
  const up = started ? 'start' : 'wake';
  const decisions: Readonly<Record<ComputeState, readonly Decision[]>> = {
    starting: [up],
    active: before === 'idle' ? [up, 'active'] : [before === 'restarting' ? 'restarted' : 'active'],
    restarting: ['restart'],
    idle: ['suspend'],
    init: [],
  };
  return decisions[after];
}

/** Reasons of decisions: the observation's call, or the observed change. */
const REASONS: Readonly<Record<string, string>> = {
  start: 'start call',
  'suspend by suspend': 'suspend call',
  suspend: 'seen suspended: idle for long, or suspended by another caller',
  wake: 'seen to wake: a client connected, or it was started',
  'restart by update': 'autoscaling limits or size edited',
  'restart by restart': 'restart call',
  restart: 'seen to restart',
};

function reasonOf(decision: Decision, own: OwnCall | undefined): string {
  return REASONS[`${decision} by ${own}`] ?? REASONS[decision] ?? 'seen running';
}
