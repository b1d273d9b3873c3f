import { tableLines } from '../src/report/text/fitted-table.js';
import type { CrowdResult } from './crowd.js';
import type { Machine } from './machine.js';
import type { MemoryResult } from './memory.js';
import type { SpeedResult } from './speed.js';
import type { WorkersResult } from './workers.js';

/** The results of one run of the benchmarks. */
export interface BenchmarkResult {
  readonly machine: Machine;
  readonly speed: SpeedResult | undefined;
  readonly crowd: CrowdResult | undefined;
  readonly memory: MemoryResult;
  readonly workers: WorkersResult | undefined;
}

/** One line of the result: the measured quantity, its value, and the target that it meets or misses. */
export interface Finding {
  readonly what: string;
  readonly value: string;
  readonly target: string;
  readonly met: boolean | undefined;
}

const KERNEL_TO_C = 0.35;
const MODEL_TO_KERNEL = 0.25;
/** The scaling loop costs at most a fifth of the throughput. */
const WITH_TO_WITHOUT_LOOP = 0.8;
/** Speed of two threads relative to one. */
const TWO_TO_ONE = 1.8;
const CROWD_TO_MODEL = 0.5;
const MEMORY_BYTES = 200e6;
/** The garbage collector's timing changes the peak by a few per cent. */
const MEMORY_GROWTH = 1.1;

/** Maximum width of a line of the table. */
const MAX_COLUMNS = 200;

/** The lines of the result, most important first: ratios have targets, rates depend on the machine. */
export function findings(result: BenchmarkResult): readonly Finding[] {
  return [
    ...(result.speed === undefined ? [] : speedFindings(result.speed)),
    ...(result.crowd === undefined ? [] : crowdFindings(result.crowd)),
    ...memoryFindings(result.memory),
    ...(result.workers === undefined ? [] : workersFindings(result.workers)),
  ];
}

function speedFindings(speed: SpeedResult): readonly Finding[] {
  const plain = { target: '', met: undefined };
  const { c, kernel_to_c } = speed;
  return [
    {
      what: 'M/M/1 in C, binary heap',
      value: c ? perSecond(c.customers_per_second) : 'no compiler',
      ...plain,
    },
    { what: 'M/M/1 on the kernel', value: perSecond(speed.kernel_customers_per_second), ...plain },
    {
      what: 'whole model, every statistic on',
      value: perSecond(speed.model_queries_per_second, 'queries'),
      ...plain,
    },
    ...(kernel_to_c === undefined ? [] : [atLeast('kernel / C', kernel_to_c, KERNEL_TO_C)]),
    atLeast('whole model / kernel', speed.model_to_kernel, MODEL_TO_KERNEL),
    atLeast('whole model / the same without scaling loop', speed.loop.with_to_without, WITH_TO_WITHOUT_LOOP),
  ];
}

function crowdFindings({ queries_per_second, crowd_to_model }: CrowdResult): readonly Finding[] {
  return [
    {
      what: 'whole model, 10,000 concurrent clients',
      value: perSecond(queries_per_second, 'queries'),
      target: '',
      met: undefined,
    },
    atLeast('10,000 concurrent clients / whole model', crowd_to_model, CROWD_TO_MODEL),
  ];
}

function memoryFindings({ runs }: MemoryResult): readonly Finding[] {
  const peaks = runs.map(({ queries, peak_resident_bytes }) => ({
    what: `peak resident memory, ${Math.round(queries / 1e6)} million queries`,
    value: `${Math.round(peak_resident_bytes / 1e6)} MB`,
    target: `below ${MEMORY_BYTES / 1e6} MB`,
    met: peak_resident_bytes < MEMORY_BYTES,
  }));
  const [shorter, longer] = runs;
  if (shorter === undefined || longer === undefined) return peaks;
  const growth = longer.peak_resident_bytes / shorter.peak_resident_bytes;
  const times = (longer.queries / shorter.queries).toFixed(1);
  return [...peaks, atMost(`memory of a run ${times} times as long`, growth, MEMORY_GROWTH)];
}

function workersFindings({ runs, two_to_one, two_to_one_by_cpu }: WorkersResult): readonly Finding[] {
  return [
    atLeast(`${runs} replications on two workers / on one, elapsed time`, two_to_one, TWO_TO_ONE),
    atLeast(
      'the same, were both cores free: twice the CPU time of one / of two',
      two_to_one_by_cpu,
      TWO_TO_ONE,
    ),
  ];
}

function atMost(what: string, ratio: number, most: number): Finding {
  return { what, value: `${ratio.toFixed(2)} times`, target: `at most ${most} times`, met: ratio <= most };
}

function atLeast(what: string, ratio: number, least: number): Finding {
  return { what, value: ratio.toFixed(2), target: `at least ${least}`, met: ratio >= least };
}

function perSecond(rate: number, of = 'customers'): string {
  return `${(rate / 1e6).toFixed(2)} million ${of}/s`;
}

function verdict(met: boolean | undefined): string {
  return met === undefined ? '' : met ? 'met' : 'not met';
}

/** The result for a terminal. */
export function textTable(result: BenchmarkResult): string {
  const rows = findings(result).map(({ what, value, target, met }) => [what, value, target, verdict(met)]);
  const head = ['', 'measured', 'target', ''];
  const table = tableLines({ head, rows, left: 4 }, MAX_COLUMNS).map(({ text }) => text);
  return [...table, circumstances(result)].join('\n');
}

/** The result in the form of docs/performance.md. */
export function markdownTable(result: BenchmarkResult): string {
  const rows = findings(result).map(
    ({ what, value, target, met }) =>
      `| ${what} | ${value} | ${met === undefined ? '' : `${target}: ${verdict(met)}`} |`,
  );
  return ['| | measured | target |', '|---|---|---|', ...rows, '', circumstances(result)].join('\n');
}

function circumstances({ machine, speed }: BenchmarkResult): string {
  const { node, v8, cpu, cores, platform } = machine;
  const where = `Node ${node} (V8 ${v8}) on ${platform}, ${cpu}, ${cores} cores`;
  if (speed === undefined) return `${where}.`;
  const { rounds, c, model_events_per_query, loop } = speed;
  const compiler = c === undefined ? '' : `, C by ${c.compiler} -O2`;
  return (
    `${where}${compiler}. Rates are per second of CPU time on one core, once the compiler has settled; rates and ratios are medians of ${rounds} ` +
    `${rounds === 1 ? 'round' : 'rounds'}; the whole model fires ${model_events_per_query.toFixed(2)} events a query; ` +
    `it is resized ${loop.resizes.toLocaleString('en')} times around a mean of ${loop.autoscaled_mean_cu.toFixed(2)} CU, ` +
    `and without scaling loop has ${loop.fixed_cu} CU throughout.`
  );
}
