import type { RunObservations } from '../../../simulation/run/observation.js';
import { Histogram } from '../../../statistics/histogram.js';

/** The distributions that a page draws: of all computes and all replications, merged exactly. */
export class RecordedLatencies {
  readonly latency = new Histogram();
  readonly wake = new Histogram();
  readonly delay = new Histogram();

  /** Takes in what a replication has shown. */
  readonly add = ({ computes }: Pick<RunObservations, 'computes'>): void => {
    for (const { latency, wake_latency, delay } of computes) {
      this.latency.merge(latency);
      this.wake.merge(wake_latency);
      this.delay.merge(delay);
    }
  };
}
