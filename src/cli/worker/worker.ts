import { Command } from '@commander-js/extra-typings';
import { OPTIONS, type OptionsOf } from '../shared/options.js';

/** Makes `neap worker`. */
export const workerCommand = () =>
  new Command('worker')
    .summary('make runs that others ask for with --cluster')
    .description(
      'Makes runs on this machine for every command that has --cluster with the same Redis or Valkey, until it is ' +
        'stopped. Start one on each machine. Scenarios and recorded traffic come with the work; nothing else is needed ' +
        'here. The first Ctrl-C takes no more work and finishes the runs under way, for at most two seconds.',
    )
    .argument('<url>', 'redis://host:6379, or rediss://host:6380 for TLS')
    .addOption(OPTIONS.workers())
    .option(
      '--allow-modules',
      'run policies from modules: code of whoever may put work there, with the rights of this process',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ neap worker redis://10.0.0.5:6379
  $ NEAP_REDIS_PASSWORD=... neap worker rediss://redis.example.com:6380 --workers 8
  $ neap plan my-app.yaml --constraint 'latency_p99 <= 300ms' --cluster redis://10.0.0.5:6379

Both sides need the npm packages bullmq and ioredis in the folder of neap.
Environment:
  NEAP_REDIS_PASSWORD          password, where the address has none
  NEAP_REDIS_PATIENCE_SECONDS  give up after so long without Redis (120)
  NODE_EXTRA_CA_CERTS          file with the certificate of who signed Redis's own

Exit codes:
  2 wrong address or password, or a package is missing; 3 no connection, or it
  was lost for too long; 130 interrupted`,
    );

/** The options of `neap worker`. */
export type WorkerOptions = OptionsOf<typeof workerCommand>;
