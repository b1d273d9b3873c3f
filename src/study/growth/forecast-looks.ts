import type { Scenario } from '../../scenario/scenario.js';
import { foreseenWork } from '../../simulation/foreseen-work.js';
import { meanInterval } from '../../statistics/confidence-interval.js';
import { inParallel, type Study } from '../engine/study.js';
import type { LoadLevel } from '../replicate/load-levels.js';
import { grownVariant, type Variant } from '../runs/variant.js';
import type { ForecastPlan } from './forecast-result.js';
import type { FidelityAt, LoadLook } from './load-look.js';
import { growAlike, middleLoad, type Replications, weeklyUses } from './use-curve.js';

const MIN_REPLICATIONS = 3;

/** Approximate time of a run of a busy load at hybrid fidelity, as a share of an exact one. */
const HYBRID_COST_SHARE = 0.18;
/** Approximate number of looks between the ends, in addition to the middle. */
const INNER_LOOKS = 3;

export interface ForecastLoads {
  /** The smallest load of any day, at any growth; the scenario's load is within the range. */
  readonly least: number;
  readonly largest: number;
  readonly fidelityAt: FidelityAt;
  /** Whether runs are expensive regardless of their number of queries, as those of a fleet are. */
  readonly expensive: boolean;
}

/**
 * Simulates in parallel the loads that are needed in any case, and returns the number of replications: three if these
 * agree well enough at both ends. For a busy load only the smallest is checked, if at a larger one the second
 * replication has grown like the first.
 */
export function* enoughReplications(
  at: LoadLook,
  loads: ForecastLoads,
  plan: ForecastPlan,
): Study<Replications> {
  const { replications, enough, exact } = plan;
  const few = enough === undefined || exact ? replications : Math.min(MIN_REPLICATIONS, replications);
  const isOpen = few < replications;
  yield* simulateLoads(at, sureLooks(loads, few, isOpen));
  if (!isOpen) return { replications, alike: false };
  const found = yield* known(at, loads, plan, few);
  if (found.replications > few) yield* simulateLoads(at, sureLooks(loads, replications, false));
  return found;
}

function* known(
  at: LoadLook,
  { least, largest }: ForecastLoads,
  { replications, enough, confidence }: ForecastPlan,
  few: number,
): Study<Replications> {
  const all = { replications, alike: false };
  const isKnown = (level: LoadLevel): boolean => {
    const { mean, half_width } = meanInterval(weeklyUses(level), confidence);
    return half_width <= enough! * mean;
  };
  const first = yield* at(least, few);
  if (!isKnown(first)) return all;
  const isBusy = (yield* at(largest, 1)).fidelity === 'hybrid';
  if (isBusy && growAlike(first, yield* at(middleLoad(least, largest), 2), enough!)) {
    return { replications: few, alike: true };
  }
  return isKnown(yield* at(largest, few)) ? { replications: few, alike: false } : all;
}

/**
 * The loads, and the replications of each, that are simulated in any case.
 * @param all number of replications behind the figures
 * @param isOpen whether more may turn out to be needed
 */
function sureLooks(
  { least, largest, fidelityAt, expensive }: ForecastLoads,
  all: number,
  isOpen: boolean,
): ReadonlyMap<number, number> {
  const looks = new Map<number, number>();
  const want = (factor: number, replications: number): void => {
    looks.set(factor, Math.max(Math.min(replications, all), looks.get(factor) ?? 0));
  };
  want(1, all);
  if (least === largest) return looks;
  const isBusy = fidelityAt(largest) === 'hybrid';
  const few = isBusy ? 2 : expensive ? MIN_REPLICATIONS : all;
  want(least, isOpen ? all : few);
  want(largest, !isOpen ? few : isBusy ? 1 : all);
  want(middleLoad(least, largest), isBusy || expensive ? 2 : all);
  return looks;
}

/** The largest loads first, which take longest; and one replication of each first, to find where more are needed. */
function* simulateLoads(at: LoadLook, looks: ReadonlyMap<number, number>): Study<void> {
  const largest = [...looks].sort(([a], [b]) => b - a);
  const first = largest.map(([factor]) => at(factor, 1));
  yield* inParallel([...first, ...largest.map(([factor, replications]) => at(factor, replications))]);
}

/**
 * The approximate effort of a forecast's looks, in exact runs of the scenario.
 * @param own the scenario as it is simulated
 */
export function foreseenRuns(
  scenario: Scenario,
  own: Variant,
  loads: ForecastLoads,
  { replications, enough }: ForecastPlan,
): number {
  const { least, largest, fidelityAt, expensive } = loads;
  const all = enough === undefined ? replications : Math.min(MIN_REPLICATIONS, replications);
  const exactly = (factor: number) => foreseenWork(grownVariant(own, factor).scenario).cpu_seconds;
  const of = (factor: number) => exactly(factor) * (fidelityAt(factor) === 'hybrid' ? HYBRID_COST_SHARE : 1);
  const looks = new Map([...sureLooks(loads, all, all < replications), [0, all]]);
  let seconds = fidelityAt(1) === 'hybrid' ? exactly(1) : 0;
  for (const [factor, times] of looks) seconds += times * of(factor);
  if (least < largest) {
    const isExpensive = expensive || fidelityAt(largest) === 'hybrid';
    seconds += INNER_LOOKS * (isExpensive ? 1 : all) * of(middleLoad(least, largest));
  }
  return seconds / foreseenWork(scenario).cpu_seconds;
}
