import { packageVersion } from '../../files/package-version.js';
import { ResultDirectoryError } from '../../files/result-directory.js';
import { counted } from '../../report/figures/figure-text.js';
import type { ForeseenWork } from '../../simulation/foreseen-work.js';
import { KeptRuns, type WorkIdentity } from '../../study/engine/checkpoint.js';
import { answer } from '../../study/engine/engine.js';
import type { Study } from '../../study/engine/study.js';
import type { WorkOptions, WorkProgress } from '../../study/engine/work-options.js';
import { WorkerError } from '../../study/runs/worker-error.js';
import { longWorkText, refuseEndless } from './endless-work.js';
import type { Interruption } from './interruption.js';
import { type MakerOptions, madeWhere, type StudyOptions } from './options.js';
import { progressLine } from './progress.js';

const KEEPS_NOTHING =
  'neap: stopped; no runs are kept: with --out DIR finished runs are kept, and --resume continues from there\n';

export type AnswerOptions = MakerOptions &
  Partial<Pick<StudyOptions, 'workers' | 'out' | 'quiet'>> & {
    readonly resume?: boolean;
    readonly fidelity?: string;
  };

/** A study with everything that its answer depends on. */
export interface IdentifiedStudy<Answer> {
  /** Identifies the work for `--resume`. */
  readonly identity: Omit<WorkIdentity, 'version'>;
  readonly study: Study<Answer>;
  /** Number of runs that the options request; 1 if the study decides. */
  readonly runs?: number;
  readonly made?: WorkOptions['made'];
}

/**
 * Answers a study with a progress line. With `--out`, finished runs are kept next to the directory until the answer is
 * complete. A signal ends the work; the answer is then the study's from finished runs, if it has one.
 *
 * @param finish writes and prints the answer, and returns the exit code; of an interrupted study it only prints
 * @returns the exit code: that of `finish`, or of the signal
 * @throws ResultDirectoryError if there is nothing to resume, or kept runs belong to other work
 */
export async function answerStudy<Answer extends object>(
  interruption: Interruption,
  options: AnswerOptions,
  { identity, study, made, runs }: IdentifiedStudy<Answer>,
  finish: (result: Answer, isInterrupted: boolean) => number | Promise<number>,
): Promise<number> {
  const { out, resume = false, workers = 1 } = options;
  if (out === undefined && resume) {
    throw new ResultDirectoryError('--resume needs the --out DIR of the work that was interrupted');
  }
  const line = progressLine(options.quiet);
  // It is unknown how much hybrid fidelity leaves out, and how many workers a cluster has.
  let foreseen =
    options.cluster !== undefined || (options.fidelity !== undefined && options.fidelity !== 'exact');
  let kept: KeptRuns | undefined;
  let latest: WorkProgress | undefined;
  let work: ForeseenWork | undefined;
  const reportStop = (): void => {
    const rest = latest && work && longWorkText(work, runsLeft(latest, work), workers);
    if (rest !== undefined) process.stderr.write(`neap: not simulated: ${rest}\n`);
    if (kept === undefined) process.stderr.write(KEEPS_NOTHING);
    else reportKept(kept, out!);
  };
  try {
    await interruption.heed();
    // The loads of variants are similar: the first represents all.
    const foreseenOfRun = refuseEndless(identity.scenarios[0]!, { runs });
    work = foreseenOfRun;
    if (out !== undefined) kept = KeptRuns.open(out, { version: packageVersion(), ...identity }, { resume });
    // This thread mostly waits for others: a watcher that comes a little later is early enough.
    void interruption.mayBeBlocked(reportStop);
    const result = await answer(study, {
      ...madeWhere(options),
      signal: interruption.signal,
      ...(kept && { ledger: kept }),
      ...(made && { made }),
      progress(progress) {
        latest = progress;
        if (!foreseen && progress.runs > 0) {
          foreseen = true;
          const isInWholeRuns = progress.budget !== undefined || progress.whole_runs !== progress.runs;
          const long = longWorkText(foreseenOfRun, runsLeft(progress, foreseenOfRun), workers, isInWholeRuns);
          if (long !== undefined) line.foresee(long);
        }
        line.updateRuns(progress);
      },
    })
      .catch((error: unknown) => {
        // An error after a signal is the signal's doing.
        if (interruption.exit_code === undefined) throw error;
        return undefined;
      })
      .finally(() => line.clear());
    const interrupted = interruption.exit_code;
    const exit_code = result === undefined ? undefined : await finish(result, interrupted !== undefined);
    if (interrupted !== undefined || exit_code === undefined) {
      reportStop();
      return interrupted!;
    }
    kept?.remove();
    return exit_code;
  } catch (error) {
    // Fewer threads may succeed where one failed; other failures would occur again.
    if (kept !== undefined && error instanceof WorkerError) reportKept(kept, out!);
    else kept?.remove();
    throw error;
  } finally {
    kept?.close();
  }
}

/** Where the runs of a study are made, and whether progress is shown. */
export type AsideOptions = MakerOptions & { readonly quiet?: boolean | undefined };

/**
 * Answers a study whose result becomes part of a report, with a progress line that is erased at the end.
 * @param words its number of runs in words, and a description of long work
 * @throws as a run does; errors after a signal are attributed to the signal
 */
export async function answerAside<Result>(
  study: Study<Result>,
  interruption: Interruption,
  { quiet, ...makers }: AsideOptions,
  words: { readonly whole?: (runs: number) => string; readonly foreseen?: string | undefined } = {},
): Promise<Result> {
  const line = progressLine(quiet);
  if (words.foreseen !== undefined) line.foresee(words.foreseen);
  try {
    return await answer(study, {
      ...madeWhere(makers),
      signal: interruption.signal,
      progress: (progress) => line.updateRuns(progress, words.whole),
    });
  } catch (error) {
    await interruption.heed();
    throw error;
  } finally {
    line.clear();
  }
}

/** Approximate exact runs that are left: with a budget, its expected use beyond the current one. */
function runsLeft({ done, runs, whole_runs, budget }: WorkProgress, { queries }: ForeseenWork): number {
  if (budget !== undefined && queries > 0) return (budget.expected - budget.used) / queries;
  return runs > 0 ? whole_runs * Math.max(0, 1 - done / runs) : 0;
}

function reportKept(kept: KeptRuns, out: string): void {
  if (kept.count === 0) {
    kept.remove();
    process.stderr.write('neap: stopped before the first run was complete; no runs are kept\n');
    return;
  }
  process.stderr.write(
    `neap: stopped; ${counted(kept.count, 'run')} kept in ${out.replace(/[/\\]+$/, '')}.partial; the same command with --resume continues from there\n`,
  );
}
