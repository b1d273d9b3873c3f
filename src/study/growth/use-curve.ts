import { sampleMoments } from '../../statistics/sample-moments.js';
import { type Begun, inParallel, join, type Study } from '../engine/study.js';
import type { LoadLevel } from '../replicate/load-levels.js';
import { roundedFactor } from './breaking-load.js';
import { cuHoursADay, daysOf } from './day-curve.js';
import type { LoadLook } from './load-look.js';

/** How far interpolation was found to be from a simulation between two levels. */
export interface InterpolationCheck {
  /** Loads that were simulated in between, each compared with the straight line before it joined the levels. */
  readonly checks: number;
  /** The largest error that was left to stand, as a share of what the simulation gave. */
  readonly error: number;
}

/** Use at a level of load that was simulated. */
export interface LevelUse {
  /** Times the scenario's load; 0 is what is used without any load that grows. */
  readonly load_factor: number;
  /**
   * By replication, seven each: from Monday to Sunday. Where one was not simulated at a load, as far from the straight line
   * between its neighbours as those are that were.
   */
  readonly cu_hours_a_day: readonly (readonly number[])[];
}

/** CU-hours a day at each level in every replication. @param levels, replications as of {@link daysOf} */
export function usesOf(levels: readonly LoadLevel[], replications: number): readonly LevelUse[] {
  return daysOf(levels, replications, cuHoursADay).map(({ load_factor, a_day }) => ({
    load_factor,
    cu_hours_a_day: a_day,
  }));
}

/** Replications, and whether a second one of a busy load is known to grow as the first. */
export interface Replications {
  readonly replications: number;
  readonly alike: boolean;
}

/** How levels are refined. */
interface Refinement {
  /** How many replications there are, once that is known. */
  readonly enough: Begun<Replications>;
  /** Whether runs are dear, however few queries they have. */
  readonly dear: boolean;
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
 * gap is simulated and compared with the line, and where they differ by more, both halves are looked at, side by side.
 * Where halving has shown by how much it brings the lines closer, and by that another halving is enough, the halves are
 * not looked at.
 *
 * Where runs are dear, as those of a busy load and of a fleet, the first replication shows how far the lines are off,
 * before it is known how many there are; a second one shows the same at one level, or all of them are simulated at all.
 * The tenants of a fleet are the same in each.
 *
 * @param least least load, above 0
 */
export function* refinedLevels(
  at: LoadLook,
  least: number,
  largest: number,
  { enough, tolerance, most, dear }: Refinement,
): Study<InterpolationCheck> {
  if (largest === least) return { checks: 0, error: 0 };
  const isExpensive = dear || (yield* at(largest, 1)).fidelity === 'hybrid';
  const between = new Set<number>();
  const look: LoadLook = (factor, n) => {
    between.add(factor);
    return at(factor, n);
  };
  const refinedBy = (look: LoadLook, replications: number) =>
    refined(look, least, largest, { replications, tolerance, most });
  if (!isExpensive) return yield* refinedBy(at, (yield* join(enough)).replications);
  const shown = yield* refinedBy(look, 1);
  const { replications, alike } = yield* join(enough);
  if (alike || replications === 1) return shown;
  // Where the lines were furthest off, or would be: in the middle.
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
    return yield* refinedBy(at, replications);
  }
  return { checks: shown.checks, error: Math.max(shown.error, differ) };
}

/** A gap between two levels, how far the line across is taken to be off, and how far that across the gap was that it is half of. */
interface Gap {
  readonly from: number;
  readonly to: number;
  readonly error: number;
  readonly before: number | undefined;
}

/** A look at the middle of a gap. */
interface GapLook extends Pick<Gap, 'from' | 'to' | 'before'> {
  readonly middle: number;
  /** How far the line across the gap is off there, as a share. */
  readonly off: number;
}

/** By this halving a gap of a smooth curve brings the lines closer. */
const HALVING = 1 / 4;

function* refined(
  at: LoadLook,
  least: number,
  largest: number,
  { replications, tolerance, most }: { replications: number } & Omit<Refinement, 'enough' | 'dear'>,
): Study<InterpolationCheck> {
  const gaps: Gap[] = [{ from: least, to: largest, error: 0, before: undefined }];
  let [checks, error] = [0, 0];
  while (gaps.length > 0 && checks < most) {
    gaps.sort((a, b) => b.to / b.from - a.to / a.from);
    // Each gap is looked at sooner or later: side by side, the largest of too many.
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
      // Of a smooth curve the halves are four times as close to their lines as the whole was.
      const halving = before === undefined ? HALVING : Math.max(HALVING, off / before);
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

/** Whether the use of a second replication grows from one load to another as that of the first, but for a share of it. */
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
