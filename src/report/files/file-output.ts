import { ResultFile } from '../../files/result-file.js';
import type { Summary } from '../figures/summary.js';
import type { RunOutput } from './run-output.js';

/**
 * A report of a run that is one file.
 * @param content what the file holds; of the replications a summary each, none for a single run
 * @param watched what is done with what the run shows while it goes on
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
