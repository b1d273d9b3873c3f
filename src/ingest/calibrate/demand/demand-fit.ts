import type { StatisticGap } from '../../../statistics/simulated-moments/matched-parameters.js';
import type { DemandFamily, DemandLaw } from './demand-law.js';
import { type MatchedLaw, matchedLaws } from './matched-laws.js';
import { SECTIONS, SectionSums } from './section-sums.js';

/** A quantile of latency as recorded, and as simulated with the demand that was found; seconds. */
export interface HeldQuantile {
  readonly p: number;
  readonly recorded_seconds: number;
  readonly simulated_seconds: number;
}

/** The demand of one load, found by simulation. */
export interface FittedDemand extends MatchedLaw {
  readonly load: string;
  readonly queries: number;
  /** Mean of the measured latencies, waiting included. */
  readonly mean_latency_seconds: number;
  readonly quantiles: readonly HeldQuantile[];
}

/** The result of fitting all loads of a recording. */
export interface DemandFit {
  readonly demands: readonly FittedDemand[];
  /** Loads without a fit, and why. */
  readonly refused: readonly { readonly load: string; readonly reason: string }[];
}

/** The recorded latencies of each load. */
export interface RecordedSums {
  readonly recorded: readonly { readonly load: string; readonly sums: SectionSums }[];
  readonly duration_seconds: number;
}

/** Called for each completed query of a simulation, with the index of its load. */
export type SimulatedQuery = (load: number, arrived_seconds: number, latency_seconds: number) => void;

/** Simulates the recorded arrivals with these demands; each replication requests a callback for its queries. */
export type SimulateDemands = (
  laws: readonly DemandLaw[],
  replication: () => SimulatedQuery,
) => Promise<void>;

/** Below this number of queries, a shape cannot be fitted. */
export const MIN_QUERIES = 200;
/** Starting point: the demand of a query is less than its latency. */
const BEGIN_SHARE = 0.3;
const BEGIN_CV = 0.7;

const HELD = [0.5, 0.9, 0.95, 0.99] as const;
/** The quantiles that families are chosen by. */
const COMPARED = Array.from({ length: 19 }, (_, step) => (step + 1) / 20);

const FAMILIES: readonly DemandFamily[] = ['lognormal', 'gamma'];

/**
 * Fits the demand of each load so that a simulation of the same arrivals reproduces the recorded latencies: the same
 * mean and the same mean logarithm. On a shared CPU, the mean determines the mean demand for any shape, and the logarithm
 * the shape. Without any waiting, these two are the moments that the estimates of lognormal and gamma distributions
 * use. The chosen family is the one whose latencies are closer to the recorded ones, quantile by quantile.
 *
 * @param confidence of the intervals, strictly between 0 and 1
 */
export async function fittedDemands(
  { recorded: all, duration_seconds }: RecordedSums,
  simulate: SimulateDemands,
  confidence: number,
  families: readonly DemandFamily[] = FAMILIES,
): Promise<DemandFit> {
  const recorded = all.map(({ sums }) => sums);
  const few = all.filter(({ sums }) => sums.count < MIN_QUERIES);
  if (few.length > 0) {
    const refused = all.map(({ load, sums }) => ({
      load,
      reason:
        sums.count < MIN_QUERIES
          ? `not enough data: ${sums.count} queries that completed, and a demand takes ${MIN_QUERIES}`
          : `not enough data of ${few.map((each) => each.load).join(', ')}, which shares the CPU with it`,
    }));
    return { demands: [], refused };
  }
  let nearest: { demands: readonly FittedDemand[]; distance: number } | undefined;
  for (const family of families) {
    const fit = await fitOf(recorded, family, { simulate, duration_seconds, confidence });
    if (fit === undefined) continue;
    const demands = all.map(({ load, sums }, index) => ({
      load,
      ...fit.laws[index]!,
      queries: sums.count,
      mean_latency_seconds: sums.mean,
      quantiles: HELD.filter((p) => sums.count * (1 - p) >= 2).map((p) => ({
        p,
        recorded_seconds: sums.latency.quantile(p),
        simulated_seconds: fit.simulated[index]!.latency.quantile(p),
      })),
    }));
    const distance = recorded.reduce((sum, own, index) => sum + distanceOf(own, fit.simulated[index]!), 0);
    if (nearest === undefined || distance < nearest.distance) nearest = { demands, distance };
  }
  if (nearest !== undefined) return { demands: nearest.demands, refused: [] };
  const reason =
    'no demand gives these latencies: the compute of the scenario is not the one that was recorded, or something else took the time';
  return { demands: [], refused: all.map(({ load }) => ({ load, reason })) };
}

