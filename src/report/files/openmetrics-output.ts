import { getOrCreate } from '../../kernel/get-or-create.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { TimelineRow } from '../../simulation/run/observation.js';
import { fileOutput } from './file-output.js';
import type { RunOutput } from './run-output.js';

interface Family {
  readonly name: string;
  readonly type: 'gauge' | 'counter';
  /** Unit in the name, if the standard has it. */
  readonly unit?: string | undefined;
  readonly help: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Whether it is also written while suspended, when the platform sends no metrics. */
  readonly always?: boolean;
  /** For a counter, the increment of the interval. */
  readonly value: (row: TimelineRow, sizes: Sizes) => number;
}

/** Sizes that metrics need. */
interface Sizes {
  readonly memory_per_cu: number;
  readonly data: Pick<Scenario['data'], 'logical_size_bytes' | 'growth_bytes_per_second'>;
}

const SQL = { job: 'sql-metrics' };
const HOST = { job: 'compute-host-metrics' };
const OWN = { job: 'neap' };

/**
 * The families: the simulated part of the platform's metrics under its names, so that its dashboards work, and
 * neap's metrics. Source of the names: platform documentation, metrics and logs reference, 2026-06-05.
 */
const FAMILIES: readonly Family[] = [
  gauge(
    'host_load1',
    'Queries that ran or waited for a processor, mean of the interval.',
    HOST,
    ({ load_mean }) => load_mean,
  ),
  gauge(
    'host_memory_total_bytes',
    'Memory of the compute at its size, mean of the interval while awake.',
    HOST,
    ({ cu_seconds, active_seconds }, { memory_per_cu }) => (cu_seconds / active_seconds) * memory_per_cu,
    'bytes',
  ),
  gauge(
    'neon_connection_counts',
    'Connections of any state, mean of the interval.',
    { ...SQL, state: 'any' },
    ({ connections_mean }) => connections_mean,
  ),
  gauge(
    'neon_db_total_size',
    'Logical size of the data, in bytes.',
    SQL,
    ({ end_seconds }, { data }) => data.logical_size_bytes + data.growth_bytes_per_second * end_seconds,
  ),
  {
    name: 'neap_compute_cu',
    type: 'gauge',
    help: 'Size in CU; 0 while suspended.',
    labels: OWN,
    always: true,
    value: ({ cu }) => cu,
  },
  counter('neap_cu_seconds', 'CU-seconds billed.', ({ cu_seconds }) => cu_seconds, 'seconds'),
  counter('neap_active_seconds', 'Active time.', ({ active_seconds }) => active_seconds, 'seconds'),
  counter('neap_queries_arrived', 'Queries that arrived.', ({ arrived }) => arrived),
  counter('neap_queries_completed', 'Queries that were answered.', ({ completed }) => completed),
  counter('neap_queries_failed', 'Queries that failed for good.', ({ failed }) => failed),
  counter('neap_connections_refused', 'Connections that were refused.', ({ refused }) => refused),
  counter('neap_wakes', 'Wakes.', ({ wakes }) => wakes),
];

function gauge(
  name: string,
  help: string,
  labels: Family['labels'],
  value: Family['value'],
  unit?: string,
): Family {
  return { name, type: 'gauge', unit, help, labels, value };
}

function counter(name: string, help: string, value: Family['value'], unit?: string): Family {
  return { name, type: 'counter', unit, help, labels: OWN, always: true, value };
}

/**
 * The timeline of a run as OpenMetrics text with time stamps, such as `promtool tsdb create-blocks-from openmetrics`
 * reads: one family after the other, one series after the other, each in the order of time.
 *
 * @throws ResultDirectoryError when the file cannot be written
 */
export function openMetricsOutput(path: string, scenario: Scenario): RunOutput {
  /** By compute: the end of each interval, and a value for each family. */
  const series = new Map<string, { readonly at: number[]; readonly values: number[][] }>();
  const { name, start_epoch_seconds, data, model } = scenario;
  const sizes = { memory_per_cu: model.memory_per_cu, data };
  return fileOutput(path, () => openMetricsText(name, start_epoch_seconds, series), {
    timeline(row) {
      const { at, values } = getOrCreate(series, row.compute, () => ({
        at: [],
        values: FAMILIES.map(() => []),
      }));
      at.push(row.end_seconds);
      for (const [place, { type, always, value }] of FAMILIES.entries()) {
        const now = always === true || row.active_seconds > 0 ? value(row, sizes) : Number.NaN;
        const before = type === 'counter' ? (values[place]!.at(-1) ?? 0) : 0;
        values[place]!.push(before + now);
      }
    },
  });
}

function openMetricsText(
  project: string,
  start_epoch_seconds: number,
  series: ReadonlyMap<
    string,
    { readonly at: readonly number[]; readonly values: readonly (readonly number[])[] }
  >,
): string {
  const lines: string[] = [];
  for (const [place, { name, type, unit, help, labels }] of FAMILIES.entries()) {
    lines.push(`# TYPE ${name} ${type}`);
    if (unit !== undefined) lines.push(`# UNIT ${name} ${unit}`);
    lines.push(`# HELP ${name} ${help}`);
    const sample = type === 'counter' ? `${name}_total` : name;
    for (const [compute, { at, values }] of series) {
      const named = labelText({
        project_id: project,
        endpoint_id: compute,
        compute_id: compute,
        ...labels,
      });
      for (const [index, value] of values[place]!.entries()) {
        if (Number.isNaN(value)) continue;
        lines.push(`${sample}${named} ${value} ${start_epoch_seconds + at[index]!}`);
      }
    }
  }
  return `${lines.join('\n')}\n# EOF\n`;
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const escaped = (value: string): string =>
    value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return `{${parts.join(',')}}`;
}
