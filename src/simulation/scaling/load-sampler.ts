import {
  addLoadSample,
  fiveMinuteLoad,
  LOAD_AVERAGE_AT_BOOT,
  LOAD_SAMPLE_SECONDS,
  type LoadAverage,
  oneMinuteLoad,
} from '../../compute/load-average.js';
import { ComputePart } from '../run/compute-part.js';
import { LOAD_SAMPLE } from '../run/event-kind.js';
import type { EventHandlers } from '../run/run-context.js';

/** The load averages of one compute's kernel, which samples them from boot. */
export class LoadSampler extends ComputePart {
  readonly #alarm = this.alarmOf(LOAD_SAMPLE);
  #load: LoadAverage = LOAD_AVERAGE_AT_BOOT;

  /** The last sample; 0 while the load is not sampled. */
  get load_average_1m(): number {
    return oneMinuteLoad(this.#load);
  }

  /** The last sample; 0 while the load is not sampled. */
  get load_average_5m(): number {
    return fiveMinuteLoad(this.#load);
  }

  /** The compute has booted. */
  start(): void {
    this.#alarm.after(LOAD_SAMPLE_SECONDS);
  }

  /** The compute has stopped. */
  stop(): void {
    this.#alarm.off();
    this.#load = LOAD_AVERAGE_AT_BOOT;
  }

  /** Cancels sampling while no query runs. @returns when the next sample would be taken */
  sleep(): number {
    const { time } = this.#alarm;
    this.#alarm.off();
    return time;
  }

  /** Catches up on the samples from `next` on that are due before a time. @returns when the next one is due */
  makeUp(next: number, until: number): number {
    let time = next;
    for (; time < until; time += LOAD_SAMPLE_SECONDS) this.#load = addLoadSample(this.#load, 0);
    return time;
  }

  /** Resumes sampling. @param next time of the next sample */
  wake(next: number): void {
    this.#alarm.at(next);
  }

  /** Handles {@link LOAD_SAMPLE}. */
  sample(runnable: number): void {
    this.#load = addLoadSample(this.#load, runnable);
    this.#alarm.after(LOAD_SAMPLE_SECONDS);
  }
}

export const SAMPLE_EVENTS: EventHandlers = {
  [LOAD_SAMPLE]: ({ computes, now }, compute) => {
    const { fidelity, execution, size, causes } = computes[compute]!;
    size.load.sample(fidelity === undefined ? execution.running : fidelity.runnable());
    causes.pushers.sample(now);
    fidelity?.tick();
  },
};
