import type { WorkOptions } from '../planner/make-runs.js';
import { WorkerError } from '../planner/worker-error.js';
import { counted } from '../report/figure-text.js';
import { KeptRuns, type WorkIdentity } from '../report/kept-runs.js';
import { ResultDirectoryError } from '../report/result-directory.js';
import { Interruption } from './interruption.js';
import { packageVersion } from './package-version.js';
import { interruptible, isStopped } from './work.js';

/** Runs that are under way when somebody asks to stop get this long to end. */
const PATIENCE_MS = 10_000;

/** Options that work of many runs has in common. */
export interface ResumableOptions {
  readonly workers?: number;
  readonly out?: string;
  readonly resume?: boolean;
}

/**
 * Does work of many runs whose results go to a directory: the runs are kept beside it as they are made, so that work
 * that was interrupted can go on later. Asked to stop, it finishes the runs under way; asked again, or after ten
 * seconds, it stops at once. Without a directory nothing is kept.
 *
 * @param identity tells the work from others; called only where something is kept
 * @param body does the work
 * @param finish writes and shows its results, and returns the exit code; what was kept is given up only after that
 * @returns the exit code: that of `finish`, or the one of the signal that asked to stop
 * @throws ResultDirectoryError when there is nothing to resume, or what there is belongs to other work
 */
export async function withKeptRuns<Result extends object>(
  options: ResumableOptions,
  identity: () => Omit<WorkIdentity, 'version'>,
  body: (options: WorkOptions) => Promise<Result>,
  finish: (result: Result) => number | Promise<number>,
): Promise<number> {
  const { out, resume = false, workers } = options;
  if (out === undefined && resume) {
    throw new ResultDirectoryError('--resume goes on with the work of an --out DIR; name the directory');
  }
  const interruption = new Interruption();
  const stop = new AbortController();
  let kept: KeptRuns | undefined;
  let timer: NodeJS.Timeout | undefined;
  try {
    if (out !== undefined) {
      const work = { version: packageVersion(), ...identity() };
      kept = KeptRuns.open(out, work, { resume, ending: interruption.signal });
    }
    interruption.again.addEventListener('abort', () => stop.abort());
    interruption.signal.addEventListener('abort', () => {
      if (kept === undefined) stop.abort();
      else timer = patience(stop);
    });
    const own = { signal: stop.signal, ...(kept === undefined ? {} : { ledger: kept }) };
    const result = await interruptible(workers, interruption, own, body);
    if (isStopped(result)) {
      if (kept !== undefined) sayHowToGoOn(kept, out!);
      return result.exit_code;
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
    interruption.release();
  }
}

function patience(stop: AbortController): NodeJS.Timeout {
  process.stderr.write(
    `neap: finishing the runs under way, for ${PATIENCE_MS / 1000} s at most; interrupt again to stop at once\n`,
  );
  return setTimeout(() => stop.abort(), PATIENCE_MS);
}

function sayHowToGoOn(kept: KeptRuns, out: string): void {
  if (kept.count === 0) {
    kept.remove();
    process.stderr.write('neap: stopped before the first run was done; nothing is kept\n');
    return;
  }
  process.stderr.write(
    `neap: stopped; ${counted(kept.count, 'run')} kept in ${out.replace(/[/\\]+$/, '')}.partial: the same command with --resume goes on from there\n`,
  );
}
