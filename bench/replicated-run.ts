import type * as ReplicationsModule from '../src/study/replicate/replications.js';
import type * as SourceModule from '../src/study/runs/scenario-source.js';
import { built } from './built.js';
import { weekdaySaasText } from './weekday-saas.js';

// Runs as a separate process: replicated-run.ts WORKERS REPLICATIONS prints a ReplicatedRun.

/** The cost of replications on a number of threads. */
export interface ReplicatedRun {
  readonly queries: number;
  readonly elapsed_seconds: number;
  /** Total of all threads. */
  readonly cpu_seconds: number;
}

const DURATION_SECONDS = 7200;

const { replicate } = await built<typeof ReplicationsModule>('study/replicate/replications.js');
const { compileVariant } = await built<typeof SourceModule>('study/runs/scenario-source.js');

const variant = await compileVariant({
  text: weekdaySaasText(DURATION_SECONDS, 'autoscaled'),
  file: 'bench.yaml',
  directory: '/',
  set: [],
  seed: undefined,
});
const [workers, replications] = process.argv.slice(2).map(Number);
let queries = 0;
const cpuBefore = process.cpuUsage();
const before = performance.now();
await replicate(variant, { replications: replications!, confidence: 0.95 }, { workers: workers! }, (run) => {
  for (const { arrived } of run.observations.computes) queries += arrived;
});
const elapsed_seconds = (performance.now() - before) / 1000;
const { user, system } = process.cpuUsage(cpuBefore);
const run: ReplicatedRun = { queries, elapsed_seconds, cpu_seconds: (user + system) / 1e6 };
console.log(JSON.stringify(run));
