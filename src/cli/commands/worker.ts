import { counted } from '../../report/figures/figure-text.js';
import { STAMP } from '../../study/cluster/cluster-names.js';
import { ClusterWorker } from '../../study/cluster/cluster-worker.js';
import { type Interruption, noticingSignals, PATIENCE_MS } from '../shared/interruption.js';
import { commandOf, type OptionsOf } from '../shared/option-table.js';
import { OPTIONS } from '../shared/options.js';

/** Makes `neap worker`. */
export const declare = () =>
  commandOf('worker', {
    about:
      'Runs simulations on this machine for commands whose --cluster is the same Redis or Valkey, until it is ' +
      'stopped. Start one on each machine; scenarios and recorded traffic come with the work. The first Ctrl-C ' +
      'finishes the runs in progress, for at most two seconds.',
    argument: ['<url>', 'redis://host:6379, or rediss://host:6380 for TLS'],
    options: OPTIONS.workers,
    help: `Examples:
  $ neap worker redis://10.0.0.5:6379
  $ NEAP_REDIS_PASSWORD=... neap worker rediss://redis.example.com:6380 --workers 8
  $ neap plan my-app.yaml --constraint 'latency_p99 <= 300ms' --cluster redis://10.0.0.5:6379

Both sides need the npm packages bullmq and ioredis in the folder of neap.

Environment:
  NEAP_REDIS_PASSWORD          password, if the address has none
  NEAP_REDIS_PATIENCE_SECONDS  give up after this many seconds without Redis (120)
  NODE_EXTRA_CA_CERTS          file with the certificate authority of Redis`,
  });

/**
 * Runs simulations for other processes until a signal asks to stop.
 * @throws ClusterError without a connection, or if it is lost for too long
 */
export async function act(url: string, options: OptionsOf<typeof OPTIONS.workers>): Promise<number> {
  return noticingSignals(async (interruption) => {
    const worker = await ClusterWorker.open({ url, workers: options.workers });
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

/** @throws ClusterError when the connection is lost permanently */
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
