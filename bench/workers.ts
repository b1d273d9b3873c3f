import { printedByModule } from './child.js';
import { median } from './median.js';
import type { ReplicatedRun } from './replicated-run.js';

/** How much faster replications are on two worker threads than on one. */
export interface WorkersResult {
  /** Replications of each measurement. */
  readonly runs: number;
  /** Elapsed time of one over that of two, the median of the rounds: needs two free cores. */
  readonly two_to_one: number;
  /** Twice the CPU time of one over that of two: what two free cores would give. */
  readonly two_to_one_by_cpu: number;
}

/**
 * Two hours of the weekday application, more than a million queries, a replication; so many that what each thread compiles for
 * itself, about half a second, counts little.
 */
const REPLICATIONS = 96;

/**
 * Makes the same replications on one thread and on two in turn, each in a process of its own.
 * @param progress told what is going on
 */
export function measureWorkers(rounds: number, progress: (message: string) => void): WorkersResult {
  const elapsed: number[] = [];
  const cpu: number[] = [];
  for (let round = 0; round < rounds; round++) {
    progress(`workers, round ${round + 1} of ${rounds}`);
    const [one, two] = [1, 2].map((workers) =>
      printedByModule<ReplicatedRun>(new URL('./replicated-run.ts', import.meta.url), [
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
