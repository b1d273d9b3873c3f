import type { Scenario } from '../../scenario/scenario.js';
import { foreseenWork } from '../../simulation/foreseen-work.js';
import { meanInterval } from '../../statistics/confidence-interval.js';
import { inParallel, type Study } from '../engine/study.js';
import type { LoadLevel } from '../replicate/load-levels.js';
import { grownVariant, type SourcedVariant } from '../runs/scenario-source.js';
import type { ForecastPlan } from './forecast-result.js';
import type { FidelityAt, LoadLook } from './load-look.js';
import { growAlike, middleLoad, type Replications, weeklyUses } from './use-curve.js';

/** Replications at least. */
const FEWEST = 3;

/** About what a run of a busy load takes at hybrid fidelity, as a share of an exact one. */
const HYBRID = 0.18;
/** Looks between the ends besides that in the middle, about. */
const BETWEEN = 3;

/** The loads of a forecast. */
export interface ForecastLoads {
  /** Any day's, at any growth; the scenario's own is among them. */
  readonly least: number;
  readonly largest: number;
  readonly fidelityAt: FidelityAt;
  /** Whether runs are dear, however few queries they have: those of a fleet. */
  readonly dear: boolean;
}

/**
 * Looks side by side at what is looked at whatever comes out, and says how many replications it takes: three where these
 * agree well enough at both ends; of a busy load at the smallest alone, where at a larger one the second has grown as the
 * first.
 */
export function* enoughReplications(
  at: LoadLook,
  loads: ForecastLoads,
  plan: ForecastPlan,
): Study<Replications> {
  const { replications, enough, exact } = plan;
  const few = enough === undefined || exact ? replications : Math.min(FEWEST, replications);
  const isOpen = few < replications;
  yield* lookedAt(at, sureLooks(loads, few, isOpen));
  if (!isOpen) return { replications, alike: false };
  const found = yield* known(at, loads, plan, few);
  if (found.replications > few) yield* lookedAt(at, sureLooks(loads, replications, false));
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
 * Loads, and how many replications of each are looked at whatever these show.
 * @param all replications of which the figures come
 * @param isOpen whether it may turn out that there have to be more
 */
function sureLooks(
  { least, largest, fidelityAt, dear }: ForecastLoads,
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
  const few = isBusy ? 2 : dear ? FEWEST : all;
  want(least, isOpen ? all : few);
  want(largest, !isOpen ? few : isBusy ? 1 : all);
  want(middleLoad(least, largest), isBusy || dear ? 2 : all);
  return looks;
}

/** The largest loads first, which take longest; and one replication of each before others, which may show where to look on. */
function* lookedAt(at: LoadLook, looks: ReadonlyMap<number, number>): Study<void> {
  const largest = [...looks].sort(([a], [b]) => b - a);
  const first = largest.map(([factor]) => at(factor, 1));
  yield* inParallel([...first, ...largest.map(([factor, replications]) => at(factor, replications))]);
}

/**
 * What the looks of a forecast take, roughly, in exact runs of the scenario.
 * @param own the scenario as it is looked at
 */
export function foreseenRuns(
  scenario: Scenario,
  own: SourcedVariant,
  loads: ForecastLoads,
  { replications, enough }: ForecastPlan,
): number {
  const { least, largest, fidelityAt, dear } = loads;
  const all = enough === undefined ? replications : Math.min(FEWEST, replications);
  const exactly = (factor: number) => foreseenWork(grownVariant(own, factor).scenario).cpu_seconds;
  const of = (factor: number) => exactly(factor) * (fidelityAt(factor) === 'hybrid' ? HYBRID : 1);
  const looks = new Map([...sureLooks(loads, all, all < replications), [0, all]]);
  let seconds = fidelityAt(1) === 'hybrid' ? exactly(1) : 0;
  for (const [factor, times] of looks) seconds += times * of(factor);
  if (least < largest) {
    const isExpensive = dear || fidelityAt(largest) === 'hybrid';
    seconds += BETWEEN * (isExpensive ? 1 : all) * of(middleLoad(least, largest));
  }
  return seconds / foreseenWork(scenario).cpu_seconds;
}
