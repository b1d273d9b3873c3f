import { monthCuHours } from '../../../cost/bill/caps.js';
import { costOfMonth, priceOfPart } from '../../../cost/compute-cost.js';
import { firstMonth } from '../../../scenario/allowances.js';
import type { Scenario } from '../../../scenario/scenario.js';
import type { Forecast } from '../../../study/growth/forecast-result.js';
import { grown, monthsBetween } from '../../../study/growth/load-growth.js';
import type { LevelUse } from '../../../study/growth/use-curve.js';
import { monthsFrom } from '../../../study/runs/calendar-days.js';
import type { PriceEntry } from '../../../vendors/price-book.js';
import { stretchesOf } from '../../../vendors/price-stretch.js';
import { NO_QUOTA } from '../inputs/pricing.js';

const WEEKDAYS = 7;
const NOON_SECONDS = 43_200;
/** Caps on something else than CU-hours. */
const OTHER_CAPS = /^active_time|_bytes$/;
/** A load that is beyond those simulated by less is one of them: they are rounded. */
export const ROUNDED = 0.001;

/** A day of a forecast. */
export interface ForecastDay {
  readonly epoch_seconds: number;
  /** From 1 for Monday. */
  readonly weekday: number;
  /** The bill that it is part of, from 1. */
  readonly bill: number;
  /** Months by which the load has grown at noon. */
  readonly months: number;
}

/** A stretch of days of a calendar month with one price: mostly the whole month. */
export interface ForecastBill {
  /** Of the forecast, from 1. */
  readonly month: number;
  readonly epoch_seconds: number;
  /** Its part of the month. */
  readonly share: number;
  readonly price: PriceEntry;
}

/** How the load grows in one column of a workbook. */
export interface GrowthCase {
  readonly name: string;
  /** Growth of a month as a share. */
  readonly growth: number;
  /** The cell that has it. */
  readonly cell: string;
}

/** What a workbook computes of a forecast, day by day, as its formulas do: the values that they begin with. */
export class ForecastModel {
  readonly forecast: Forecast;
  readonly scenario: Scenario;
  readonly days: readonly ForecastDay[];
  readonly bills: readonly ForecastBill[];
  /** Ascending by load, that without load first. */
  readonly levels: readonly LevelUse[];
  readonly cases: readonly GrowthCase[];

  constructor(forecast: Forecast, scenario: Scenario, cases: readonly GrowthCase[]) {
    this.forecast = forecast;
    this.scenario = scenario;
    this.cases = cases;
    this.levels = forecast.use;
    const { start_epoch_seconds: start, plan } = scenario;
    const days: ForecastDay[] = [];
    const bills: ForecastBill[] = [];
    for (const [index, { month, days: ofMonth }] of monthsFrom(start, forecast.months.length).entries()) {
      for (const { since, price, share } of stretchesOf(plan, month)) {
        const epoch_seconds = Date.parse(`${since ?? `${month}-01`}T00:00:00Z`) / 1000;
        bills.push({ month: index + 1, epoch_seconds, share, price });
      }
      for (const { epoch_seconds, weekday } of ofMonth) {
        const bill = bills.findLastIndex((each) => each.epoch_seconds <= epoch_seconds) + 1;
        const noon = epoch_seconds + NOON_SECONDS;
        const months = noon <= start ? 0 : monthsBetween(start, noon);
        days.push({ epoch_seconds, weekday: weekday + 1, bill, months });
      }
    }
    this.days = days;
    this.bills = bills;
  }

  get replications(): number {
    return this.forecast.replications;
  }

  /** CU-hours after which a month ends. */
  get quota(): number {
    return Math.min(NO_QUOTA, monthCuHours(this.scenario, firstMonth(this.scenario)));
  }

  /** The case in which the load grows as expected. */
  get expected(): GrowthCase {
    return this.cases[EXPECTED]!;
  }

  /** Smallest and largest load that were simulated, that without load left out. */
  get simulated(): { readonly least: number; readonly largest: number } {
    return { least: this.levels[1]!.load_factor, largest: this.levels.at(-1)!.load_factor };
  }

