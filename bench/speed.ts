import { rmSync } from 'node:fs';
import { compileMm1 } from './c-program.js';
import { printedBy, printedByModule } from './child.js';
import { type LoopCost, loopCost } from './loop-cost.js';
import { median } from './median.js';
import type { ModelRun } from './model-run.js';
import { customersPerSecond, type QueueRun, RHO } from './queue-run.js';
import type { Sizing } from './weekday-saas.js';

/** A C customer takes about half the time of the kernel's, and each run should last about a second. */
const C_CUSTOMERS = 20_000_000;
const KERNEL_CUSTOMERS = 10_000_000;
/** A whole day, so that night, peak, the cold cache and the autoscaler weigh as they do in long runs. */
const MODEL_SECONDS = 86_400;

/** Medians over the rounds; rates are per second of CPU time. */
export interface SpeedResult {
  readonly rounds: number;
  /** `undefined` where there is no C compiler. */
  readonly c: { readonly compiler: string; readonly customers_per_second: number } | undefined;
  readonly kernel_customers_per_second: number;
  readonly model_queries_per_second: number;
  readonly model_events_per_query: number;
  /** Medians of the ratios within a round, which a slow moment of the machine disturbs less than the rates. */
  readonly kernel_to_c: number | undefined;
  readonly model_to_kernel: number;
  readonly loop: LoopCost;
}

/**
 * Runs the C program, the kernel and the whole model with and without its scaling loop in turn, so that all see the same machine.
 *
 * @param progress told what is going on
 */
export function measureSpeed(rounds: number, progress: (message: string) => void): SpeedResult {
  const program = compileMm1();
  if (program === undefined)
    progress('no C compiler (cc, gcc, clang) here: the comparison with C is skipped');
  const cRates: number[] = [];
  const kernelRates: number[] = [];
  const models: Record<Sizing, ModelRun[]> = { autoscaled: [], fixed: [] };
  try {
    for (let round = 0; round < rounds; round++) {
      progress(`round ${round + 1} of ${rounds}`);
      if (program !== undefined) {
        cRates.push(customersPerSecond(printedBy<QueueRun>(program.file, [C_CUSTOMERS, RHO]), 'in C'));
      }
      const kernel = printedByModule<QueueRun>(new URL('./kernel-mm1.ts', import.meta.url), [
        KERNEL_CUSTOMERS,
        RHO,
      ]);
      kernelRates.push(customersPerSecond(kernel, 'on the kernel'));
      // In turn, so that a machine that grows slower or faster favours neither.
      const order: readonly Sizing[] = round % 2 === 0 ? ['autoscaled', 'fixed'] : ['fixed', 'autoscaled'];
      for (const sizing of order) {
        const file = new URL('./whole-model.ts', import.meta.url);
        models[sizing].push(printedByModule<ModelRun>(file, [MODEL_SECONDS, sizing]));
      }
    }
  } finally {
    if (program !== undefined) rmSync(program.folder, { recursive: true });
  }
  const { autoscaled, fixed } = models;
  const modelRates = autoscaled.map((run) => run.queries / run.cpu_seconds);
  return {
    rounds,
    c: program && { compiler: program.compiler, customers_per_second: median(cRates) },
    kernel_customers_per_second: median(kernelRates),
    model_queries_per_second: median(modelRates),
    model_events_per_query: autoscaled[0]!.events / autoscaled[0]!.queries,
    kernel_to_c: program && median(cRates.map((rate, round) => kernelRates[round]! / rate)),
    model_to_kernel: median(kernelRates.map((rate, round) => modelRates[round]! / rate)),
    loop: loopCost(autoscaled, fixed),
  };
}
