import { counted } from '../../report/figures/figure-text.js';
import { STAMP } from '../../study/cluster/cluster-names.js';
import { ClusterWorker } from '../../study/cluster/cluster-worker.js';
import { type Interruption, noticingSignals, PATIENCE_MS } from '../shared/interruption.js';
import type { WorkerOptions } from './worker.js';

/**
 * Makes runs for others until a signal asks to stop.
 * @throws ClusterError where there is no connection, or it is lost for too long
 */
export async function workForCluster(url: string, options: WorkerOptions): Promise<number> {
  return noticingSignals(async (interruption) => {
    const worker = await ClusterWorker.open({
      url,
      workers: options.workers,
      allowModules: options.allowModules === true,
      notice: (text) => process.stderr.write(`neap worker: ${text}\n`),
    });
    try {
      process.stdout.write(
        `neap ${STAMP.version} waits for work at ${worker.address.shown}: ${counted(options.workers, 'run')} at once\n`,
      );
      await stoppedOrLost(worker, interruption);
      if (worker.running > 0) {
        process.stderr.write(
          `neap worker: finishing ${counted(worker.running, 'run')}, for at most ${PATIENCE_MS / 1000} s; interrupt again to give them back at once\n`,
        );
      }
      await finished(worker, interruption);
    } finally {
      await worker.close();
      process.stdout.write(`${counted(worker.made, 'run')} made\n`);
    }
    return interruption.exit_code!;
  });
}

/** @throws ClusterError when the connection is lost for good */
function stoppedOrLost({ lost }: ClusterWorker, { signal }: Interruption): Promise<void> {
  return new Promise((resolve, reject) => {
    const stopped = () => resolve();
    const gone = () => reject(lost.reason);
    signal.addEventListener('abort', stopped);
    lost.addEventListener('abort', gone);
    if (signal.aborted) stopped();
    if (lost.aborted) gone();
  });
}

/** Resolves when the runs under way are done, or have had their time. */
async function finished(worker: ClusterWorker, { again }: Interruption): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
    again.addEventListener('abort', () => resolve());
  });
  try {
    await Promise.race([worker.finish(), late]);
  } finally {
    clearTimeout(timer);
  }
}
