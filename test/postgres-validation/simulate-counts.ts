import type { ComputeObservations } from '../../src/simulation/run/observation.js';
import { simulate } from '../../src/simulation/simulation.js';
import type { CountsRow } from './counts.js';
import type { MeasuredCounts } from './measured.js';
import { scenarioOf } from './scenario-of.js';

/** What the simulator says of the figures of a row, by the names that they have there. */
const SIMULATED: Readonly<Record<string, (seen: ComputeObservations) => number>> = {
  refused: ({ failed_by_error }) => failed_by_error['53300'] ?? 0,
  completed: ({ completed }) => completed,
  'queries cut (57P01)': ({ retried_by_error }) => retried_by_error['57P01'] ?? 0,
  'disturbed queries': ({ disruptions }) => disruptions.kept[0]?.disturbed ?? 0,
  'lost queries': ({ failed }) => failed,
  'recovery p50, seconds': ({ disruptions }) => disruptions.recovery.quantile(0.5),
  'recovery p99, seconds': ({ disruptions }) => disruptions.recovery.quantile(0.99),
  'gave up in the line': ({ failed_by_error }) => failed_by_error['query_wait_timeout'] ?? 0,
  'mean latency, ms': ({ latency }) => latency.mean * 1000,
};

/** The figures of a row in the simulator, which is told the durations that were measured. */
export async function simulateCounts(
  row: CountsRow,
  { given, figures }: Pick<MeasuredCounts, 'given' | 'figures'>,
): Promise<Readonly<Record<string, number>>> {
  const { name, seconds, cpus, load, events = '', model } = row;
  const scenario = await scenarioOf({ name, cpus, seconds, text: load + events, model: model(given) });
  const seen = simulate(scenario).computes[0]!;
  return Object.fromEntries(Object.keys(figures).map((figure) => [figure, SIMULATED[figure]!(seen)]));
}
