import type { ComputeObservations, TimelineRow } from '../../src/simulation/run/observation.js';
import { simulate } from '../../src/simulation/simulation.js';
import { Histogram } from '../../src/statistics/histogram.js';
import type { ComputeRow, CountsRow, Given } from './counts-row.js';
import { nameOfWindow, WARM_UP_WINDOWS } from './hit-ratios.js';
import type { MeasuredCounts } from './measured.js';
import { scenarioOf } from './scenario-of.js';
import { HELD_SECONDS } from './wakes.js';

type OfWakes = Pick<ComputeObservations, 'completed' | 'wakes' | 'latency'>;

const OF_WAKES: Readonly<Record<string, (seen: OfWakes) => number>> = {
  completed: ({ completed }) => completed,
  wakes: ({ wakes }) => wakes,
  [`held for more than ${HELD_SECONDS * 1000} ms`]: ({ latency }) =>
    latency.count * (1 - latency.shareAtMost(HELD_SECONDS)),
  'longest wait for a wake, seconds': ({ latency }) => latency.max,
};

/** The simulated figures of a row, by their names in the row. */
const SIMULATED: Readonly<Record<string, (seen: ComputeObservations) => number>> = {
  ...OF_WAKES,
  refused: ({ failed_by_error }) => failed_by_error['53300'] ?? 0,
  'attempts refused (53300)': ({ failed_by_error, retried_by_error }) =>
    (failed_by_error['53300'] ?? 0) + (retried_by_error['53300'] ?? 0),
  'queries cut (57P01)': ({ retried_by_error }) => retried_by_error['57P01'] ?? 0,
  'disturbed queries': ({ disruptions }) =>
    disruptions.kept.reduce((sum, { disturbed }) => sum + disturbed, 0),
  'lost queries': ({ failed }) => failed,
  'recovery p50, seconds': ({ disruptions }) => disruptions.recovery.quantile(0.5),
  'recovery p99, seconds': ({ disruptions }) => disruptions.recovery.quantile(0.99),
  'gave up in the line': ({ failed_by_error }) => failed_by_error['query_wait_timeout'] ?? 0,
  'mean latency, ms': ({ latency }) => latency.mean * 1000,
};

/** Simulates the figures of a row with the measured durations. */
export async function simulateCounts(
  row: CountsRow,
  { given, figures }: Pick<MeasuredCounts, 'given' | 'figures'>,
): Promise<Readonly<Record<string, number>>> {
  if ('wakes_every_seconds' in row) return simulateWakes(row, row.wakes_every_seconds!, given, figures);
  const { name, seconds, cpus, events = '', model } = row;
  const load = row.simulated_load?.(given) ?? row.load;
  const suspend_timeout_seconds = 'suspend_timeout_seconds' in row ? row.suspend_timeout_seconds : undefined;
  const scenario = await scenarioOf({
    ...{ name, cpus, seconds, suspend_timeout_seconds },
    ...{ text: load + events, model: model(given) },
  });
  const rows: Pick<TimelineRow, 'start_seconds' | 'hit_ratio' | 'arrived'>[] = [];
  const observer = { timeline: (each: TimelineRow) => rows.push({ ...each }), decision: () => undefined };
  const seen = simulate(scenario, { observer }).computes[0]!;
  const ratios = hitRatios(rows);
  const value = (figure: string): number => SIMULATED[figure]?.(seen) ?? ratios[figure] ?? Number.NaN;
  return Object.fromEntries(Object.keys(figures).map((figure) => [figure, value(figure)]));
}

/** Simulates a compute that wakes several times: each wake, and the time until the next, with its measured length. */
async function simulateWakes(
  row: CountsRow,
  every_seconds: number,
  given: Given,
  figures: MeasuredCounts['figures'],
): Promise<Readonly<Record<string, number>>> {
  const { name, seconds, cpus, load, model } = row;
  const { suspend_timeout_seconds } = row as ComputeRow;
  const lengths = given['wakes_seconds'] as readonly number[];
  const latency = new Histogram();
  let wakes = 0;
  for (const [wake, length] of lengths.entries()) {
    const scenario = await scenarioOf({
      ...{ name, cpus, seconds, suspend_timeout_seconds },
      ...{ text: load, model: model({ ...given, wakes_seconds: length }) },
    });
    const query = (_load: number, arrived: number, latency_seconds: number): void => {
      if (Math.floor(arrived / every_seconds) === wake) latency.add(latency_seconds);
    };
    const observer = { timeline: () => undefined, decision: () => undefined, query };
    wakes += simulate(scenario, { observer }).computes[0]!.wakes / lengths.length;
  }
  const seen = { completed: latency.count, wakes, latency };
  return Object.fromEntries(
    Object.keys(figures).map((figure) => [figure, OF_WAKES[figure]?.(seen) ?? Number.NaN]),
  );
}

/** Hit ratios by window; every query reads the same number of pages. */
function hitRatios(
  rows: readonly Pick<TimelineRow, 'start_seconds' | 'hit_ratio' | 'arrived'>[],
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    WARM_UP_WINDOWS.map((bounds) => {
      const [from, until] = bounds;
      let [hits, reads] = [0, 0];
      for (const { start_seconds, hit_ratio, arrived } of rows) {
        if (start_seconds < from || start_seconds >= until) continue;
        reads += arrived;
        hits += (hit_ratio ?? 0) * arrived;
      }
      return [nameOfWindow(bounds), hits / reads];
    }),
  );
}
