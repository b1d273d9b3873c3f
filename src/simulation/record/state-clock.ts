import type { ComputeState } from '../../compute/lifecycle/compute-state.js';
import { ZERO } from '../../kernel/zero.js';

/**
 * Why a new connection would be refused, or held while somebody waits: every slot is taken, the compute wakes,
 * restarts, has no CU-hours left, too many others of the project are active, or something has gone wrong. While it restarts for want of memory nobody has to wait.
 */
export type UnavailableCause =
  | 'active_limit'
  | 'slots_full'
  | 'waking'
  | 'restarting'
  | 'out_of_memory'
  | 'quota'
  | 'fault';

const CAUSES: readonly UnavailableCause[] = [
  'active_limit',
  'fault',
  'out_of_memory',
  'quota',
  'restarting',
  'slots_full',
  'waking',
];

/** How long one compute has been in each of its states, and how long it was unavailable, by cause. */
export class StateClock {
  declare private present: ComputeState;
  private entered = ZERO;
  private readonly byState: Record<ComputeState, number> = {
    init: 0,
    idle: 0,
    active: 0,
    starting: 0,
    restarting: 0,
  };
  private activeBefore = ZERO;
  private cause: UnavailableCause | undefined = undefined;
  private unavailableSince = ZERO;
  private causeSince = ZERO;
  private unavailable = ZERO;
  private readonly secondsByCause: Record<UnavailableCause, number> = {
    active_limit: 0,
    fault: 0,
    out_of_memory: 0,
    quota: 0,
    restarting: 0,
    slots_full: 0,
    waking: 0,
  };

  constructor(state: ComputeState) {
    this.present = state;
  }

  get state(): ComputeState {
    return this.present;
  }

  /** When the present state began. */
  get since(): number {
    return this.entered;
  }

  enter(now: number, state: ComputeState): void {
    this.byState[this.present] += now - this.entered;
    this.entered = now;
    this.present = state;
  }

  /** Seconds spent in a state so far. */
  seconds(now: number, state: ComputeState): number {
    return this.byState[state] + (this.present === state ? now - this.entered : 0);
  }

  /** Active seconds since the interval before this one ended. */
  closeInterval(now: number): number {
    const active = this.seconds(now, 'active');
    const used = active - this.activeBefore;
    this.activeBefore = active;
    return used;
  }

  /** Notes why a new connection would be refused, or held while somebody waits; `undefined`: it would not. */
  setUnavailable(now: number, cause: UnavailableCause | undefined): void {
    const before = this.cause;
    if (cause === before) return;
    // The total is kept apart: it does not depend on how often the cause changes on the way.
    if (before !== undefined) {
      this.secondsByCause[before] += now - this.causeSince;
      if (cause === undefined) this.unavailable += now - this.unavailableSince;
    } else this.unavailableSince = now;
    this.cause = cause;
    this.causeSince = now;
  }

  unavailableSeconds(now: number): number {
    return this.unavailable + (this.cause === undefined ? 0 : now - this.unavailableSince);
  }

  /** Unavailable seconds so far by cause, in alphabetical order; causes that never were are left out. */
  unavailableByCause(now: number): Readonly<Record<string, number>> {
    const found: Record<string, number> = {};
    for (const cause of CAUSES) {
      const since = cause === this.cause ? now - this.causeSince : 0;
      const seconds = this.secondsByCause[cause] + since;
      if (seconds > 0) found[cause] = seconds;
    }
    return found;
  }
}
