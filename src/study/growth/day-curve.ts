import { DAY_SECONDS } from '../../kernel/units.js';
import { sampleMoments } from '../../statistics/sample-moments.js';
import type { LoadLevel } from '../replicate/load-levels.js';
import { WEEKDAYS, type WeekdayUse } from '../runs/weekday-use.js';
import type { StretchUse } from './month-caps.js';
import type { LevelUse } from './use-curve.js';

/** A figure a day at a level of load: by replication, seven each, from Monday to Sunday. */
interface LevelDays {
  readonly load_factor: number;
  readonly a_day: readonly (readonly number[])[];
}

/** A figure a day by load and weekday, from levels of load that were simulated, straight lines in between. */
export class DayCurve {
  readonly #levels: readonly LevelDays[];

  /** @param levels ascending by load, one or more */
  constructor(levels: readonly LevelDays[]) {
    this.#levels = levels;
  }

  /** In one replication on one weekday; beyond the outermost levels as at them. */
  at(replication: number, weekday: number, factor: number): number {
    const day = (level: LevelDays): number => level.a_day[replication]![weekday]!;
    const place = this.#levels.findIndex(({ load_factor }) => load_factor >= factor);
    const [below, above] = [this.#levels[place - 1], this.#levels[place]];
    if (above === undefined) return day(this.#levels.at(-1)!);
    if (below === undefined) return day(above);
    const [from, to] = [below.load_factor, above.load_factor];
    const [low, high] = [day(below), day(above)];
    return low + ((factor - from) / (to - from)) * (high - low);
  }
}

/** Reads a daily figure of a run, from Monday to Sunday. */
type DailyFigure = (run: Pick<LoadLevel['runs'][number], 'weekday_use'>) => readonly number[];

/**
 * A figure a day at each level in every replication. Where a level has fewer, a replication's is on the straight line
 * between those on either side that it has (beyond the last of them, level with it), and as far off that line as the
 * replications are on average that the level has: they differ in how much is used far more than in how that grows.
 *
 * @param levels ascending by load, one or more with all replications
 */
export function daysOf(
  levels: readonly LoadLevel[],
  replications: number,
  figure: DailyFigure,
): readonly LevelDays[] {
  const known = levels.map(({ runs }) => runs.map((run) => figure(run)));
  const full = levels.flatMap(({ factor, runs }, index) =>
    runs.length < replications ? [] : [{ load_factor: factor, a_day: known[index]! }],
  );
  const lines = new DayCurve(full);
  return levels.map(({ factor }, index) => {
    const own = known[index]!;
    const of = (replication: number): readonly number[] =>
      own[replication] ??
      Array.from({ length: WEEKDAYS }, (_, weekday) => {
        const offs = own.map((days, each) => days[weekday]! - lines.at(each, weekday, factor));
        return Math.max(0, lines.at(replication, weekday, factor) + sampleMoments(offs).mean);
      });
    return { load_factor: factor, a_day: Array.from({ length: replications }, (_, r) => of(r)) };
  });
}

/** CU-hours per day by weekday; for a weekday that the run did not cover, the mean of the others. */
export const cuHoursADay: DailyFigure = ({ weekday_use }) => aDay(weekday_use!, 'cu_seconds', 24);

/** @param scale what is added up in each second of a day, to the unit of the figure */
function aDay(
  weekday_use: WeekdayUse,
  name: Exclude<keyof WeekdayUse, 'seconds'>,
  scale: number,
): readonly number[] {
  const { seconds, [name]: amounts } = weekday_use;
  const all = seconds.reduce((sum, each) => sum + each, 0);
  const whole = amounts.reduce((sum, each) => sum + each, 0);
  return Array.from({ length: WEEKDAYS }, (_, day) => {
    const [time, amount] = seconds[day]! > 0 ? [seconds[day]!, amounts[day]!] : [all, whole];
    return (scale * amount) / time;
  });
}

/** The use of a day by load and weekday, per replication. */
export class DayUses {
  /** Its CU-hours at each level. */
  readonly levels: readonly LevelUse[];
  readonly #replications: number;
  readonly #curves: Readonly<Record<'cu_hours' | 'active_hours' | 'queries', DayCurve>>;

  /** @param levels as of {@link daysOf} */
  constructor(levels: readonly LoadLevel[], replications: number) {
    const curve = (figure: DailyFigure) => new DayCurve(daysOf(levels, replications, figure));
    const used = daysOf(levels, replications, cuHoursADay);
    this.levels = used.map(({ load_factor, a_day }) => ({ load_factor, cu_hours_a_day: a_day }));
    this.#replications = replications;
    this.#curves = {
      cu_hours: new DayCurve(used),
      active_hours: curve(({ weekday_use }) => aDay(weekday_use!, 'active_seconds', 24)),
      queries: curve(({ weekday_use }) => aDay(weekday_use!, 'queries', DAY_SECONDS)),
    };
  }

  /** In one replication. */
  at(replication: number, weekday: number, factor: number): StretchUse {
    return this.#use((curve) => curve.at(replication, weekday, factor));
  }

  /** The mean of the replications. */
  mean(weekday: number, factor: number): StretchUse {
    const n = this.#replications;
    const each = Array.from({ length: n }, (_, replication) => replication);
    return this.#use((curve) => each.reduce((sum, one) => sum + curve.at(one, weekday, factor), 0) / n);
  }

  #use(of: (curve: DayCurve) => number): StretchUse {
    const { cu_hours, active_hours, queries } = this.#curves;
    return { days: 1, cu_hours: of(cu_hours), active_hours: of(active_hours), queries: of(queries) };
  }
}
