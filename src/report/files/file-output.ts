import { ResultFile } from '../../files/result-file.js';
import type { Summary } from '../../study/run/summary.js';
import type { RunOutput } from './run-output.js';

/**
 * A report of a run that is one file.
 * @param content the content of the file; one summary per replication, none for a single run
 * @param watched receives the run's data in progress
 * @throws ResultDirectoryError when the file cannot be written; then nothing has been
 */
export function fileOutput(
  path: string,
  content: (summary: Summary, replications: readonly Summary[]) => string | Uint8Array,
  watched: Partial<Pick<RunOutput, 'timeline' | 'decision' | 'observed'>> = {},
): RunOutput {
  const file = new ResultFile(path);
  return {
    timeline: () => undefined,
    decision: () => undefined,
    ...watched,
    commit: (summary, replications = []) => file.commit(content(summary, replications)),
    discard: () => file.discard(),
  };
}
