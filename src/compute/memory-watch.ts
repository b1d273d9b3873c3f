import { VM_MONITOR } from './vm-monitor.js';

/**
 * The monitor's fast path on one compute: samples memory that cannot be reclaimed, averages the last five
 * samples, and asks for more, at most once a second, while the mean has reached the threshold.
 *
 * An event-driven simulation need not sample ten times a second: {@link samplesUntilRequest} says after which
 * sample a step in memory use would be acted on.
 */
export class MemoryWatch {
  readonly #samples = new Float64Array(VM_MONITOR.samples);
  #taken = 0;
  #sampledAt: number;
  #requestedAt = Number.NEGATIVE_INFINITY;

  /** @param startedAt when the monitor started, in seconds; counts as the last sample until there is one */
  constructor(startedAt: number) {
    this.#sampledAt = startedAt;
  }

  /** How many samples the mean is of. */
  get samples(): number {
    return Math.min(this.#taken, VM_MONITOR.samples);
  }

  /** Mean of the last samples in whole bytes; 0 before the first. */
  get mean_bytes(): number {
    if (this.#taken === 0) return 0;
    let sum = 0;
    for (let index = 0; index < this.samples; index++) sum += this.#samples[index]!;
    return Math.floor(sum / this.samples);
  }

  /** Seconds since the last sample. */
  age(now: number): number {
    return now - this.#sampledAt;
  }

  /**
   * Takes a sample.
   * @param bytes memory that cannot be reclaimed at this moment
   * @param threshold_bytes `upscaleThresholdBytes` of the machine as the monitor knows it
   * @returns whether the monitor asks for more memory now
   */
  sample(now: number, bytes: number, threshold_bytes: number): boolean {
    this.#samples[this.#taken % VM_MONITOR.samples] = bytes;
    this.#taken += 1;
    this.#sampledAt = now;
    if (this.mean_bytes < threshold_bytes) return false;
    if (now < this.#requestedAt + VM_MONITOR.request_seconds) return false;
    this.#requestedAt = now;
    return true;
  }
}

/**
 * After how many samples the mean reaches the threshold when memory in use, level for half a second or more,
 * steps from one amount to another: 1 to 5; `undefined` when it never does. With it the fast path needs one
 * event for each step in memory use instead of ten events a second.
 */
export function samplesUntilRequest(
  before_bytes: number,
  after_bytes: number,
  threshold_bytes: number,
): number | undefined {
  for (let taken = 1; taken <= VM_MONITOR.samples; taken++) {
    const sum = taken * after_bytes + (VM_MONITOR.samples - taken) * before_bytes;
    if (Math.floor(sum / VM_MONITOR.samples) >= threshold_bytes) return taken;
  }
  return undefined;
}
