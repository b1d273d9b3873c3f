import { existsSync, readdirSync } from 'node:fs';
import { loadScenario } from '../../src/scenario/load-scenario.js';
import type { Scenario } from '../../src/scenario/scenario.js';
import type { RunObservations } from '../../src/simulation/run/observation.js';
import { simulate } from '../../src/simulation/simulation.js';
import { Histogram, mergedHistogram } from '../../src/statistics/histogram.js';
import { sampleMoments } from '../../src/statistics/sample-moments.js';
import { markdownTable } from './markdown.js';
import { ROOT } from './project-folder.js';

/** Replications of each scenario at each fidelity. */
const SEEDS = 5;

/** A scenario to compare at both fidelities. */
export interface HybridCase {
  readonly name: string;
  readonly file: string;
  /** Whether it is fast enough for the long suite to check its row. */
  readonly checked: boolean;
}

const CHECKED = ['recorded-shop', 'connection-storm', 's5-cache', 'cron-poller'];

/** All shipped scenarios, those of the tests of plans, and those of recorded traces. */
export const HYBRID_CASES: readonly HybridCase[] = [
  ...casesIn('scenarios'),
  ...casesIn('test/study/cases'),
  ...['worldcup-two-weeks', 'elb-requests'].map((name) => caseOf('test/real-traces', name)),
];

function casesIn(folder: string): readonly HybridCase[] {
  return readdirSync(`${ROOT}${folder}`)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => caseOf(folder, name.replace('.yaml', '')));
}

function caseOf(folder: string, name: string): HybridCase {
  return { name, file: `${ROOT}${folder}/${name}.yaml`, checked: CHECKED.includes(name) };
}

const HEADER = ['scenario', 'simulated', 'CU-hours', 'resizes', 'p50', 'p95', 'p99'];
const FIGURES: readonly ((run: RunObservations) => number)[] = [
  (run) => run.computes.reduce((sum, { cu_seconds }) => sum + cu_seconds, 0),
  (run) => run.computes.reduce((sum, { resizes }) => sum + resizes, 0),
  ...[0.5, 0.95, 0.99].map(
    (share) => (run: RunObservations) =>
      mergedHistogram(run.computes.map(({ latency }) => latency)).quantile(share),
  ),
];

/** Hybrid compared with exact runs: the mean difference of figures, and twice its standard error. */
export async function hybridTable(): Promise<string> {
  const rows: (readonly string[])[] = [];
  for (const one of HYBRID_CASES) {
    process.stderr.write(`docs: hybrid: ${one.name}\n`);
    rows.push(await hybridRow(one));
  }
  return markdownTable(HEADER, rows, ['left', ...HEADER.slice(1).map(() => 'right' as const)]);
}

/** The row of a scenario. */
export async function hybridRow({ name, file }: HybridCase): Promise<readonly string[]> {
  const scenario = await loadScenario(file);
  const first = compared(scenario, 0);
  if (first.same) return [name, 'same bytes', ...FIGURES.map(() => '')];
  const all = [first];
  for (let replication = 1; replication < SEEDS; replication++) all.push(compared(scenario, replication));
  const simulated = all.reduce((sum, { share }) => sum + share, 0) / SEEDS;
  return [
    name,
    `${simulated < 0.1 ? (100 * simulated).toPrecision(2) : Math.round(100 * simulated)} %`,
    ...FIGURES.map((_, index) => difference(all.map(({ errors }) => errors[index]!))),
  ];
}

/** Whether the table can be computed: the traces are not available everywhere. */
export const TABLE_POSSIBLE = HYBRID_CASES.every(({ file }) => existsSync(file));

function compared(
  scenario: Scenario,
  replication: number,
): { readonly same: boolean; readonly share: number; readonly errors: readonly number[] } {
  const hybrid = simulate(scenario, { replication, fidelity: 'hybrid' });
  const left_out = sumOf(hybrid, ({ left_out_queries }) => left_out_queries);
  const simulated = sumOf(hybrid, ({ simulated_queries }) => simulated_queries);
  const exact = simulate(scenario, { replication });
  const errors = FIGURES.map((of) => {
    const [one, other] = [of(hybrid), of(exact)];
    return one === other ? 0 : (100 * (one - other)) / other;
  });
  return {
    same: left_out === 0 && bytes(hybrid) === bytes(exact),
    share: simulated / (simulated + left_out),
    errors,
  };
}

/** Everything except the amount of work. */
function bytes({ events_fired: _, fidelity: __, ...observed }: RunObservations): string {
  return JSON.stringify(observed, (_key, value: unknown) =>
    value instanceof Histogram ? [...value.toArray()] : value,
  );
}

function sumOf(
  { fidelity = [] }: RunObservations,
  of: (each: NonNullable<RunObservations['fidelity']>[number]) => number,
): number {
  return fidelity.reduce((sum, each) => sum + of(each), 0);
}

function difference(errors: readonly number[]): string {
  const { mean, variance } = sampleMoments(errors);
  const two = 2 * Math.sqrt(variance / errors.length);
  return `${mean < 0 ? '−' : '+'}${Math.abs(mean).toFixed(2)} ± ${two.toFixed(2)} %`;
}
