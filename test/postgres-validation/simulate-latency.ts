import { simulate } from '../../src/simulation/simulation.js';
import { loadText } from './measure-latency.js';
import type { MeasuredLatency } from './measured.js';
import type { LatencyRow } from './rows.js';
import { scenarioOf } from './scenario-of.js';

/**
 * The latencies of a row in the simulator, which is told the CPU time and the round trip that were measured, in
 * milliseconds. A sender without a core of its own is more work for the cores of the server: a little of it before each
 * query and after.
 */
export async function simulateLatency(
  row: LatencyRow,
  { cpu_ms, sender_cpu_ms = 0, seconds, round_trip_ms, send_lag_ms }: MeasuredLatency,
): Promise<Readonly<Record<'mean' | 'p50' | 'p95' | 'p99', number>>> {
  const { name, cpus, query, simulated_query = query } = row;
  // What the driver and the sender added to each latency of that run.
  const model = `round_trip_latency: ${Math.round((round_trip_ms + send_lag_ms) * 1000)}us`;
  const text = loadText(row, simulated_query(cpu_ms + sender_cpu_ms));
  const scenario = await scenarioOf({ name, cpus, seconds, text, model });
  const { latency } = simulate(scenario).computes[0]!;
  return {
    mean: latency.mean * 1000,
    p50: latency.quantile(0.5) * 1000,
    p95: latency.quantile(0.95) * 1000,
    p99: latency.quantile(0.99) * 1000,
  };
}
