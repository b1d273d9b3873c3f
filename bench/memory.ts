import { runModuleForJson } from './child.js';
import type { ModelRun } from './model-run.js';

/** Memory of runs of different lengths. */
export interface MemoryResult {
  readonly runs: readonly Pick<ModelRun, 'queries' | 'cpu_seconds' | 'peak_resident_bytes'>[];
}

/** Lengths in simulated seconds: about 5 and 20 million queries, and more than 500 million. */
const SHORT_RUNS = [20_000, 86_400];
const LONG_RUN = 30 * 86_400;

/**
 * Measures runs of the whole model, each in a separate process, including about 75 MB for the benchmark's TypeScript
 * loader.
 *
 * @param long one run of over 500 million queries, which takes minutes, instead of runs of about 5 and 20 million
 * @param progress receives messages
 */
export function measureMemory(long: boolean, progress: (message: string) => void): MemoryResult {
  const runs = (long ? [LONG_RUN] : SHORT_RUNS).map((seconds) => {
    progress(
      `memory of a run of ${(seconds / 3600).toFixed(1)} simulated hours${long ? ', which takes minutes' : ''}`,
    );
    const file = new URL('./whole-model.ts', import.meta.url);
    const { queries, cpu_seconds, peak_resident_bytes } = runModuleForJson<ModelRun>(file, [
      seconds,
      'autoscaled',
    ]);
    return { queries, cpu_seconds, peak_resident_bytes };
  });
  return { runs };
}
