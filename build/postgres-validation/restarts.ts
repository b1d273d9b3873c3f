import type { AttemptRow } from '../../src/load/record/load-record.js';
import { after, count, listed, type ServerRow } from './counts-row.js';
import { connectionModel, sessionCosts } from './session-costs.js';

/** Interval that lets every client recover long before the next restart. */
const EVERY_SECONDS = 12;
const RESTARTS_AT_SECONDS = Array.from({ length: 10 }, (_, index) => EVERY_SECONDS * (index + 1));
const ASKED_CPU_SECONDS = 0.004;

/** Clients that retry while their server is restarted. */
export const RESTART: ServerRow = {
  name: 'ten restarts under load, with retries',
  seconds: 132,
  cpus: 1,
  server: { quota_cpus: undefined, cores: '0' },
  load: loadOf(ASKED_CPU_SECONDS),
  simulated_load: ({ query_cpu_seconds = ASKED_CPU_SECONDS }) => loadOf(Number(query_cpu_seconds)),
  // Only until the first restart: later CPU time includes the start of servers and sessions.
  cpu_until_seconds: EVERY_SECONDS,
  prepare: async (server) => ({ ...(await sessionCosts(server)) }),
  async meanwhile(server) {
    const began_ms = performance.now();
    const restarts_seconds: number[] = [];
    for (const at_seconds of RESTARTS_AT_SECONDS) {
      await after(at_seconds - (performance.now() - began_ms) / 1000);
      const begin_ms = performance.now();
      await server.down();
      await server.up();
      restarts_seconds.push(Math.round(performance.now() - begin_ms) / 1000);
    }
    return { restarts_seconds };
  },
  model: ({ restarts_seconds, connection_cpu_seconds, session_end_seconds, round_trip_seconds }) =>
    [
      'proxy: absent',
      `restart_latency: ${listed(restarts_seconds ?? 0.145)}`,
      `round_trip_latency: ${us(round_trip_seconds)}`,
      connectionModel(connection_cpu_seconds),
      `session_end_latency: ${us(session_end_seconds)}`,
    ].join(', '),
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

function loadOf(cpu_seconds: number): string {
  return `load:
  - name: clients
    compute: primary
    rate: 80/s
    query: { cpu: { exponential: { mean: ${us(cpu_seconds)} } }, wait: { exponential: { mean: 20ms } } }
    connection: { kind: pool, size: 20 }
    retry: { attempts: 12, first: 50ms, factor: 2, max: 400ms, jitter: none }
`;
}

function us(seconds: unknown): string {
  return `${Math.round(Number(seconds ?? 0) * 1e6)}us`;
}

/** Seconds from a restart until each disturbed query was back, ascending. */
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
