import { packageVersion } from '../../files/package-version.js';
import { ResultDirectoryError } from '../../files/result-directory.js';
import { KeptRuns, type WorkIdentity } from '../../study/runs/checkpoint.js';
import type { WorkOptions } from '../../study/runs/make-runs.js';
import { WorkerError } from '../../study/runs/worker-error.js';
import { counted } from '../../report/figures/figure-text.js';
import { longWorkText, refuseEndless } from './endless-work.js';
import { type Interruption, PATIENCE_MS } from './interruption.js';
import { type MakerOptions, type ManyRunsOptions, madeWhere } from './options.js';
import { NOBODY, ProgressLine } from './progress.js';

const KEEPS_NOTHING =
  'neap: stopped; nothing is kept: with --out DIR finished runs are kept, and --resume continues from there\n';

/** What work of many runs needs to know of its options. */
export type KeptWorkOptions = MakerOptions &
  Pick<ManyRunsOptions, 'workers' | 'out' | 'allowLong' | 'quiet'> & {
    readonly resume?: boolean;
    readonly fidelity?: string;
  };

/**
 * Does work of many runs, with a line of progress and the time left, whose results go to a directory: the runs are kept beside it as they are made, so that work
 * that was interrupted can go on later. Asked to stop, it finishes the runs under way; asked again, or after
 * {@link PATIENCE_MS}, it stops at once. Without a directory nothing is kept.
 *
 * @param interruption noticed since before the first file was made
 * @param identity tells the work from others
 * @param finish writes and shows its results, and returns the exit code; what was kept is given up only after that
 * @returns the exit code: that of `finish`, or the one of the signal that asked to stop
 * @throws ResultDirectoryError when there is nothing to resume, or what there is belongs to other work
 */
export async function withKeptRuns<Result extends object>(
  interruption: Interruption,
  options: KeptWorkOptions,
  identity: Omit<WorkIdentity, 'version'>,
  body: (options: WorkOptions) => Promise<Result>,
  finish: (result: Result) => number | Promise<number>,
): Promise<number> {
  const { out, resume = false, workers } = options;
  if (out === undefined && resume) {
    throw new ResultDirectoryError('--resume needs the --out DIR of the work that was interrupted');
  }
  const stop = new AbortController();
  const line = new ProgressLine(options.quiet === true ? NOBODY : process.stderr, 1);
  // Of hybrid fidelity nobody knows beforehand how much it leaves out, nor of a cluster how many workers it has.
  let foreseen =
    options.cluster !== undefined || (options.fidelity !== undefined && options.fidelity !== 'exact');
  let kept: KeptRuns | undefined;
  let timer: NodeJS.Timeout | undefined;
  try {
    await interruption.heed();
    // The loads of variants are alike: one stands for all.
    const work = refuseEndless(identity.scenarios[0]!, options.allowLong === true);
    if (out !== undefined) {
      const whole = { version: packageVersion(), ...identity };
      kept = KeptRuns.open(out, whole, { resume, ending: interruption.signal });
    }
    // This thread mostly waits for others: a watcher that comes a little later is early enough.
    void interruption.mayBeBlocked(() => {
      if (kept !== undefined) sayHowToGoOn(kept, out!);
      else process.stderr.write(KEEPS_NOTHING);
    });
    interruption.again.addEventListener('abort', () => stop.abort());
    interruption.signal.addEventListener('abort', () => {
      if (kept === undefined) stop.abort();
      else timer = patience(stop);
    });
    const result = await body({
      ...madeWhere(options),
      signal: stop.signal,
      ...(kept === undefined ? {} : { ledger: kept }),
      progress(progress) {
        const { done, runs, whole_runs } = progress;
        if (!foreseen && runs > 0) {
          foreseen = true;
          const looks = whole_runs !== runs;
          const left = whole_runs * (1 - done / runs);
          const long = longWorkText(work, left, workers, looks);
          if (long !== undefined) line.foresee(long);
        }
        line.updateRuns(progress);
      },
    })
      .catch((error: unknown) => {
        // After a signal an error is the signal's doing.
        if (interruption.exit_code === undefined) throw error;
        return undefined;
      })
      .finally(() => line.clear());
    if (result === undefined) {
      if (kept !== undefined) sayHowToGoOn(kept, out!);
      else process.stderr.write(KEEPS_NOTHING);
      return interruption.exit_code!;
    }
    const exit_code = await finish(result);
    kept?.remove();
    return exit_code;
  } catch (error) {
    // A thread that gave out may do better with fewer beside it; what else went wrong would go wrong again.
    if (kept !== undefined && error instanceof WorkerError) sayHowToGoOn(kept, out!);
    else kept?.remove();
    throw error;
  } finally {
    clearTimeout(timer);
    kept?.close();
  }
}

function patience(stop: AbortController): NodeJS.Timeout {
  process.stderr.write(
    `neap: finishing the runs under way, for at most ${PATIENCE_MS / 1000} s; interrupt again to stop at once\n`,
  );
  return setTimeout(() => stop.abort(), PATIENCE_MS);
}

function sayHowToGoOn(kept: KeptRuns, out: string): void {
  if (kept.count === 0) {
    kept.remove();
    process.stderr.write('neap: stopped before the first run was complete; nothing is kept\n');
    return;
  }
  process.stderr.write(
    `neap: stopped; ${counted(kept.count, 'run')} kept in ${out.replace(/[/\\]+$/, '')}.partial; the same command with --resume continues from there\n`,
  );
}