interface Fitting {
  readonly simulate: SimulateDemands;
  readonly duration_seconds: number;
  readonly confidence: number;
}

/** By load: all replications together, and each. */
interface Simulated {
  readonly all: readonly SectionSums[];
  readonly each: readonly (readonly SectionSums[])[];
}

/** @returns `undefined` where no demand of the family does it */
async function fitOf(
  recorded: readonly SectionSums[],
  family: DemandFamily,
  { simulate, duration_seconds, confidence }: Fitting,
): Promise<{ laws: readonly MatchedLaw[]; simulated: readonly SectionSums[] } | undefined> {
  const sums = (): SectionSums[] => recorded.map(() => new SectionSums(duration_seconds));
  const simulated = async (laws: readonly DemandLaw[]): Promise<Simulated> => {
    const [all, each] = [sums(), [] as SectionSums[][]];
    await simulate(laws, () => {
      const own = sums();
      each.push(own);
      return (load, arrived, latency) => {
        own[load]!.add(arrived, latency);
        all[load]!.add(arrived, latency);
      };
    });
    return { all, each };
  };
  const laws = await matchedLaws({
    family,
    begin: recorded.map(({ mean }) => ({ mean_seconds: BEGIN_SHARE * mean, cv: BEGIN_CV })),
    begin_share: BEGIN_SHARE,
    gaps: async (tried) => {
      const { all, each } = await simulated(tried);
      return recorded.flatMap((own, index) =>
        gapsOf(
          own,
          all[index]!,
          each.map((replication) => replication[index]!),
        ),
      );
    },
    confidence,
  });
  return laws && { laws, simulated: (await simulated(laws.map(({ law }) => law))).all };
}

/** Of the mean latency, as a logarithm, and of the mean logarithm. */
function gapsOf(
  recorded: SectionSums,
  simulated: SectionSums,
  each: readonly SectionSums[],
): readonly StatisticGap[] {
  if (each.some(({ count }) => count === 0)) {
    // No query completed: the demand is far too large.
    const nothing = { gap: Number.NEGATIVE_INFINITY, sections: new Float64Array(SECTIONS) };
    return [nothing, nothing];
  }
  const off = (own: SectionSums, of: 'sums' | 'logs', scale: number): Float64Array =>
    Float64Array.from(
      own[of],
      (sum, section) => (SECTIONS / scale) * (sum / own.count - simulated[of][section]! / simulated.count),
    );
  const gap = (of: 'sums' | 'logs', size: number, scale: number): StatisticGap => ({
    gap: size,
    sections: off(recorded, of, scale),
    replications: each.map((own) => off(own, of, scale)),
  });
  return [
    gap('sums', Math.log(recorded.mean / simulated.mean), simulated.mean),
    gap('logs', recorded.meanLog - simulated.meanLog, 1),
  ];
}

/** Mean distance of the logarithms of quantiles. */
function distanceOf(recorded: SectionSums, simulated: SectionSums): number {
  const log = (sums: SectionSums, p: number): number => Math.log(Math.max(1e-9, sums.latency.quantile(p)));
  return (
    COMPARED.reduce((sum, p) => sum + Math.abs(log(recorded, p) - log(simulated, p)), 0) / COMPARED.length
  );
}
