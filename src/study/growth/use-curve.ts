import { sampleMoments } from '../../statistics/sample-moments.js';
import { type Begun, inParallel, join, type Study } from '../engine/study.js';
import type { LoadLevel } from '../replicate/load-levels.js';
import { roundedFactor } from './breaking-load.js';
import { cuHoursADay } from './day-curve.js';
import type { LoadLook } from './load-look.js';

/** Measured error of interpolation between two levels. */
export interface InterpolationCheck {
  /** Loads that were simulated in between, each compared with the straight line before it joined the levels. */
  readonly checks: number;
  /** The largest accepted error, as a share of the simulated value. */
  readonly error: number;
}

/** Use at a level of load that was simulated. */
export interface LevelUse {
  /** Multiple of the scenario's load; 0 is the use without any growing load. */
  readonly load_factor: number;
  /**
   * By replication, seven each: from Monday to Sunday. A replication that was not simulated at a load is interpolated,
   * with the deviation from the straight line of those that were.
   */
  readonly cu_hours_a_day: readonly (readonly number[])[];
}

/** Replications, and whether a second one of a busy load is known to grow like the first. */
export interface Replications {
  readonly replications: number;
  readonly alike: boolean;
}

interface Refinement {
  /** The number of replications, once it is known. */
  readonly enough: Begun<Replications>;
  /** Whether runs are expensive, regardless of their number of queries. */
  readonly expensive: boolean;
  /** As a share of the CU-hours. */
  readonly tolerance: number;
  /** Simulated loads in between, at most. */
  readonly most: number;
}

/** The load half way from one to another as loads grow. */
export function middleLoad(least: number, largest: number): number {
  return roundedFactor(Math.sqrt(least * largest));
}

/**
 * Simulates levels of load from one to another until straight lines between them are good enough: the middle of each
 * gap is simulated and compared with the line, and if they differ by more, both halves are simulated, in parallel.
 * If halving has shown how much closer it brings the lines, and another halving would be enough, the halves are
 * not simulated.
 *
 * If runs are expensive, as those of a busy load and of a fleet, the first replication shows how far the lines are off,
 * before the number of replications is known; a second one confirms it at one level, or else all of them are simulated.
 * The tenants of a fleet are the same in each.
 *
 * @param least smallest load, above 0
 */
export function* refinedLevels(
  at: LoadLook,
  least: number,
  largest: number,
  { enough, tolerance, most, expensive }: Refinement,
): Study<InterpolationCheck> {
  if (largest === least) return { checks: 0, error: 0 };
  const isExpensive = expensive || (yield* at(largest, 1)).fidelity === 'hybrid';
  const between = new Set<number>();
  const look: LoadLook = (factor, n) => {
    between.add(factor);
    return at(factor, n);
  };
  const refinedCurve = (look: LoadLook, replications: number) =>
    refined(look, least, largest, { replications, tolerance, most });
  if (!isExpensive) return yield* refinedCurve(at, (yield* join(enough)).replications);
  const shown = yield* refinedCurve(look, 1);
  const { replications, alike } = yield* join(enough);
  if (alike || replications === 1) return shown;
  // The error of the lines is expected to be largest in the middle.
  const middle = middleLoad(least, largest);
  const use = function* (factor: number, replication: number): Study<number> {
    return weekly({ runs: [(yield* at(factor, 2)).runs[replication]!] });
  };
  const off = function* (replication: number): Study<number> {
    const low = yield* use(least, replication);
    const found = yield* use(middle, replication);
    const high = yield* use(largest, replication);
    return found / (low + ((middle - least) / (largest - least)) * (high - low));
  };
  const differ = Math.abs((yield* off(1)) / (yield* off(0)) - 1);
  if (!(differ <= tolerance)) {
    yield* inParallel([...between].map((factor) => at(factor, replications)));
    return yield* refinedCurve(at, replications);
  }
  return { checks: shown.checks, error: Math.max(shown.error, differ) };
}

/** A gap between two levels, the expected error of its line, and the error of the gap that it is half of. */
interface Gap {
  readonly from: number;
  readonly to: number;
  readonly error: number;
  readonly before: number | undefined;
}

/** A simulation of the middle of a gap. */
interface GapLook extends Pick<Gap, 'from' | 'to' | 'before'> {
  readonly middle: number;
  /** Error of the line across the gap, as a share. */
  readonly off: number;
}

/** By this halving a gap of a smooth curve brings the lines closer. */
const HALVING_FACTOR = 1 / 4;

function* refined(
  at: LoadLook,
  least: number,
  largest: number,
  { replications, tolerance, most }: { replications: number } & Omit<Refinement, 'enough' | 'expensive'>,
): Study<InterpolationCheck> {
  const gaps: Gap[] = [{ from: least, to: largest, error: 0, before: undefined }];
  let [checks, error] = [0, 0];
  while (gaps.length > 0 && checks < most) {
    gaps.sort((a, b) => b.to / b.from - a.to / a.from);
    // Each gap is simulated sooner or later, in parallel; if there are too many, the largest first.
    const next = gaps.splice(0, most - checks);
    const looks = yield* inParallel(
      next.map(function* ({ from, to, before }): Study<GapLook> {
        const middle = middleLoad(from, to);
        const [low, high] = [yield* at(from, replications), yield* at(to, replications)];
        const found = weekly(yield* at(middle, replications));
        const line = weekly(low) + ((middle - from) / (to - from)) * (weekly(high) - weekly(low));
        return { from, middle, to, before, off: found > 0 ? Math.abs(line - found) / found : 0 };
      }),
    );
    checks += looks.length;
    for (const { from, middle, to, before, off } of looks) {
      // On a smooth curve, halving brings the lines four times as close.
      const halving = before === undefined ? HALVING_FACTOR : Math.max(HALVING_FACTOR, off / before);
      const expected = off * halving;
      if (off <= tolerance) error = Math.max(error, off);
      else if (before !== undefined && expected <= tolerance) error = Math.max(error, expected);
      else {
        const half = { error: expected, before: off };
        gaps.push({ from, to: middle, ...half }, { from: middle, to, ...half });
      }
    }
  }
  return { checks, error: Math.max(error, ...gaps.map((gap) => gap.error)) };
}

/** Whether a second replication's use grows from one load to another like that of the first, within a share of it. */
export function growAlike(from: LoadLevel, to: LoadLevel, tolerance: number): boolean {
  const [low, high] = [weeklyUses(from), weeklyUses(to)];
  const grown = (replication: number): number => high[replication]! - low[replication]!;
  return Math.abs(grown(1) - grown(0)) <= tolerance * high[0]!;
}

/** CU-hours a day and weekday, added up over a week, by replication. */
export function weeklyUses({ runs }: Pick<LoadLevel, 'runs'>): readonly number[] {
  return runs.map((run) => cuHoursADay(run).reduce((sum, each) => sum + each, 0));
}

/** The mean of them over the replications. */
export function weekly(level: Pick<LoadLevel, 'runs'>): number {
  return sampleMoments(weeklyUses(level)).mean;
}
