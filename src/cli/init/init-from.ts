import { noteInput } from '../../files/input-files.js';
import { ingest } from '../../ingest/ingest.js';
import { existingProblem, writeImported } from '../../ingest/scenario/write-imported.js';
import { commandLine } from '../../report/text/command-line.js';
import { TraceError } from '../../workload/trace/reading/trace-error.js';
import { EXIT } from '../shared/exit-code.js';
import { withReadingProgress } from '../shared/progress.js';

const OPTIONS = { queries_per_request: 1, vcpu: undefined } as const;

/** Writes a scenario from a recorded file, as `neap import` does. @throws TraceError */
export async function initFromRecording(scenario: string, recorded: string): Promise<number> {
  const problem = existingProblem(scenario);
  if (problem !== undefined) {
    process.stderr.write(`neap init: ${problem.replace(' with --write', '')}\n`);
    return EXIT.input;
  }
  noteInput(recorded);
  try {
    const { form, imported } = await withReadingProgress(false, () => ingest([recorded], OPTIONS));
    await writeImported(imported, form, scenario);
    process.stdout.write(
      `${recorded}: ${form}\nwrote ${scenario}; next: ${commandLine(['run', scenario])}\n`,
    );
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof TraceError)) throw error;
    // init takes no options of a reading: import does.
    if (!/(^|\s)--[a-z]/.test(error.reason)) throw error;
    const answer = commandLine(['import', recorded, '--write', scenario]);
    throw new TraceError(recorded, `${error.reason}\nhint: add the option to ${answer}`, {
      line: error.line,
    });
  }
}
