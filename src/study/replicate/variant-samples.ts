import { type FigureName, type RunFigures, runFigures } from '../../figures/run-figures.js';
import { Interrupted, type Study, takeFromRuns } from '../engine/study.js';
import type { RunTask } from '../runs/executor.js';
import { checkCount } from '../runs/many-runs.js';
import type { Variant } from '../runs/variant.js';
import { FigureSample } from './paired-figures.js';

/** The order of runs, which determines the missing runs after an interruption. */
export type RunOrder = 'by_replication' | 'by_variant';

export interface VariantSamples {
  /** Of each variant: after an interruption fewer than requested. */
  readonly replications: number;
  /** Variants with that many replications. */
  readonly samples: ReadonlyMap<Variant, FigureSample>;
  /** Describes an interruption; empty without one. */
  readonly warnings: readonly string[];
}

/** Runs the same replications of every variant and takes some figures of each. */
export function* variantSamples(
  variants: readonly Variant[],
  replications: number,
  figures: readonly FigureName[],
  order: RunOrder,
): Study<VariantSamples> {
  checkCount('replications', replications);
  const seen = new Map(variants.map((variant) => [variant, [] as RunFigures[]]));
  const all = Array.from({ length: replications }, (_, replication) => replication);
  const tasks =
    order === 'by_variant'
      ? variants.flatMap((variant) => all.map((replication): RunTask => ({ variant, replication })))
      : all.flatMap((replication) => variants.map((variant): RunTask => ({ variant, replication })));
  const finished = (made: number, warnings: readonly string[]): VariantSamples => {
    const complete = [...seen].filter(([, runs]) => runs.length >= made);
    const samples = complete.map(([variant, runs]): [Variant, FigureSample] => {
      const sample = new FigureSample(figures);
      for (const run of runs.slice(0, made)) sample.add(run);
      return [variant, sample];
    });
    return { samples: new Map(samples), replications: made, warnings };
  };
  try {
    yield* takeFromRuns(tasks, (run, { variant }) => seen.get(variant)!.push(runFigures(run)));
    return finished(replications, []);
  } catch (error) {
    const counts = [...seen.values()].map(({ length }) => length);
    const made = order === 'by_variant' ? Math.max(...counts) : Math.min(...counts);
    if (!(error instanceof Interrupted) || made === 0) throw error;
    const runs = counts.reduce((sum, count) => sum + count, 0);
    return finished(made, [`stopped after ${runs} of ${tasks.length} runs; the rest was not simulated`]);
  }
}
