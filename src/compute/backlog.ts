import { ZERO } from '../kernel/zero.js';
import type { CpuSharing } from './cpu-sharing.js';

/**
 * A compute is overloaded while its backlog is longer than this: users who wait keep their attention
 * on their task for about as long (R. B. Miller, "Response time in man-computer conversational transactions", 1968).
 */
export const OVERLOAD_SECONDS = 10;

/**
 * The work that one compute has in hand, and for how long that is too much.
 *
 * The backlog is the time that all queries inside, wherever they wait, would keep the processors busy at the present
 * size if no more came, less the time that the longest would take alone: one heavy query is not a backlog. Without
 * arrivals it falls by a second each second, so that it is worked out when a query arrives or the size changes, and
 * never in between.
 */
export class Backlog {
  /** Seconds with a backlog of more than {@link OVERLOAD_SECONDS}, as of the last call with a time. */
  overloaded_seconds = ZERO;
  /** The longest backlog, in seconds, and its time; a backlog that ended in the instant it began does not count. */
  longest_seconds = ZERO;
  longest_at = ZERO;
  declare private readonly cpu: CpuSharing;
  private inLine = ZERO;
  /** Of the heaviest query that waits; once it has begun, of those that have come since. */
  private heaviest = ZERO;
  /** In seconds, as of the last look; 0 if it was neither too long nor a new maximum. */
  private level = ZERO;
  private since = ZERO;
  private weight = 1;
  /** The longest backlog before that of `longest_at`, and when it was. */
  private before_seconds = ZERO;
  private before_at = ZERO;
  /** vCPU-seconds in hand that need no look: less than would be an overload, or the longest backlog so far. */
  private unnoticed = ZERO;

  constructor(cpu: CpuSharing) {
    this.cpu = cpu;
  }

  /** vCPU-seconds of the queries that are not on a processor yet, or are to be tried again. */
  get waiting(): number {
    return this.inLine;
  }

  /** A query arrives at a compute that runs. @param demand vCPU-seconds */
  arrive(now: number, demand: number): void {
    this.inLine += demand;
    if (demand > this.heaviest) this.heaviest = demand;
    // Nearly every query ends here: even the whole of the work would be no longer a backlog than there has been.
    if (this.inLine + this.cpu.workAtMost <= this.unnoticed) return;
    this.inLine -= demand;
    this.synchronise(now);
    this.inLine += demand;
    this.look(now);
  }

  /** A query arrives at a compute that does not run, or is to be tried again. */
  wait(demand: number): void {
    this.inLine += demand;
    if (demand > this.heaviest) this.heaviest = demand;
  }

  /** A query that waited comes onto a processor, or gives up. */
  endWait(demand: number): void {
    this.inLine -= demand;
    if (demand === this.heaviest) this.heaviest = 0;
  }

  /** Brings the overloaded time up to `now`. */
  synchronise(now: number): void {
    const over = this.level - OVERLOAD_SECONDS;
    if (over <= 0) return;
    const elapsed = now - this.since;
    this.setLevel(this.seconds(now));
    const counted = this.level > OVERLOAD_SECONDS ? elapsed : Math.min(elapsed, over);
    this.overloaded_seconds += counted * this.weight;
    this.since = now;
  }

  /** Recomputes the backlog, after the integral has been brought up to `now`. */
  look(now: number): void {
    const level = this.seconds(now);
    this.since = now;
    this.forgetInstant(now);
    if (level > this.longest_seconds && this.weight > 0) {
      this.before_seconds = this.longest_seconds;
      this.before_at = this.longest_at;
      this.longest_seconds = level;
      this.longest_at = now;
    }
    this.setLevel(level);
  }

  /** All work is about to be stopped: no work is done until the next look. */
  stop(now: number): void {
    this.synchronise(now);
    this.forgetInstant(now);
    this.setLevel(0);
  }

  /** From now on a second counts `weight` times; 0: not at all. */
  weigh(now: number, weight: number): void {
    this.synchronise(now);
    this.weight = weight;
  }

  private forgetInstant(now: number): void {
    if (this.longest_at !== now) return;
    this.longest_seconds = this.before_seconds;
    this.longest_at = this.before_at;
  }

  private setLevel(level: number): void {
    this.level = level;
    const seconds = level > OVERLOAD_SECONDS ? 0 : Math.min(OVERLOAD_SECONDS, this.longest_seconds);
    this.unnoticed = seconds * this.cpu.vcpu;
  }

  private seconds(now: number): number {
    // Processors that stand still for a moment leave it as it was.
    return this.cpu.vcpu > 0 ? this.cpu.backlogSeconds(now, this.inLine, this.heaviest) : this.level;
  }
}