  /** Times the scenario's load on a day. */
  load({ growth }: GrowthCase, { months }: ForecastDay): number {
    const { least, largest } = this.simulated;
    const load = grown(1 + growth, months);
    if (load > largest && load <= largest * (1 + ROUNDED)) return largest;
    return load < least && load >= least * (1 - ROUNDED) ? least : load;
  }

  /** The level, from 1, at or below a load from which a line leads to the next. */
  place(load: number): number {
    const above = this.levels.findIndex(({ load_factor }) => load_factor > load);
    return Math.min(above < 0 ? this.levels.length : above, this.levels.length - 1);
  }

  /** How far a load lies between its level and the next; above 1 beyond the last. */
  part(load: number, place = this.place(load)): number {
    const [from, to] = [this.levels[place - 1]!.load_factor, this.levels[place]!.load_factor];
    return (load - from) / (to - from);
  }

  /** CU-hours of a day under a load. @param replication from 0; `undefined`: their mean */
  use(load: number, weekday: number, replication?: number): number {
    const place = this.place(load);
    const [low, high] = [place - 1, place].map((level) => this.atLevel(level, weekday, replication));
    return low! + this.part(load, place) * (high! - low!);
  }

  /** CU-hours of a weekday, from 1, at a level, from 0. */
  atLevel(level: number, weekday: number, replication?: number): number {
    const runs = this.levels[level]!.cu_hours_a_day;
    if (replication !== undefined) return runs[replication]![weekday - 1]!;
    return runs.reduce((sum, run) => sum + run[weekday - 1]!, 0) / runs.length;
  }

  /** CU-hours of a bill, from 0, by what each of its days uses; no more than the plan has, or a cap lets it. */
  hours(bill: number, use: (day: ForecastDay) => number): number {
    const days = this.days.filter((day) => day.bill === bill + 1);
    const sum = days.reduce((total, day) => total + use(day), 0);
    const { share, month } = this.bills[bill]!;
    return Math.min(sum, this.quota * share, this.capped(month) * share);
  }

  /** CU-hours of a month, from 1, that a cap on something else ends: as many as were simulated, whatever is chosen. */
  capped(month: number): number {
    const { cap_used_up, cu_hours } = this.forecast.months[month - 1]!;
    const isOther = cap_used_up !== null && OTHER_CAPS.test(cap_used_up);
    return isOther ? cu_hours.mean : NO_QUOTA;
  }

  /** What a bill of so many CU-hours comes to. */
  cost(bill: number, cu_hours: number): number {
    const { price, share } = this.bills[bill]!;
    return costOfMonth(cu_hours, priceOfPart(price, share));
  }

  /** CU-hours of a bill in a case, the mean of the replications or one of them. */
  hoursOf(bill: number, own: GrowthCase, replication?: number): number {
    return this.hours(bill, (day) => this.use(this.load(own, day), day.weekday, replication));
  }

  /** What a bill comes to in a case, at the mean use of the replications. */
  costOf(bill: number, own: GrowthCase): number {
    return this.cost(bill, this.hoursOf(bill, own));
  }

  /** CU-hours of a bill in every replication, as the load is expected to grow. */
  hoursOfAll(bill: number): readonly number[] {
    return Array.from({ length: this.replications }, (_, replication) =>
      this.hoursOf(bill, this.expected, replication),
    );
  }

  /** What they cost. */
  costsOfAll(bill: number): readonly number[] {
    return this.hoursOfAll(bill).map((cu_hours) => this.cost(bill, cu_hours));
  }

  /** CU-hours of a bill that are used without any load that grows. */
  fixedHours(bill: number): number {
    return this.hours(bill, ({ weekday }) => this.atLevel(0, weekday));
  }
}

/** Where the columns of all replications, seven each, end: then come their means. */
export function useColumn(weekday: string, replication: number): string {
  return replication === 0 ? weekday : `${weekday}+${WEEKDAYS * replication}`;
}

/** The case, from 0, that is expected. */
export const EXPECTED = 2;
