import type { AttemptRow } from '../../src/load/record/load-record.js';
import type { RealServer, ServerSetting } from './server.js';

/** What a real run has shown: to a row that counts. */
export interface SeenCounts {
  readonly completed: number;
  readonly failed_by_error: Readonly<Record<string, number>>;
  readonly retried_by_error: Readonly<Record<string, number>>;
  readonly attempts: readonly AttemptRow[];
  readonly mean_ms: number;
  readonly cpu_seconds: number;
  /** What the row has noted meanwhile. */
  readonly noted: Readonly<Record<string, number>>;
}

/** A row about something else than latency: what was refused, cut or gave up, and how long it took to be back. */
export interface CountsRow {
  readonly name: string;
  readonly seconds: number;
  /** CPU of the compute in the simulator. */
  readonly cpus: 0.25 | 0.5 | 1;
  readonly server: ServerSetting;
  /** PgBouncer's settings, where clients go through one. */
  readonly pooler?: Readonly<Record<string, string>>;
  readonly tables?: boolean;
  /** The loads, as YAML. */
  readonly load: string;
  /** Before the load, and while it is sent; what it returns the simulation is told. */
  readonly prepare?: (server: RealServer) => Promise<void>;
  readonly meanwhile?: (server: RealServer) => Promise<Readonly<Record<string, number>>>;
  /** Constants of the model, as YAML of one line, and what else the scenario has. */
  readonly model: (given: Readonly<Record<string, number>>) => string;
  readonly events?: string;
  /** The figures that are compared, of the real run. */
  readonly figures: (
    seen: SeenCounts,
  ) => Readonly<Record<string, { value: number; half_width: number | null }>>;
}

const Z = 1.959964;
const count = (value: number) => ({ value, half_width: Z * Math.sqrt(Math.max(1, value)) });

const CORE: ServerSetting = { quota_cpus: undefined, cores: '0' };
const RESTART_AT_SECONDS = 20;
const RETRIES = 'retry: { attempts: 12, first: 50ms, factor: 2, max: 400ms, jitter: none }';

const REFUSED: CountsRow = {
  name: 'more connections than max_connections: 53300',
  seconds: 90,
  cpus: 1,
  server: { ...CORE, parameters: { max_connections: '30', superuser_reserved_connections: '0' } },
  load: `load:
  - name: lambdas
    compute: primary
    rate: 36/s
    query: { cpu: 1ms, wait: { exponential: { mean: 1s } } }
    connection: { kind: per_query }
`,
  model: () => 'max_connections: 30',
  figures: ({ completed, failed_by_error }) => ({
    refused: count(failed_by_error['53300'] ?? 0),
    completed: count(completed),
  }),
};

const RESTART: CountsRow = {
  name: 'a restart under load, with retries',
  seconds: 40,
  cpus: 1,
  server: CORE,
  load: `load:
  - name: clients
    compute: primary
    rate: 80/s
    query: { cpu: { exponential: { mean: 4ms } }, wait: { exponential: { mean: 20ms } } }
    connection: { kind: pool, size: 20 }
    ${RETRIES}
`,
  async meanwhile(server) {
    await after(RESTART_AT_SECONDS);
    const began = performance.now();
    await server.down();
    const stopped = performance.now();
    await server.up();
    return {
      restart_seconds: (performance.now() - began) / 1000,
      stop_seconds: (stopped - began) / 1000,
    };
  },
  model: ({ restart_seconds }) => `proxy: absent, restart_latency: ${Math.round(restart_seconds! * 1000)}ms`,
  events: `events: [{ at: ${RESTART_AT_SECONDS}s, restart: primary }]\n`,
  figures: ({ attempts, retried_by_error, failed_by_error }) => {
    const back = recoveries(attempts);
    return {
      'queries cut (57P01)': count(retried_by_error['57P01'] ?? 0),
      'disturbed queries': count(back.length),
      'lost queries': count(Object.values(failed_by_error).reduce((sum, each) => sum + each, 0)),
      'recovery p50, seconds': { value: quantile(back, 0.5), half_width: null },
      'recovery p99, seconds': { value: quantile(back, 0.99), half_width: null },
    };
  },
};

const LINE: CountsRow = {
  name: "PgBouncer's line and its timeout",
  seconds: 90,
  cpus: 1,
  server: CORE,
  pooler: { pool_mode: 'transaction', default_pool_size: '5', query_wait_timeout: '1' },
  load: `load:
  - name: clients
    compute: primary
    rate: 50/s
    query: { cpu: 1ms, wait: { exponential: { mean: 110ms } } }
    connection: { kind: pool, size: 200, via: pooler }
`,
  model: () => 'max_connections: 10, pooler_pool_share: 0.5, query_wait_timeout: 1s',
  figures: ({ completed, failed_by_error, mean_ms }) => ({
    'gave up in the line': count(failed_by_error['query_wait_timeout'] ?? 0),
    completed: count(completed),
    'mean latency, ms': { value: mean_ms, half_width: null },
  }),
};

/** Windows in which hit ratios are taken, in seconds. */
export const WARM_UP_WINDOWS = [
  [0, 5],
  [5, 15],
  [15, 30],
  [30, 60],
] as const;
/** How far a hit ratio may be off: two points. */
const HIT_RATIO_POINTS = 0.02;

const WARM_UP: CountsRow = {
  name: 'warm-up of the buffer cache after a restart',
  seconds: 61,
  cpus: 1,
  server: { ...CORE, parameters: { shared_buffers: '128MB' } },
  tables: true,
  load: `load:
  - name: clients
    compute: primary
    rate: 60/s
    query: { cpu: 0s, pages: 50, working_set: 256MiB, popularity: { zipf: 0.8 } }
    connection: { kind: pool, size: 10 }
`,
  async prepare(server) {
    await server.down();
    await server.up();
  },
  async meanwhile(server) {
    const began = performance.now();
    // What making the table has counted outlives the restart.
    const counts = [await server.blocks('neap_load', 'pages')];
    for (const [, until] of WARM_UP_WINDOWS) {
      await after(until - (performance.now() - began) / 1000);
      counts.push(await server.blocks('neap_load', 'pages'));
    }
    return Object.fromEntries(
      WARM_UP_WINDOWS.map(([from, until], window) => {
        const [hits, reads] = [0, 1].map((place) => counts[window + 1]![place]! - counts[window]![place]!);
        return [`hit ratio, ${from} to ${until} s`, hits! / (hits! + reads!)];
      }),
    );
  },
  model: () => 'file_cache_per_cu: 128MiB, page_miss_latency: 0s, page_reads_per_second: unlimited',
  figures: ({ noted }) =>
    Object.fromEntries(
      Object.entries(noted).map(([name, value]) => [name, { value, half_width: HIT_RATIO_POINTS }]),
    ),
};

/** Every row that counts, in the order of the table. */
export const COUNTS_ROWS: readonly CountsRow[] = [REFUSED, RESTART, LINE, WARM_UP];

function after(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

/** Seconds from the restart until each disturbed query was back, ascending. */
function recoveries(attempts: readonly AttemptRow[]): readonly number[] {
  const disturbed = new Set(
    attempts.filter(({ outcome }) => outcome !== 'completed').map(({ intended_seconds }) => intended_seconds),
  );
  return attempts
    .filter(({ outcome, intended_seconds }) => outcome === 'completed' && disturbed.has(intended_seconds))
    .map(({ ended_seconds }) => ended_seconds - RESTART_AT_SECONDS)
    .toSorted((a, b) => a - b);
}

function quantile(sorted: readonly number[], p: number): number {
  return sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)] ?? Number.NaN;
}
