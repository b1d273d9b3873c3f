import {
  fiveMinuteLoad,
  LOAD_AVERAGE_AT_BOOT,
  LOAD_SAMPLE_SECONDS,
  type LoadAverage,
  oneMinuteLoad,
  sampledLoadAverage,
} from '../compute/load-average.js';
import { LOAD_SAMPLE } from './event-kind.js';
import { NONE } from './query-table.js';
import type { RunContext } from './run-context.js';

/** The load averages of one compute's kernel, which samples them every 5 s from boot. */
export class LoadSampler {
  readonly #context: RunContext;
  readonly #index: number;
  #load: LoadAverage = LOAD_AVERAGE_AT_BOOT;
  #event = NONE;

  constructor(context: RunContext, index: number) {
    this.#context = context;
    this.#index = index;
  }

  /** As last sampled; 0 while nothing is sampled. */
  get load_average_1m(): number {
    return oneMinuteLoad(this.#load);
  }

  /** Likewise. */
  get load_average_5m(): number {
    return fiveMinuteLoad(this.#load);
  }

  /** The compute has booted. */
  start(): void {
    const { calendar, now } = this.#context;
    this.#event = calendar.schedule(now + LOAD_SAMPLE_SECONDS, LOAD_SAMPLE, this.#index);
  }

  /** The compute has stopped. */
  stop(): void {
    if (this.#event !== NONE) this.#context.calendar.cancel(this.#event);
    this.#event = NONE;
    this.#load = LOAD_AVERAGE_AT_BOOT;
  }

  /** Handles {@link LOAD_SAMPLE}. */
  sample(runnable: number): void {
    this.#load = sampledLoadAverage(this.#load, runnable);
    this.#context.calendar.reschedule(this.#event, this.#context.now + LOAD_SAMPLE_SECONDS);
  }
}
