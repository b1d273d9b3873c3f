import { runModuleForJson } from './child.js';
import { median } from './median.js';
import type { ReplicatedRun } from './replicated-run.js';

/** Speed of replications on two worker threads relative to one. */
export interface WorkersResult {
  /** Replications of each measurement. */
  readonly runs: number;
  /** Elapsed time on one ÷ on two, median of the rounds; needs two free cores. */
  readonly two_to_one: number;
  /** Twice the CPU time on one ÷ on two: the ratio with two free cores. */
  readonly two_to_one_by_cpu: number;
}

/**
 * Number of replications of two hours of the weekday application, more than a million queries each. They are enough
 * that the code that each thread compiles, about half a second, counts little.
 */
const REPLICATIONS = 96;

/**
 * Runs the same replications on one thread and on two in turn, each in a separate process.
 * @param progress receives messages
 */
export function measureWorkers(rounds: number, progress: (message: string) => void): WorkersResult {
  const elapsed: number[] = [];
  const cpu: number[] = [];
  for (let round = 0; round < rounds; round++) {
    progress(`workers, round ${round + 1} of ${rounds}`);
    const [one, two] = [1, 2].map((workers) =>
      runModuleForJson<ReplicatedRun>(new URL('./replicated-run.ts', import.meta.url), [
        workers,
        REPLICATIONS,
      ]),
    );
    if (one!.queries !== two!.queries) {
      throw new Error(`${one!.queries} queries on one thread, ${two!.queries} on two: not the same work`);
    }
    elapsed.push(one!.elapsed_seconds / two!.elapsed_seconds);
    cpu.push((2 * one!.cpu_seconds) / two!.cpu_seconds);
  }
  return { runs: REPLICATIONS, two_to_one: median(elapsed), two_to_one_by_cpu: median(cpu) };
}
