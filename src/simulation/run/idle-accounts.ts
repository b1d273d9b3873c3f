import * as idle from '../../compute/idle-lengths.js';
import { IdleLengthMeter, type IdleLengths } from '../../compute/idle-lengths.js';
import { ZERO } from '../../kernel/zero.js';

// A local constant is inlined; imported or exported ones are looked up at each use.
const { MIN_IDLE_SECONDS } = idle;

/** Totals over idle periods of a minute or more. */
export interface IdleObservations {
  /** Periods ended by a query, by the state it found: still active, active because of a timely resume, or neither. */
  readonly ended_held: number;
  readonly ended_resumed: number;
  readonly ended_suspended: number;
  /** Active seconds in them before the suspend, and after a resume that was used by a query, or was not. */
  readonly held_seconds: number;
  readonly resumed_rightly_seconds: number;
  readonly resumed_wrongly_seconds: number;
}

/**
 * Accounts of a compute's idle periods: which queries found it ready at their end, and for how long it was active but
 * unused. These are the figures for evaluating proactive resume (ProRP, SIGMOD 2024): quality of service and
 * resources allocated but idle.
 */
export class IdleAccounts {
  private sums = {
    ended_held: 0,
    ended_resumed: 0,
    ended_suspended: 0,
    held_seconds: 0,
    resumed_rightly_seconds: 0,
    resumed_wrongly_seconds: 0,
  };
  private readonly meter = new IdleLengthMeter();
  /** When the idle period began that a query now ends; NaN if there was none. */
  since = Number.NaN;
  /** Whether the compute has stopped within the period; the fields below count only then. */
  private interrupted = false;
  /** When the compute became active again; NaN while it is not. */
  private activeSince = Number.NaN;
  private resumed = false;
  /** Seconds before the suspend, and after unused resumes. */
  private held = ZERO;
  private wrong = ZERO;

  /** The compute becomes idle. */
  idle(now: number): void {
    this.since = now;
    this.interrupted = false;
  }

  /** The compute runs again. @param unasked whether because of a resume without a client */
  started(now: number, unasked: boolean): void {
    this.activeSince = now;
    this.resumed = unasked;
  }

  stopped(now: number): void {
    if (Number.isNaN(this.since)) return;
    if (!this.interrupted) {
      this.interrupted = true;
      this.held = now - this.since;
      this.wrong = 0;
    } else if (!Number.isNaN(this.activeSince)) {
      if (this.resumed) this.wrong += now - this.activeSince;
      else this.held += now - this.activeSince;
    }
    this.activeSince = Number.NaN;
  }

  /** A query arrives. */
  busy(now: number, found_active: boolean): void {
    if (now - this.since >= MIN_IDLE_SECONDS) this.close(now, found_active);
    this.since = Number.NaN;
  }

  /** Totals over the idle periods, excluding the one under way. */
  observations(): IdleObservations {
    return { ...this.sums };
  }

  /** Lengths of the idle periods; `undefined` if none lasted a minute or more. */
  lengths(now: number): IdleLengths | undefined {
    const seconds = now - this.since;
    if (!(seconds >= MIN_IDLE_SECONDS)) return this.meter.lengths();
    if (!this.interrupted) return this.meter.lengths({ seconds, active_seconds: seconds });
    const since = Number.isNaN(this.activeSince) ? 0 : now - this.activeSince;
    return this.meter.lengths({ seconds, active_seconds: this.held + this.wrong + since });
  }

  private close(now: number, found_active: boolean): void {
    this.meter.add(now - this.since);
    const sums = this.sums;
    const interrupted = this.interrupted;
    if (interrupted) {
      sums.held_seconds += this.held;
      sums.resumed_wrongly_seconds += this.wrong;
    }
    if (!found_active) sums.ended_suspended += 1;
    else if (interrupted && this.resumed) {
      sums.ended_resumed += 1;
      sums.resumed_rightly_seconds += now - this.activeSince;
    } else {
      sums.ended_held += 1;
      sums.held_seconds += now - (interrupted ? this.activeSince : this.since);
    }
  }
}
