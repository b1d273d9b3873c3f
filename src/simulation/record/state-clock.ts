import type { ComputeState } from '../../compute/lifecycle/compute-state.js';
import { ZERO } from '../../kernel/zero.js';

/**
 * Why a new connection would be refused, or held while a client waits. `slots_full`, `pooler_full`, `proxy_limits` and
 * `active_limit` refuse it; `pooler_queue` means that the pooler's line has timed out a query and has not moved since.
 * `out_of_memory` counts whether or not a client waits.
 */
export type UnavailableCause =
  | 'active_limit'
  | 'slots_full'
  | 'pooler_full'
  | 'pooler_queue'
  | 'proxy_limits'
  | 'waking'
  | 'restarting'
  | 'out_of_memory'
  | 'quota'
  | 'fault';

const CAUSES: readonly UnavailableCause[] = [
  'active_limit',
  'fault',
  'out_of_memory',
  'pooler_full',
  'pooler_queue',
  'proxy_limits',
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
  /** When the present cause ends without being told; Infinity: when another one is set. */
  private causeUntil = Number.POSITIVE_INFINITY;
  private unavailableSince = ZERO;
  private causeSince = ZERO;
  private unavailable = ZERO;
  private readonly secondsByCause: Record<UnavailableCause, number> = {
    active_limit: 0,
    fault: 0,
    out_of_memory: 0,
    pooler_full: 0,
    pooler_queue: 0,
    proxy_limits: 0,
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

  /**
   * Notes why a new connection would be refused, or held while a client waits; `undefined`: it would not.
   * @param until when that ends if nothing else is noted before
   */
  setUnavailable(now: number, cause: UnavailableCause | undefined, until = Number.POSITIVE_INFINITY): void {
    if (this.causeUntil < now) this.change(this.causeUntil, undefined);
    this.causeUntil = until;
    if (cause !== this.cause) this.change(now, cause);
  }

  unavailableSeconds(now: number): number {
    return this.unavailable + (this.cause === undefined ? 0 : this.lasted(now) - this.unavailableSince);
  }

  /** Unavailable seconds so far by cause, in alphabetical order; causes that never were are left out. */
  unavailableByCause(now: number): Readonly<Record<string, number>> {
    const found: Record<string, number> = {};
    for (const cause of CAUSES) {
      const since = cause === this.cause ? this.lasted(now) - this.causeSince : 0;
      const seconds = this.secondsByCause[cause] + since;
      if (seconds > 0) found[cause] = seconds;
    }
    return found;
  }

  /** Until when the present cause has lasted so far. */
  private lasted(now: number): number {
    return Math.min(now, this.causeUntil);
  }

  private change(now: number, cause: UnavailableCause | undefined): void {
    const before = this.cause;
    // The total has its own account: it does not depend on how often the cause changes in between.
    if (before !== undefined) {
      this.secondsByCause[before] += now - this.causeSince;
      if (cause === undefined) this.unavailable += now - this.unavailableSince;
    } else this.unavailableSince = now;
    this.cause = cause;
    this.causeSince = now;
  }
}
