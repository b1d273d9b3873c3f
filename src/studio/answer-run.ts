import { basename } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { compileVariant } from '../study/runs/scenario-source.js';
import { vendors } from '../vendors/vendor-file.js';
import { sourceOf } from './answer-job.js';
import type { JobReply, RunJob } from './studio-data.js';
import { furtherAnswer } from './worker/further-answer.js';
import { withWhatIf } from './worker/read-scenario.js';
import { reportOf, simulateShown } from './worker/show-run.js';
import { sizeForVendor } from './worker/size-for-vendor.js';

/**
 * Makes the exact run of a page and the further runs of its answer, with the code of the page's worker.
 * @param file path of the scenario file
 * @param stop ends it without an answer
 * @throws the errors of compiling
 */
export async function* answerRun(
  job: RunJob,
  file: string,
  stop: AbortSignal,
  progress: (part: number, doing: string) => void,
): AsyncGenerator<JobReply> {
  const compile = async (set: readonly string[]) => {
    const { name, scenario } = await compileVariant({ ...sourceOf(job, file), set, elsewhere: true });
    return { name, scenario: withWhatIf(scenario, job) };
  };
  const pause = async (doing: string, part: number): Promise<boolean> => {
    progress(part, doing);
    // Lets the server answer other requests in between.
    await turn();
    return !stop.aborted;
  };
  const asked = { text: job.text, file: basename(file) };
  const onNeon = async (set: readonly string[]) => (await compile(set)).scenario;
  const sized = await sizeForVendor(asked, vendors, onNeon, {
    fidelity: 'exact',
    pause: (part) => pause('sizing run', part),
  });
  const { scenario } = await compile(sized);
  const run = await simulateShown(scenario, 'exact', (part) => pause('exact run', part));
  if (run === undefined) return;
  yield { kind: 'ran', report: reportOf(run, asked, 'exact') };
  if (run.stopped !== undefined) return;
  const changed = (set: readonly string[]) => compile([...sized, ...set]);
  for await (const further of furtherAnswer(run, asked, changed, pause)) yield { kind: 'further', further };
}
