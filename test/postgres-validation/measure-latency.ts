import { loadavg } from 'node:os';
import { databaseAddress } from '../../src/load/database/database-address.js';
import { planLoad } from '../../src/load/send/load-plan.js';
import { observeLoad } from '../../src/load/send/observe-load.js';
import { meanHalfWidthMs, quantileHalfWidthMs } from '../../src/report/figures/run-intervals.js';
import { LatencySections } from '../../src/statistics/latency-sections.js';
import type { MeasuredLatency } from './measured.js';
import type { LatencyRow } from './rows.js';
import { scenarioOf } from './scenario-of.js';
import { RealServer } from './server.js';

/** Sends a row's load to a real server of its own. */
export async function measureLatency(row: LatencyRow, signal: AbortSignal): Promise<MeasuredLatency> {
  const { name, cpus, seconds, query, asked_cpu_ms } = row;
  const other_load = loadavg()[0]!;
  const server = await RealServer.start({
    quota_cpus: cpus < 1 ? cpus : undefined,
    cores: cpus > 1 ? '0,1' : '0',
    ...(row.tables === true && { parameters: { shared_buffers: '1GB' } }),
  });
  try {
    const scenario = await scenarioOf({ name, seconds, text: loadText(row, query(asked_cpu_ms)) });
    const sections = new LatencySections(seconds, scenario.timeline_interval_seconds);
    let [began, ended] = [0, 0];
    const plan = planLoad(scenario, { tables: row.tables === true, pooler: false });
    const seen = await observeLoad(scenario, plan, {
      database: databaseAddress(server.url, name),
      signal,
      began: () => {
        began = server.group.cpuSeconds();
      },
      observer: {
        timeline(interval) {
          sections.add(interval.start_seconds, interval.end_seconds, interval.latency);
          ended = server.group.cpuSeconds();
        },
      },
    });
    signal.throwIfAborted();
    const { record, server_version, calibration, began_ms } = seen!;
    const { latency, completed, lag } = record;
    const figure = (value: number, half_width: number | undefined) => ({
      value: value * 1000,
      half_width: half_width ?? null,
    });
    const quantile = (p: number) => figure(latency.quantile(p), quantileHalfWidthMs(sections.sections, p));
    return {
      name,
      date: new Date(began_ms).toISOString().slice(0, 10),
      server_version,
      seconds,
      queries: completed,
      cpu_ms: ((ended - began) / completed) * 1000,
      utilisation: (ended - began) / (seconds * cpus),
      round_trip_ms: calibration.round_trip_ms,
      send_lag_ms: lag.mean * 1000,
      other_load,
      latency_ms: {
        mean: figure(latency.mean, meanHalfWidthMs(sections.sections)),
        p50: quantile(0.5),
        p95: quantile(0.95),
        p99: quantile(0.99),
      },
    };
  } finally {
    await server.remove();
  }
}

/** The load of a row. @param query its demands */
export function loadText({ rate_per_second, connection }: LatencyRow, query: string): string {
  return `load:
  - name: clients
    compute: primary
    rate: ${rate_per_second}/s
    query: ${query}
    connection: ${connection}
`;
}
