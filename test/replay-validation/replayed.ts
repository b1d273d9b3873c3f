import type { Distribution } from '../../src/kernel/distribution.js';
import { recordedScenario, withDemands } from '../../src/planner/calibrate/demand/recorded-scenario.js';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import type { Scenario } from '../../src/scenario/scenario.js';
import { simulate } from '../../src/simulation/simulation.js';
import { Histogram } from '../../src/statistics/histogram.js';
import { DAY_SECONDS } from './days.js';
import {
  fittedScenario,
  type MeasuredDay,
  measurement,
  type ReplayMeasurement,
  unpackedMoments,
} from './measured.js';

/** With demands of their own each: what the fit says of such days, and not of one draw of them. */
const REPLICATIONS = 40;
const NOTHING = new Float64Array(0);

/** What is compared, and how near it is to be. */
export const TOLERANCE = 0.1;

/** A figure of all days that judge. */
export interface ReplayedFigure {
  readonly figure: 'mean_ms' | 'p95_ms' | 'cu_hours';
  readonly real: number;
  readonly half_width: number | null;
  readonly replayed: number;
  /** (replayed − real) ÷ real. */
  readonly error: number;
  /** The same with the demands as they were fitted, whatever the machine's speed was on the days that judge. */
  readonly error_as_fitted: number;
}

const FIGURES = ['mean_ms', 'p95_ms', 'cu_hours'] as const;
type Figures = Readonly<Record<(typeof FIGURES)[number], number>>;

/** The days that judge, replayed by the fitted scenario with the arrivals that they had. */
export async function replayedFigures(
  { days, pooled }: ReplayMeasurement = measurement(),
  fitted = fittedScenario(),
): Promise<readonly ReplayedFigure[]> {
  const scenario = await parseScenario(fitted, { file: 'fitted.yaml' });
  const as_fitted = replay(scenario, days);
  const replayed = replay(atSpeed(scenario, workTime(days)), days);
  return FIGURES.map((figure) => {
    const { value: real, half_width } = pooled[figure];
    const [error, error_as_fitted] = [replayed, as_fitted].map((each) => each[figure] / real - 1) as [
      number,
      number,
    ];
    return { figure, real, half_width, replayed: replayed[figure], error, error_as_fitted };
  });
}

/**
 * How much more CPU time the same work took on the days that judge than on those that were fitted to: what the machine
 * was slower by, not what queries asked for.
 */
export function workTime(days: readonly MeasuredDay[]): number {
  const of = (role: MeasuredDay['role']): number => {
    let [taken, asked] = [0, 0];
    for (const day of days) {
      if (day.role !== role || day.left_out !== undefined) continue;
      taken += day.queries * day.cpu_ms_per_query;
      asked += day.queries * day.cpu_asked_ms_per_query;
    }
    return taken / asked;
  };
  return of('judged') / of('fitted');
}

function atSpeed(scenario: Scenario, factor: number): Scenario {
  return withDemands(
    scenario,
    scenario.load.map(({ query }) => multiple(query.cpu_seconds, factor)),
  );
}

/** A demand as `neap calibrate` fits it, times a factor. */
function multiple(demand: Distribution, factor: number): Distribution {
  if (demand.kind !== 'lognormal') throw new Error(`${demand.kind} was not expected of a fit`);
  return { ...demand, mu: demand.mu + Math.log(factor) };
}

function replay(scenario: Scenario, days: readonly MeasuredDay[]): Figures {
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
      // Not the seed by which the day was sent.
      const { computes } = simulate({ ...day, seed: `replay ${replication}` });
      latency.merge(computes[0]!.latency);
      cu_seconds += computes[0]!.cu_seconds / REPLICATIONS;
    }
  }
  return {
    mean_ms: latency.mean * 1000,
    p95_ms: latency.quantile(0.95) * 1000,
    cu_hours: cu_seconds / 3600,
  };
}
