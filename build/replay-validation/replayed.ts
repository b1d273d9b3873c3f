import { recordedScenario } from '../../src/ingest/calibrate/demand/recorded-scenario.js';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { simulate } from '../../src/simulation/simulation.js';
import { Histogram } from '../../src/statistics/histogram.js';
import { DAY_SECONDS } from './days.js';
import { fittedScenario, measurement, type ReplayMeasurement, unpackedMoments } from './measured.js';

/** Replications with separate demands: the fit's answer for such days instead of for one draw. */
const REPLICATIONS = 40;
const NOTHING = new Float64Array(0);

/** Tolerated relative difference of a figure. */
export const TOLERANCE = 0.1;

/** A figure over all judging days. */
export interface ReplayedFigure {
  readonly figure: 'mean_ms' | 'p95_ms' | 'cu_hours';
  readonly real: number;
  readonly half_width: number | null;
  readonly replayed: number;
  /** (replayed − real) ÷ real. */
  readonly error: number;
}

/** Replays the judging days with the fitted scenario and their recorded arrivals. */
export async function replayedFigures(
  { days, pooled }: ReplayMeasurement = measurement(),
  fitted = fittedScenario(),
): Promise<readonly ReplayedFigure[]> {
  const scenario = await parseScenario(fitted, { file: 'fitted.yaml' });
  const latency = new Histogram();
  let cu_seconds = 0;
  for (const { sent, left_out } of days) {
    if (sent === undefined || left_out !== undefined) continue;
    const queries = Object.entries(sent).map(([load, moments]) => ({
      ...{ load, arrivals: unpackedMoments(moments), arrived: NOTHING, latency: NOTHING },
    }));
    const day = recordedScenario(scenario, {
      ...{ source: '', scenario: undefined, span: 'client', duration_seconds: DAY_SECONDS, queries },
      ...{ table_pages: 0, cpu_asked_seconds: undefined, warnings: [] },
    });
    for (let replication = 1; replication <= REPLICATIONS; replication++) {
      // Not the seed of the load that was sent.
      const { computes } = simulate({ ...day, seed: `replay ${replication}` });
      latency.merge(computes[0]!.latency);
      cu_seconds += computes[0]!.cu_seconds / REPLICATIONS;
    }
  }
  const replayed = {
    mean_ms: latency.mean * 1000,
    p95_ms: latency.quantile(0.95) * 1000,
    cu_hours: cu_seconds / 3600,
  };
  return (['mean_ms', 'p95_ms', 'cu_hours'] as const).map((figure) => {
    const { value: real, half_width } = pooled[figure];
    return { figure, real, half_width, replayed: replayed[figure], error: replayed[figure] / real - 1 };
  });
}
