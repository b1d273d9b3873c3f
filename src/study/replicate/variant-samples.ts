import { type FigureName, runFigures } from '../../figures/run-figures.js';
import type { RunTask } from '../runs/executor.js';
import { takenOfRuns, type WorkOptions } from '../runs/make-runs.js';
import { checkCount } from '../runs/many-runs.js';
import type { SourcedVariant } from '../runs/scenario-source.js';
import { FigureSample } from './paired-figures.js';

/** Runs the same replications of every variant and takes in some figures of each. @throws as {@link takenOfRuns} */
export async function variantSamples(
  variants: readonly SourcedVariant[],
  replications: number,
  figures: readonly FigureName[],
  options: WorkOptions,
): Promise<ReadonlyMap<SourcedVariant, FigureSample>> {
  checkCount('replications', replications);
  const samples = new Map(variants.map((variant) => [variant, new FigureSample(figures)]));
  const tasks = variants.flatMap((variant) =>
    Array.from({ length: replications }, (_, replication): RunTask => ({ variant, replication })),
  );
  await takenOfRuns(tasks, options, ({ task, run }) => samples.get(task.variant)!.add(runFigures(run)));
  return samples;
}
