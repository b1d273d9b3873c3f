import { desiredSize } from '../compute/autoscaler.js';
import {
  LOAD_AVERAGE_AT_BOOT,
  LOAD_SAMPLE_SECONDS,
  type LoadAverage,
  oneMinuteLoad,
  sampledLoadAverage,
} from '../compute/load-average.js';
import type { RandomStream } from '../kernel/random-stream.js';
import { LOAD_SAMPLE, METRICS } from './event-kind.js';
import { NONE } from './query-table.js';
import type { RunContext } from './run-context.js';

/**
 * The autoscaler's two clocks on one running compute: the kernel samples the load average every 5 s from boot,
 * the agent reads it every metrics interval after a random delay of up to one interval.
 */
export class AutoscalingLoop {
  readonly #context: RunContext;
  readonly #index: number;
  readonly #delay: RandomStream;
  #load: LoadAverage = LOAD_AVERAGE_AT_BOOT;
  #sampleEvent = NONE;
  #metricsEvent = NONE;

  constructor(context: RunContext, index: number, name: string) {
    this.#context = context;
    this.#index = index;
    this.#delay = context.stream(name, 'autoscaler-delay');
  }

  /** The one-minute load average as last sampled; 0 while the loop stands still. */
  get load_average_1m(): number {
    return oneMinuteLoad(this.#load);
  }

  /** The compute has begun to run. */
  start(): void {
    const { calendar, scenario, now } = this.#context;
    this.#load = LOAD_AVERAGE_AT_BOOT;
    this.#sampleEvent = calendar.schedule(now + LOAD_SAMPLE_SECONDS, LOAD_SAMPLE, this.#index);
    const delay = this.#delay.uniform() * scenario.model.metrics_interval;
    this.#metricsEvent = calendar.schedule(now + delay, METRICS, this.#index);
  }

  /** The compute has stopped. */
  stop(): void {
    if (this.#sampleEvent === NONE) return;
    this.#context.calendar.cancel(this.#sampleEvent);
    this.#context.calendar.cancel(this.#metricsEvent);
    this.#sampleEvent = NONE;
    this.#metricsEvent = NONE;
    this.#load = LOAD_AVERAGE_AT_BOOT;
  }

  /** Handles {@link LOAD_SAMPLE}. */
  sample(runnable: number): void {
    this.#load = sampledLoadAverage(this.#load, runnable);
    this.#context.calendar.reschedule(this.#sampleEvent, this.#context.now + LOAD_SAMPLE_SECONDS);
  }

  /** Handles {@link METRICS}. @returns the size the autoscaler wants, in CU */
  decide(min_cu: number, max_cu: number): number {
    const { calendar, scenario, now } = this.#context;
    calendar.reschedule(this.#metricsEvent, now + scenario.model.metrics_interval);
    const { load_average_fraction_target } = scenario.model;
    const { load_average_1m } = this;
    return desiredSize({ load_average_1m }, { load_average_fraction_target, min_cu, max_cu });
  }
}
