import type { AttemptRow } from '../../src/load/record/load-record.js';
import { after, type CountsRow, count, type ServerRow } from './counts-row.js';
import { hitRatios, SMALL_CACHE, WARM_UP_ROW } from './hit-ratios.js';
import type { ServerSetting } from './server.js';
import { STORM } from './storm.js';
import { WAKES, WARM_UP_AFTER_A_WAKE } from './wakes.js';

const CORE: ServerSetting = { quota_cpus: undefined, cores: '0' };
/** Far enough apart that everybody is back long before the next. */
const RESTARTS_AT_SECONDS = Array.from({ length: 10 }, (_, index) => 12 * (index + 1));
const RETRIES = 'retry: { attempts: 12, first: 50ms, factor: 2, max: 400ms, jitter: none }';

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

const RESTART: ServerRow = {
  name: 'ten restarts under load, with retries',
  seconds: 132,
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
    const began_ms = performance.now();
    let [restarting_ms, stopping_ms] = [0, 0];
    for (const at_seconds of RESTARTS_AT_SECONDS) {
      await after(at_seconds - (performance.now() - began_ms) / 1000);
      const begin_ms = performance.now();
      await server.down();
      stopping_ms += performance.now() - begin_ms;
      await server.up();
      restarting_ms += performance.now() - begin_ms;
    }
    const mean_seconds = (sum_ms: number): number => sum_ms / RESTARTS_AT_SECONDS.length / 1000;
    return { restart_seconds: mean_seconds(restarting_ms), stop_seconds: mean_seconds(stopping_ms) };
  },
  model: ({ restart_seconds }) => `proxy: absent, restart_latency: ${Math.round(restart_seconds! * 1000)}ms`,
  events: `events: [${RESTARTS_AT_SECONDS.map((at) => `{ at: ${at}s, restart: primary }`).join(', ')}]\n`,
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

const LINE: ServerRow = {
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

const WARM_UP: ServerRow = {
  ...WARM_UP_ROW,
  name: 'warm-up of the buffer cache after a restart',
  server: { ...CORE, parameters: { shared_buffers: '128MB' } },
  async prepare(server) {
    await server.down();
    await server.up();
  },
  meanwhile: (server) => hitRatios(() => server.url),
  model: () => SMALL_CACHE,
};

/** Every row that counts, in the order of the table. */
export const COUNTS_ROWS: readonly CountsRow[] = [
  REFUSED,
  STORM,
  RESTART,
  WAKES,
  LINE,
  WARM_UP,
  WARM_UP_AFTER_A_WAKE,
];

/** Seconds from its restart until each disturbed query was back, ascending. */
function recoveries(attempts: readonly AttemptRow[]): readonly number[] {
  const disturbed = new Set(
    attempts.filter(({ outcome }) => outcome !== 'completed').map(({ intended_seconds }) => intended_seconds),
  );
  return attempts
    .filter(({ outcome, intended_seconds }) => outcome === 'completed' && disturbed.has(intended_seconds))
    .map(({ ended_seconds }) => ended_seconds - RESTARTS_AT_SECONDS.findLast((at) => at <= ended_seconds)!)
    .toSorted((a, b) => a - b);
}

function quantile(sorted: readonly number[], p: number): number {
  return sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)] ?? Number.NaN;
}
