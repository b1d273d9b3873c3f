import { simulate } from '../../src/simulation/simulation.js';
import { Histogram } from '../../src/statistics/histogram.js';
import { loadText } from './measure-latency.js';
import type { MeasuredLatency } from './measured.js';
import type { LatencyRow } from './rows.js';
import { scenarioOf } from './scenario-of.js';

/**
 * The simulated latencies of a row, with the measured CPU time and round trip, in milliseconds. A sender without a
 * separate core adds work to the server's cores, a little before and after each query. If the machine's speed varied,
 * each part of the run is simulated at the speed of that part.
 */
export async function simulateLatency(
  row: LatencyRow,
  measured: MeasuredLatency,
): Promise<Readonly<Record<'mean' | 'p50' | 'p95' | 'p99', number>>> {
  const { cpu_ms, cpu_ms_by_section = [cpu_ms], seconds } = measured;
  const width = seconds / cpu_ms_by_section.length;
  const latency = new Histogram();
  for (const [section, each] of cpu_ms_by_section.entries()) {
    const until = (section + 1) * width;
    latency.merge(await latencyBetween(until - width, until, row, { ...measured, cpu_ms: each }));
  }
  return {
    mean: latency.mean * 1000,
    p50: latency.quantile(0.5) * 1000,
    p95: latency.quantile(0.95) * 1000,
    p99: latency.quantile(0.99) * 1000,
  };
}

/** Latencies of queries that are answered between two times. */
async function latencyBetween(
  from: number,
  seconds: number,
  row: LatencyRow,
  { cpu_ms, sender_cpu_ms = 0, round_trip_ms, send_lag_ms }: MeasuredLatency,
): Promise<Histogram> {
  const { name, cpus, query, simulated_query = query } = row;
  // The delay that the driver and the sender added to each latency of that run.
  const model = `round_trip_latency: ${Math.round((round_trip_ms + send_lag_ms) * 1000)}us`;
  const text = loadText(row, simulated_query(cpu_ms + sender_cpu_ms));
  const scenario = await scenarioOf({ name, cpus, seconds, text, model });
  const latency = new Histogram();
  simulate(scenario, {
    observer: {
      timeline: () => undefined,
      decision: () => undefined,
      query(_load, arrived_seconds, latency_seconds) {
        if (arrived_seconds + latency_seconds >= from) latency.add(latency_seconds);
      },
    },
  });
  return latency;
}
