import { rmSync } from 'node:fs';
import { compileMm1 } from './c-program.js';
import { runForJson, runModuleForJson } from './child.js';
import { type LoopCost, loopCost } from './loop-cost.js';
import { median } from './median.js';
import type { ModelRun } from './model-run.js';
import { customersPerSecond, type QueueRun, RHO } from './queue-run.js';
import type { Sizing } from './weekday-saas.js';

/** A C customer takes about half the time of a kernel customer; each run should last about a second. */
const C_CUSTOMERS = 20_000_000;
const KERNEL_CUSTOMERS = 10_000_000;
/** A whole day, so that night, peak, cold cache and autoscaler have the same weight as in long runs. */
const MODEL_SECONDS = 86_400;

/** Medians over the rounds; rates are per second of CPU time. */
export interface SpeedResult {
  readonly rounds: number;
  /** `undefined` without a C compiler. */
  readonly c: { readonly compiler: string; readonly customers_per_second: number } | undefined;
  readonly kernel_customers_per_second: number;
  readonly model_queries_per_second: number;
  readonly model_events_per_query: number;
  /**
   * Medians of the ratios of neighbouring runs, which a slow moment of the machine disturbs less than the rates. The
   * kernel runs before and after each model.
   */
  readonly kernel_to_c: number | undefined;
  readonly model_to_kernel: number;
  readonly loop: LoopCost;
}

/**
 * Runs the C program, the kernel and the whole model with and without its scaling loop in turn, under equal conditions.
 *
 * @param progress receives messages
 */
export function measureSpeed(rounds: number, progress: (message: string) => void): SpeedResult {
  const program = compileMm1();
  if (program === undefined)
    progress('no C compiler (cc, gcc, clang) here: the comparison with C is skipped');
  const cRates: number[] = [];
  const kernelRates: number[] = [];
  const kernelToC: number[] = [];
  const modelToKernel: number[] = [];
  const models: Record<Sizing, ModelRun[]> = { autoscaled: [], fixed: [] };
  try {
    for (let round = 0; round < rounds; round++) {
      progress(`round ${round + 1} of ${rounds}`);
      let kernel = kernelRate();
      kernelRates.push(kernel);
      if (program !== undefined) {
        const rate = customersPerSecond(runForJson<QueueRun>(program.file, [C_CUSTOMERS, RHO]), 'in C');
        cRates.push(rate);
        kernelToC.push(kernel / rate);
      }
      // Alternating, so that a machine that becomes slower or faster favours neither.
      const order: readonly Sizing[] = round % 2 === 0 ? ['autoscaled', 'fixed'] : ['fixed', 'autoscaled'];
      for (const sizing of order) {
        const file = new URL('./whole-model.ts', import.meta.url);
        const model = runModuleForJson<ModelRun>(file, [MODEL_SECONDS, sizing]);
        models[sizing].push(model);
        const after = kernelRate();
        if (sizing === 'autoscaled') modelToKernel.push((2 * queriesPerSecond(model)) / (kernel + after));
        kernel = after;
        kernelRates.push(kernel);
      }
    }
  } finally {
    if (program !== undefined) rmSync(program.folder, { recursive: true });
  }
  const { autoscaled, fixed } = models;
  return {
    rounds,
    c: program && { compiler: program.compiler, customers_per_second: median(cRates) },
    kernel_customers_per_second: median(kernelRates),
    model_queries_per_second: median(autoscaled.map(queriesPerSecond)),
    model_events_per_query: autoscaled[0]!.events / autoscaled[0]!.queries,
    kernel_to_c: program && median(kernelToC),
    model_to_kernel: median(modelToKernel),
    loop: loopCost(autoscaled, fixed),
  };
}

function kernelRate(): number {
  const run = runModuleForJson<QueueRun>(new URL('./kernel-mm1.ts', import.meta.url), [
    KERNEL_CUSTOMERS,
    RHO,
  ]);
  return customersPerSecond(run, 'on the kernel');
}

function queriesPerSecond(run: ModelRun): number {
  return run.queries / run.cpu_seconds;
}
