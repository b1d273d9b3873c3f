import { type CountsRow, count, listed, type ServerRow } from './counts-row.js';
import { hitRatios, SMALL_CACHE, WARM_UP_ROW } from './hit-ratios.js';
import { RESTART } from './restarts.js';
import type { ServerSetting } from './server.js';
import { STORM } from './storm.js';
import { WAKES, WARM_UP_AFTER_A_WAKE } from './wakes.js';

const CORE: ServerSetting = { quota_cpus: undefined, cores: '0' };
const REFUSED: ServerRow = {
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

function lineOf(cpu_seconds: number): string {
  return `load:
  - name: clients
    compute: primary
    rate: 50/s
    query: { cpu: ${Math.round(cpu_seconds * 1e6)}us, wait: { exponential: { mean: 110ms } } }
    connection: { kind: pool, size: 200, via: pooler }
`;
}

const LINE: ServerRow = {
  name: "PgBouncer's line and its timeout",
  seconds: 90,
  cpus: 1,
  server: CORE,
  pooler: { pool_mode: 'transaction', default_pool_size: '5', query_wait_timeout: '1' },
  load: lineOf(0.001),
  simulated_load: ({ query_cpu_seconds = 0.001 }) => lineOf(Number(query_cpu_seconds)),
  cpu_until_seconds: 90,
  model: ({ round_trip_seconds = 0 }) =>
    `max_connections: 10, pooler_pool_share: 0.5, query_wait_timeout: 1s, round_trip_latency: ${listed(round_trip_seconds)}`,
  figures: ({ completed, failed_by_error, mean_ms }) => ({
    'gave up in the line': count(failed_by_error['query_wait_timeout'] ?? 0),
    completed: count(completed),
    'mean latency, ms': { value: mean_ms, half_width: null },
  }),
};

const WARM_UP: ServerRow = {
  ...WARM_UP_ROW,
  name: 'warm-up of the buffer cache after a restart',
  server: { ...CORE, parameters: { shared_buffers: '128MB' } },
  async prepare(server) {
    await server.down();
    await server.up();
    return {};
  },
  meanwhile: (server) => hitRatios(() => server.url),
  model: () => SMALL_CACHE,
};

/** Every row of counts, in the order of the table. */
export const COUNTS_ROWS: readonly CountsRow[] = [
  REFUSED,
  STORM,
  RESTART,
  WAKES,
  LINE,
  WARM_UP,
  WARM_UP_AFTER_A_WAKE,
];
