/** A command whose output is stored in every text format. */
export interface GoldenCase {
  /** Folder below `answers/`. */
  readonly name: string;
  /** The command line after `neap`; scenarios by their path in the repository. */
  readonly command: string;
  readonly forms?: readonly ('out' | 'html' | 'md' | 'xlsx')[];
}

const ALL = ['out', 'html', 'md', 'xlsx'] as const;
/** Result files have the same columns for every run, so only one run stores them. */
const WITHOUT_FILES = ['html', 'md', 'xlsx'] as const;
const TEXTS = ['html', 'md'] as const;
const OWN = 'test/golden/scenarios';
const run = (name: string, file: string, forms: GoldenCase['forms'] = WITHOUT_FILES): GoldenCase => ({
  name: `run/${name}`,
  command: `run ${file} --quiet`,
  forms,
});
const study = (name: string, command: string): GoldenCase => ({
  name,
  command: `${command} --workers 1 --quiet`,
  forms: ALL,
});

/** Small enough for all forms of all of them to be written in seconds. */
export const RUNS: readonly GoldenCase[] = [
  run('several-computes', 'scenarios/hobby-app.yaml'),
  run('poller', 'scenarios/cron-poller.yaml'),
  run('quota-exhausted', 'scenarios/free-plan.yaml'),
  run('connection-limit', 'scenarios/connection-storm.yaml'),
  run('replications', 'scenarios/uneven-weeks.yaml --replications 3 --workers 1', ALL),
  run('objectives-missed', `${OWN}/objectives-missed.yaml`),
  run('overload', `${OWN}/overload.yaml`, TEXTS),
  run('out-of-memory', `${OWN}/out-of-memory.yaml`, TEXTS),
  run('no-queries', `${OWN}/no-queries.yaml`),
  run('one-query', `${OWN}/one-query.yaml`),
  run('long-names', `${OWN}/long-names.yaml`),
  run('fleet', `${OWN}/small-fleet.yaml`),
  run('kept-awake', `${OWN}/kept-awake.yaml`),
];

export const STUDIES: readonly GoldenCase[] = [
  study(
    'compare',
    'compare scenarios/uneven-weeks.yaml --variant one-minute timeout=1m --variant half-hour timeout=30m --replications 5',
  ),
  study(
    'sweep',
    'sweep scenarios/uneven-weeks.yaml --vary timeout=1m,5m,1h --vary max=0.5,1 --replications 3',
  ),
  study(
    'plan/constrained',
    'plan scenarios/uneven-weeks.yaml --constraint latency_p99<=10s --constraint wake_probability<=40% --vary timeout=1m,5m,1h --at-load 2x --replications 12',
  ),
  study(
    'plan/missed',
    `plan ${OWN}/objectives-missed.yaml --vary timeout=5m,never --vary max=0.5,1 --at-load none --no-sensitivity`,
  ),
  study(
    'plan/worlds',
    `plan ${OWN}/uncertain-rate.yaml --vary timeout=5m,never --worlds 10 --at-load none --no-sensitivity`,
  ),
  study(
    'forecast',
    'forecast scenarios/uneven-weeks.yaml --growth 5%..10%/month --constraint cost_usd_per_month<=25',
  ),
  study('capacity', `capacity ${OWN}/long-names.yaml --constraint latency_p99<=5s --growth 8%/month`),
  { name: 'policies', command: `policies ${OWN}/long-names.yaml --wake-cost 10s --quiet`, forms: ALL },
  { name: 'bill/several-computes', command: 'bill scenarios/hobby-app.yaml', forms: ALL },
  { name: 'bill/budget', command: 'bill scenarios/free-plan.yaml --budget 20' },
];
