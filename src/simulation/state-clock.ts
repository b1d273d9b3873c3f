import type { ComputeState } from '../compute/lifecycle.js';

/** How long one compute has been in each of its states, and how long it was unavailable. */
export class StateClock {
  #state: ComputeState;
  #since = 0;
  readonly #seconds: Record<ComputeState, number> = {
    init: 0,
    idle: 0,
    active: 0,
    starting: 0,
    restarting: 0,
  };
  #activeBefore = 0;
  #unavailable = false;
  #unavailableSince = 0;
  #unavailableSeconds = 0;

  constructor(state: ComputeState) {
    this.#state = state;
  }

  get state(): ComputeState {
    return this.#state;
  }

  /** When the present state began. */
  get since(): number {
    return this.#since;
  }

  enter(now: number, state: ComputeState): void {
    this.#seconds[this.#state] += now - this.#since;
    this.#since = now;
    this.#state = state;
  }

  /** Seconds spent in a state so far. */
  seconds(now: number, state: ComputeState): number {
    return this.#seconds[state] + (this.#state === state ? now - this.#since : 0);
  }

  /** Active seconds since the interval before this one ended. */
  closeInterval(now: number): number {
    const active = this.seconds(now, 'active');
    const used = active - this.#activeBefore;
    this.#activeBefore = active;
    return used;
  }

  /** Notes whether a new connection would be refused, or held while somebody waits. */
  setUnavailable(now: number, unavailable: boolean): void {
    if (unavailable === this.#unavailable) return;
    if (this.#unavailable) this.#unavailableSeconds += now - this.#unavailableSince;
    this.#unavailable = unavailable;
    this.#unavailableSince = now;
  }

  unavailableSeconds(now: number): number {
    return this.#unavailableSeconds + (this.#unavailable ? now - this.#unavailableSince : 0);
  }
}
