import { suspendDueAt } from '../../compute/lifecycle/suspend-timeout.js';
import type { Draw } from '../../kernel/sampler.js';
import { Alarm } from '../run/alarm.js';
import { SUSPEND_CHECK } from '../run/event-kind.js';
import type { RunContext } from '../run/run-context.js';

/**
 * Watches one compute for inactivity.
 *
 * The event is lazy: activity does not move it; it checks the state when it fires. A compute at 1,000 queries per
 * second needs one check per timeout instead of 1,000 rescheduled events per second.
 */
export class IdleTimer {
  declare private readonly context: RunContext;
  declare private readonly alarm: Alarm;
  /** Draws the timeout of each idle period, seconds. */
  declare private timeout: Draw;
  /** Draws the delay of the check. */
  declare private readonly slack: Draw;
  /** When the current idle period began. */
  idleSince = Number.NEGATIVE_INFINITY;
  private dueAt = Number.POSITIVE_INFINITY;

  constructor(context: RunContext, index: number, timeout: Draw, slack: Draw) {
    this.context = context;
    this.alarm = new Alarm(context.calendar, SUSPEND_CHECK, index);
    this.timeout = timeout;
    this.slack = slack;
  }

  /** The compute is idle from now on. */
  begin(): void {
    const now = this.context.now;
    if (now === this.idleSince && this.alarm.set) return;
    this.idleSince = now;
    this.dueAt = suspendDueAt(now, this.timeout()) + this.slack();
    this.alarm.by(this.dueAt);
  }

  /** The timeout was edited: the current idle period still counts from when it began. */
  setTimeout(timeout: Draw, idle: boolean): void {
    const since = this.idleSince;
    this.timeout = timeout;
    this.stop();
    if (!idle) return;
    this.idleSince = since;
    this.dueAt = Math.max(this.context.now, suspendDueAt(since, timeout()) + this.slack());
    this.alarm.by(this.dueAt);
  }

  /** A due check had no effect because a suspend was impossible: it is repeated, now or when it is due. */
  repeatCheck(): void {
    if (!this.alarm.set) this.alarm.by(Math.max(this.context.now, this.dueAt));
  }

  /** Cancels the scheduled check: the compute is not active any more. */
  stop(): void {
    this.alarm.off();
    this.dueAt = Number.POSITIVE_INFINITY;
    this.idleSince = Number.NEGATIVE_INFINITY;
  }

  /**
   * Handles {@link SUSPEND_CHECK}.
   * @param busy whether the compute is at work; its next idle period will schedule a check
   * @returns whether the compute has been inactive for its timeout
   */
  check(busy: boolean): boolean {
    this.alarm.fired();
    if (!busy && this.dueAt <= this.context.now) return true;
    if (!busy) this.alarm.by(this.dueAt);
    return false;
  }
}
