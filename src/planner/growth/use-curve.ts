import { sampleMoments } from '../../statistics/sample-moments.js';
import type { LoadLevel } from '../replicate/load-levels.js';
import { roundedFactor } from './breaking-load.js';
import type { LoadLook } from './load-look.js';

const WEEKDAYS = 7;

/** How far interpolation was found to be from a simulation between two levels. */
export interface InterpolationCheck {
  /** Loads that were simulated in between, each compared with the straight line before it joined the levels. */
  readonly checks: number;
  /** The largest error that was left to stand, as a share of what the simulation gave. */
  readonly error: number;
}

/** CU-hours a day by load and weekday, from levels of load that were simulated, straight lines in between. */
export class UseCurve {
  /** Ascending. */
  readonly #factors: readonly number[];
  /** By level, replication and weekday. */
  readonly #cu_hours: readonly (readonly (readonly number[])[])[];

  /** @param levels with the use by weekday, ascending by load, one or more */
  constructor(levels: readonly LoadLevel[]) {
    this.#factors = levels.map(({ factor }) => factor);
    this.#cu_hours = levels.map(({ runs }) => runs.map(cuHoursADay));
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

/** CU-hours a day by weekday; of one that the run never saw, the mean of the others. */
export function cuHoursADay({ weekday_use }: LoadLevel['runs'][number]): readonly number[] {
  const { seconds, cu_seconds } = weekday_use!;
  const all = seconds.reduce((sum, each) => sum + each, 0);
  const use = cu_seconds.reduce((sum, each) => sum + each, 0);
  return Array.from({ length: WEEKDAYS }, (_, day) => {
    const [time, used] = seconds[day]! > 0 ? [seconds[day]!, cu_seconds[day]!] : [all, use];
    return (24 * used) / time;
  });
}

/**
 * Simulates levels of load from one to another until straight lines between them are good enough: the middle of each
 * gap is simulated and compared with the line, and where they differ by more, each half is looked at in turn, the
 * larger gap first.
 *
 * @param least least load, above 0
 * @param tolerance as a share of the CU-hours
 * @param most simulated loads in between
 */
export async function refinedLevels(
  at: LoadLook,
  least: number,
  largest: number,
  options: { readonly replications: number; readonly tolerance: number; readonly most: number },
): Promise<InterpolationCheck> {
  const { replications, tolerance, most } = options;
  await at(least, replications);
  if (largest === least) return { checks: 0, error: 0 };
  await at(largest, replications);
  const gaps = [{ from: least, to: largest, error: 0 }];
  let [checks, error] = [0, 0];
  while (gaps.length > 0 && checks < most) {
    gaps.sort((a, b) => b.to / b.from - a.to / a.from);
    const { from, to } = gaps.shift()!;
    const middle = roundedFactor(Math.sqrt(from * to));
    const [low, high] = [await at(from, replications), await at(to, replications)];
    const found = weekly(await at(middle, replications));
    const line = weekly(low) + ((middle - from) / (to - from)) * (weekly(high) - weekly(low));
    const off = found > 0 ? Math.abs(line - found) / found : 0;
    checks += 1;
    if (off <= tolerance) error = Math.max(error, off);
    // Of a smooth curve the halves are four times as close to their lines as the whole was.
    else gaps.push({ from, to: middle, error: off / 4 }, { from: middle, to, error: off / 4 });
  }
  return { checks, error: Math.max(error, ...gaps.map((gap) => gap.error)) };
}

/** Mean CU-hours a day and weekday, added up over a week. */
export function weekly({ runs }: Pick<LoadLevel, 'runs'>): number {
  return sampleMoments(runs.map((run) => cuHoursADay(run).reduce((sum, each) => sum + each, 0))).mean;
}
