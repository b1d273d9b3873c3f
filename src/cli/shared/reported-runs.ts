import type { WorkIdentity } from '../../study/runs/checkpoint.js';
import type { WorkOptions } from '../../study/runs/make-runs.js';
import { noticingSignals } from './interruption.js';
import { type Findings, type OutputOptions, withOutputs } from './outputs.js';
import { type KeptWorkOptions, withKeptRuns } from './resumable-work.js';

/**
 * Does work of many runs that ends in files and in something printed: {@link withOutputs} around {@link withKeptRuns},
 * with signals noticed before the first file is made.
 *
 * @param names the files of `--out`
 * @param finish what was found, as it is written and printed
 */
export async function reportedRuns<Result extends object>(
  options: OutputOptions & KeptWorkOptions,
  names: readonly string[],
  identity: Omit<WorkIdentity, 'version'>,
  body: (options: WorkOptions) => Promise<Result>,
  finish: (result: Result) => Findings,
): Promise<number> {
  return noticingSignals((interruption) =>
    withOutputs(options, names, (report) =>
      withKeptRuns(interruption, options, identity, body, (result) => report(finish(result))),
    ),
  );
}
