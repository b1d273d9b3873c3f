import { LOAD_SAMPLE_SECONDS } from '../../compute/load-average.js';
import { SIZE_GOALS, type SizeGoal } from '../run/cause-observations.js';
import type { ComputeCauses } from './causes-here.js';

/** Averaging time, in seconds, of the load average that shows which loads used the processors recently. */
const AVERAGE_SECONDS = 60;

/**
 * Attributes the size of one compute above its minimum. Each goal is divided by the loads' shares in its quantity: in
 * the load average over a minute, in the memory of queries and connections, in the distinct pages read.
 */
export class SizePushers {
  declare private readonly here: ComputeCauses;
  /** By cause: queries on CPU, their moving average, bytes held by its queries. */
  declare private readonly onCpu: Int32Array;
  declare readonly average: Float64Array;
  declare readonly bytes: Float64Array;
  #sampledAt = Number.NEGATIVE_INFINITY;
  /** By goal and cause: CU-seconds above the minimum. */
  declare private readonly cuSeconds: Float64Array;
  /** Shares of the current size, which add up to 1; all zero before the first push. */
  declare private readonly parts: Float64Array;
  #goal = SIZE_GOALS.length - 1;
  #isPushed = false;

  constructor(here: ComputeCauses) {
    const { length } = here;
    this.here = here;
    this.onCpu = new Int32Array(length);
    this.average = new Float64Array(length);
    this.bytes = new Float64Array(length);
    this.parts = new Float64Array(length);
    this.cuSeconds = new Float64Array(length * SIZE_GOALS.length);
  }

  /** A load's query starts to run on CPU (1), or stops (−1). */
  addRunning(load: number, change: number): void {
    this.onCpu[this.here.ofLoad(load)]! += change;
  }

  /** A load's query allocates memory, or frees it. */
  addBytes(load: number, bytes: number): void {
    this.bytes[this.here.ofLoad(load)]! += bytes;
  }

  /** The kernel samples the load average. */
  sample(now: number): void {
    if (!this.here.several) return;
    // Samples that were left out found no work.
    const decay = Math.exp(-Math.min(1e6, now - this.#sampledAt) / AVERAGE_SECONDS);
    const weight = 1 - Math.exp(-LOAD_SAMPLE_SECONDS / AVERAGE_SECONDS);
    this.#sampledAt = now;
    const { average, onCpu } = this;
    for (let cause = 0; cause < average.length; cause++) {
      average[cause] = average[cause]! * decay + onCpu[cause]! * weight;
    }
  }

  /** The compute has stopped: no query runs, and a new machine has no history of the old one. */
  cut(): void {
    this.onCpu.fill(0);
    this.bytes.fill(0);
    this.average.fill(0);
  }

  /**
   * The current size is requested from now on.
   * @param part of each load, by its position here, in any unit
   * @param otherwise the cause that owns the size if no load has a part in it
   */
  push(goal: SizeGoal, part: (place: number) => number, otherwise: number): void {
    this.#goal = SIZE_GOALS.indexOf(goal);
    this.#isPushed = true;
    const { parts, here } = this;
    parts.fill(0);
    const { length } = here.loads;
    let sum = 0;
    for (let place = 0; place < length; place++) {
      parts[place] = Math.max(0, part(place));
      sum += parts[place]!;
    }
    if (sum === 0) parts[length === 1 ? 0 : otherwise] = 1;
    else for (let place = 0; place < length; place++) parts[place]! /= sum;
  }

  /** The cause with the largest part of the current size. */
  get leader(): number {
    let leader = 0;
    for (let cause = 1; cause < this.parts.length; cause++) {
      if (this.parts[cause]! > this.parts[leader]!) leader = cause;
    }
    return leader;
  }

  /** Adds CU-seconds spent above the minimum size. @param otherwise the cause they belong to before the first push */
  addCuSeconds(cu_seconds: number, otherwise: number): void {
    const { parts, cuSeconds } = this;
    const row = this.#goal * parts.length;
    if (!this.#isPushed) cuSeconds[row + otherwise]! += cu_seconds;
    else {
      for (let cause = 0; cause < parts.length; cause++)
        cuSeconds[row + cause]! += parts[cause]! * cu_seconds;
    }
  }

  /** CU-seconds above the minimum caused by one cause, over all goals. */
  total(cause: number): number {
    let sum = 0;
    for (let goal = 0; goal < SIZE_GOALS.length; goal++)
      sum += this.cuSeconds[goal * this.parts.length + cause]!;
    return sum;
  }

  /** The same by goal; goals without any are left out. */
  byGoal(cause: number): Readonly<Partial<Record<SizeGoal, number>>> {
    const found: Partial<Record<SizeGoal, number>> = {};
    SIZE_GOALS.forEach((goal, row) => {
      const cu_seconds = this.cuSeconds[row * this.parts.length + cause]!;
      if (cu_seconds > 0) found[goal] = cu_seconds;
    });
    return found;
  }
}
