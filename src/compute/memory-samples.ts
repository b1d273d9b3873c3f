import { ZERO } from '../kernel/zero.js';
import { VM_MONITOR } from './vm-monitor.js';

/** Tolerance in samples, so that rounding does not lose the sample that is due now. */
const ROUNDING = 1e-6;

/**
 * The monitor's latest samples of the guest's memory, one per 100 ms, without an event for each: the previous use is
 * reported before it changes.
 */
export class MemorySamples {
  private readonly ring = new Float64Array(VM_MONITOR.samples);
  private from = ZERO;
  private taken = 0;
  private dueAt = Number.POSITIVE_INFINITY;

  /** The time of the next sample; Infinity while stopped. */
  get next(): number {
    return this.dueAt;
  }

  get count(): number {
    return Math.min(this.taken, VM_MONITOR.samples);
  }

  /** Mean of the samples in bytes, rounded down; 0 without samples. */
  get mean_bytes(): number {
    const { count } = this;
    let sum = 0;
    for (let place = 0; place < count; place++) sum += this.ring[place]!;
    return count === 0 ? 0 : Math.floor(sum / count);
  }

  get largest_bytes(): number {
    let largest = 0;
    for (let place = 0; place < this.count; place++) largest = Math.max(largest, this.ring[place]!);
    return largest;
  }

  /** Starts sampling. */
  start(now: number): void {
    this.from = now;
    this.taken = 0;
    this.plan();
  }

  stop(): void {
    this.taken = 0;
    this.dueAt = Number.POSITIVE_INFINITY;
  }

  /** Takes the samples that are due. @param bytes use since the last call @param growth bytes per second up to now */
  take(now: number, bytes: number, growth = 0): void {
    if (now >= this.dueAt) this.takeDue(now, bytes, growth);
  }

  private takeDue(now: number, bytes: number, growth: number): void {
    const due = Math.floor((now - this.from) / VM_MONITOR.sample_seconds + ROUNDING);
    const fresh = Math.min(due - this.taken, VM_MONITOR.samples);
    for (let back = 0; back < fresh; back++) {
      const age = now - this.from - (due - back) * VM_MONITOR.sample_seconds;
      this.ring[(due - back - 1) % VM_MONITOR.samples] = bytes - growth * age;
    }
    this.taken = due;
    this.plan();
  }

  private plan(): void {
    this.dueAt = this.from + (this.taken + 1) * VM_MONITOR.sample_seconds;
  }
}
