import type { Scenario } from '../../../scenario/scenario.js';
import type { StatisticGap } from '../../../statistics/simulated-moments/matched-parameters.js';
import type { ImportedLoad } from '../../recording/imported.js';
import { type CalibratedDemands, type DemandOptions, IGNORED } from './calibrated-demands.js';
import { type FittedDemand, MIN_QUERIES } from './demand-fit.js';
import { drawnLaw } from './demand-law.js';
import { MAX_CV, MIN_CV, matchedLaws } from './matched-laws.js';
import { recordedScenario, withDemands } from './recorded-scenario.js';
import { SECTIONS, SectionSums } from './section-sums.js';

/** Executions of one load between two snapshots: their number and durations. */
export interface StatementMoments {
  readonly load: string;
  readonly calls: number;
  /** Seconds between the snapshots. */
  readonly seconds: number;
  readonly mean_seconds: number;
  /** Standard deviation ÷ mean. */
  readonly cv: number;
}

/** Simulated executions: enough for a mean with an error below a hundredth. */
const SIMULATED_QUERIES = 60_000;
const BEGIN_SHARE = 0.5;

/** How they are fitted. */
export interface StatementOptions extends Pick<DemandOptions, 'run' | 'confidence'> {
  /** Executions that each simulation has; enough of them unless given. */
  readonly simulated_queries?: number;
}

/**
 * The classes of statements as loads.
 * @param only the scenario's one load, which then represents all classes; otherwise classes and loads share names
 * @returns those whose spread is known
 */
export function statementMoments(
  loads: readonly ImportedLoad[],
  seconds: number,
  only: string | undefined,
): readonly StatementMoments[] {
  const own = loads.flatMap(({ name, traffic, cpu }): readonly StatementMoments[] => {
    if (traffic.kind !== 'rate' || cpu?.cv === undefined) return [];
    const calls = traffic.per_second * seconds;
    return [{ load: name, calls, seconds, mean_seconds: cpu.mean_seconds, cv: cpu.cv }];
  });
  if (only === undefined || own.length === 0) return own;
  const calls = own.reduce((sum, each) => sum + each.calls, 0);
  const mean_seconds = own.reduce((sum, each) => sum + each.calls * each.mean_seconds, 0) / calls;
  const square = own.reduce((sum, each) => {
    return sum + each.calls * each.mean_seconds * each.mean_seconds * (1 + each.cv * each.cv);
  }, 0);
  const cv = Math.sqrt(Math.max(0, square / calls / (mean_seconds * mean_seconds) - 1));
  return [{ load: only, calls, seconds, mean_seconds, cv }];
}

/**
 * The demands that reproduce, in a simulation of Poisson arrivals at the mean rates on the compute of the scenario, the
 * mean duration and standard deviation that `pg_stat_statements` counted. The law is lognormal: two moments fit no other.
 *
 * The random error of these moments is estimated in the simulation: over sections as long as the time between snapshots.
 */
export async function statementDemands(
  scenario: Scenario,
  all: readonly StatementMoments[],
  source: string,
  { run, confidence, simulated_queries = SIMULATED_QUERIES }: StatementOptions,
): Promise<CalibratedDemands> {
  const about = { source, span: 'server' as const };
  const calls_in_all = all.reduce((sum, { calls }) => sum + calls, 0);
  const least = MIN_QUERIES * Math.max(1, calls_in_all / simulated_queries);
  const rare = all.filter(({ calls }) => calls < least);
  const moments = all.filter(({ calls }) => calls >= least);
  const few = rare.map(({ load, calls }) => ({
    load,
    reason: `not enough data: ${Math.round(calls)} executions of ${Math.round(calls_in_all)}, and a demand takes ${Math.ceil(least)}`,
  }));
  if (moments.length === 0) return { ...about, demands: [], refused: few };
  const rate = moments.reduce((sum, { calls, seconds }) => sum + calls / seconds, 0);
  const duration_seconds = simulated_queries / rate;
  const simulated = poissonScenario(scenario, moments, duration_seconds);
  const fitted = await matchedLaws({
    family: 'lognormal',
    begin: moments.map(({ mean_seconds, cv }) => ({
      mean_seconds: BEGIN_SHARE * mean_seconds,
      cv: Math.min(MAX_CV, Math.max(2 * MIN_CV, cv)),
    })),
    begin_share: BEGIN_SHARE,
    gaps: async (laws) => {
      const sums = moments.map(() => new SectionSums(duration_seconds));
      await run(withDemands(simulated, laws.map(drawnLaw)), {
        ...IGNORED,
        query: (load, arrived, latency) => sums[load]!.add(arrived, latency),
      });
      return sums.flatMap((own, index) => gapsOf(own, moments[index]!, duration_seconds));
    },
    confidence,
  });
  if (fitted === undefined) {
    const reason =
      'no demand gives these durations at this rate: the compute of the scenario is too small or too large for them, or statements wait for something else than the CPU';
    return { ...about, demands: [], refused: [...few, ...moments.map(({ load }) => ({ load, reason }))] };
  }
  const demands = moments.map(
    ({ load, calls, mean_seconds }, index): FittedDemand => ({
      load,
      ...fitted[index]!,
      queries: Math.round(calls),
      mean_latency_seconds: mean_seconds,
      quantiles: [],
    }),
  );
  return { ...about, demands, refused: few };
}

/** The loads alone, in the server, each a Poisson process; time spent on pages has been taken off. */
function poissonScenario(
  scenario: Scenario,
  moments: readonly StatementMoments[],
  duration_seconds: number,
): Scenario {
  const nothing = new Float64Array(0);
  const bare = recordedScenario(scenario, {
    span: 'server',
    duration_seconds,
    queries: moments.map(({ load }) => ({ load, arrivals: nothing, arrived: nothing, latency: nothing })),
    table_pages: 0,
  });
  const load = bare.load.map((each, index) => {
    const { calls, seconds } = moments[index]!;
    const rate = { kind: 'constant', per_second: calls / seconds } as const;
    return { ...each, process: { kind: 'poisson', rate } as const };
  });
  return { ...bare, seed: `${scenario.seed} calibration`, load };
}

/** Of the mean and of the root of the mean square, as logarithms. */
function gapsOf(
  { sums, squares, count, mean, meanSquare }: SectionSums,
  { mean_seconds, cv, seconds }: StatementMoments,
  duration_seconds: number,
): readonly StatisticGap[] {
  // The snapshots have their own chance, the simulation has its own.
  const wider = Math.sqrt(1 + duration_seconds / seconds);
  const sections = (of: Float64Array, whole: number): Float64Array =>
    of.map((sum) => wider * (1 - (SECTIONS * sum) / (count * whole)));
  return [
    { gap: Math.log(mean_seconds / mean), sections: sections(sums, mean) },
    {
      gap: 0.5 * Math.log((mean_seconds * mean_seconds * (1 + cv * cv)) / meanSquare),
      sections: sections(squares, meanSquare).map((value) => value / 2),
    },
  ];
}
