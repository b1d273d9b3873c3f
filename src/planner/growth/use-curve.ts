import { sampleMoments } from '../../statistics/sample-moments.js';
import type { LoadLevel } from '../replicate/load-levels.js';
import { roundedFactor } from './breaking-load.js';
import type { LoadLook } from './load-look.js';

const WEEKDAYS = 7;
/** Gaps between levels that are looked at at once where runs are dear. */
const SIDE_BY_SIDE = 2;

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

/** CU-hours a day by load and weekday, from levels of load that were simulated, straight lines in between. */
export class UseCurve {
  /** Ascending. */
  readonly #factors: readonly number[];
  /** By level, replication and weekday. */
  readonly #cu_hours: readonly (readonly (readonly number[])[])[];

  /** @param levels ascending by load, one or more */
  constructor(levels: readonly LevelUse[]) {
    this.#factors = levels.map(({ load_factor }) => load_factor);
    this.#cu_hours = levels.map(({ cu_hours_a_day }) => cu_hours_a_day);
  }

  /** In one replication on one weekday; beyond the outermost levels as at them. */
  cuHours(replication: number, weekday: number, factor: number): number {
    const above = this.#factors.findIndex((each) => each >= factor);
    if (above < 0) return this.#cu_hours.at(-1)![replication]![weekday]!;
    const high = this.#cu_hours[above]![replication]![weekday]!;
    if (above === 0) return high;
    const [from, to] = [this.#factors[above - 1]!, this.#factors[above]!];
    const low = this.#cu_hours[above - 1]![replication]![weekday]!;
    return low + ((factor - from) / (to - from)) * (high - low);
  }
}

/**
 * The use at each level in every replication. Where a level has fewer, a replication's use is on the straight line between
 * those on either side that it has (beyond the last of them, level with it), and as far off that line as the
 * replications are on average that the level has: they differ in how much is used far more than in how that grows.
 *
 * @param levels ascending by load, one or more with all replications
 */
export function usesOf(levels: readonly LoadLevel[], replications: number): readonly LevelUse[] {
  const uses = levels.map(({ runs }) => runs.map(cuHoursADay));
  const full = levels.flatMap(({ factor, runs }, index) =>
    runs.length < replications ? [] : [{ load_factor: factor, cu_hours_a_day: uses[index]! }],
  );
  const lines = new UseCurve(full);
  return levels.map(({ factor }, index) => {
    const own = uses[index]!;
    const of = (replication: number): readonly number[] =>
      own[replication] ??
      Array.from({ length: WEEKDAYS }, (_, weekday) => {
        const offs = own.map((use, known) => use[weekday]! - lines.cuHours(known, weekday, factor));
        return Math.max(0, lines.cuHours(replication, weekday, factor) + sampleMoments(offs).mean);
      });
    return { load_factor: factor, cu_hours_a_day: Array.from({ length: replications }, (_, r) => of(r)) };
  });
}

/** CU-hours a day by weekday; of one that the run never saw, the mean of the others. */
function cuHoursADay({ weekday_use }: LoadLevel['runs'][number]): readonly number[] {
  const { seconds, cu_seconds } = weekday_use!;
  const all = seconds.reduce((sum, each) => sum + each, 0);
  const use = cu_seconds.reduce((sum, each) => sum + each, 0);
  return Array.from({ length: WEEKDAYS }, (_, day) => {
    const [time, used] = seconds[day]! > 0 ? [seconds[day]!, cu_seconds[day]!] : [all, use];
    return (24 * used) / time;
  });
}

/** How levels are refined. */
interface Refinement {
  readonly replications: number;
  /** Whether a second replication of a busy load is known to grow as the first. */
  readonly alike: boolean;
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
 * gap is simulated and compared with the line, and where they differ by more, each half is looked at in turn, the
 * larger gap first. Where halving has shown by how much it brings the lines closer, and by that another halving is
 * enough, the halves are not looked at.
 *
 * Where runs are dear, as those of a busy load and of a fleet, the first replication shows how far the lines are off; a second one shows the same at one level, or
 * all of them are simulated at all. The tenants of a fleet are the same in each.
 *
 * @param least least load, above 0, which has been simulated with all replications
 */
export async function refinedLevels(
  at: LoadLook,
  least: number,
  largest: number,
  options: Refinement,
): Promise<InterpolationCheck> {
  const { replications, tolerance, alike, dear } = options;
  if (largest === least) return { checks: 0, error: 0 };
  const isBusy = replications > 1 && (dear || (await at(largest, 1)).fidelity === 'hybrid');
  const between = new Set<number>();
  const look: LoadLook = (factor, n) => {
    between.add(factor);
    return at(factor, n);
  };
  const shown = await refined(look, least, largest, { ...options, replications: isBusy ? 1 : replications });
  if (!isBusy || alike) return shown;
  // Where the lines were furthest off, or would be: in the middle.
  const middle = middleLoad(least, largest);
  const off = async (replication: number): Promise<number> => {
    const use = async (factor: number): Promise<number> =>
      weekly({ runs: [(await at(factor, 2)).runs[replication]!] });
    const [low, found, high] = [await use(least), await use(middle), await use(largest)];
    return found / (low + ((middle - least) / (largest - least)) * (high - low));
  };
  const differ = Math.abs((await off(1)) / (await off(0)) - 1);
  if (!(differ <= tolerance)) {
    for (const factor of between) await at(factor, replications);
    return refined(at, least, largest, options);
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

/** By this halving a gap of a smooth curve brings the lines closer. */
const HALVING = 1 / 4;

async function refined(
  at: LoadLook,
  least: number,
  largest: number,
  { replications, tolerance, most, dear }: Refinement,
): Promise<InterpolationCheck> {
  const gaps: Gap[] = [{ from: least, to: largest, error: 0, before: undefined }];
  let [checks, error] = [0, 0];
  while (gaps.length > 0 && checks < most) {
    gaps.sort((a, b) => b.to / b.from - a.to / a.from);
    // Each gap is looked at sooner or later: dear ones side by side, a thread for each.
    const next = gaps.splice(0, Math.min(dear ? SIDE_BY_SIDE : 1, most - checks));
    const looks = await Promise.all(
      next.map(async ({ from, to, before }) => {
        const middle = middleLoad(from, to);
        const [low, high] = [await at(from, replications), await at(to, replications)];
        const found = weekly(await at(middle, replications));
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
