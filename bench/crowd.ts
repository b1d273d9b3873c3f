import { runModuleForJson } from './child.js';
import { median } from './median.js';
import type { ModelRun } from './model-run.js';

/** The part of a run that the comparison needs. */
export type CrowdRun = Pick<ModelRun, 'queries' | 'cpu_seconds'>;

/** The cost of simulating 10,000 clients individually. */
export interface CrowdResult {
  /** Medians over the rounds, per second of CPU time. */
  readonly queries_per_second: number;
  /** Median of the ratios within a round. */
  readonly crowd_to_model: number;
}

/** Simulated seconds of about 5 million queries. */
const SECONDS = 25_000;

/** Runs the whole model with a pool and with 10,000 connected clients in turn. @param progress receives messages */
export function measureCrowd(rounds: number, progress: (message: string) => void): CrowdResult {
  const rates: number[] = [];
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    progress(`10,000 clients, round ${round + 1} of ${rounds}`);
    const model = rateOf('./whole-model.ts', 'autoscaled');
    const crowd = rateOf('./crowd-model.ts');
    rates.push(crowd);
    ratios.push(crowd / model);
  }
  return { queries_per_second: median(rates), crowd_to_model: median(ratios) };
}

function rateOf(module: string, ...more: readonly string[]): number {
  const run = runModuleForJson<CrowdRun>(new URL(module, import.meta.url), [SECONDS, ...more]);
  return run.queries / run.cpu_seconds;
}
