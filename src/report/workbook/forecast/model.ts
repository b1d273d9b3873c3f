import { capName } from '../../../cost/bill/quota-use.js';
import type { Scenario } from '../../../scenario/scenario.js';
import type { Allowance } from '../../../simulation/run/allowances.js';
import type { Forecast } from '../../../study/growth/forecast-result.js';
import { type LoadGrowth, middleGrowth, monthsBetween } from '../../../study/growth/load-growth.js';
import { largestCu } from '../../../study/plan/plan-bounds.js';
import { representativePeriod } from '../../../study/replicate/representative-period.js';
import { monthsFrom } from '../../../study/runs/calendar-days.js';
import { stretchesOf } from '../../../vendors/price-stretch.js';
import { rowsOf } from './other-lines-rows.js';

const NOON_SECONDS = 43_200;

export interface ForecastDay {
  readonly epoch_seconds: number;
  /** From 1 for Monday. */
  readonly weekday: number;
  /** The bill that it is part of, from 1. */
  readonly bill: number;
  /** Months of growth at noon. */
  readonly months: number;
}

/** A stretch of days of a calendar month with one price: mostly the whole month. */
export interface ForecastBill {
  /** Number of the month in the forecast, from 1. */
  readonly month: number;
  readonly epoch_seconds: number;
  /** The part of the month that the bill covers. */
  readonly share: number;
}

/** How the load grows in one column of a workbook. */
export interface GrowthCase {
  readonly name: string;
  /** Growth of a month as a share. */
  readonly growth: number;
  /** The cell with the growth, for formulas. */
  readonly cell: string;
}

export type ForecastModel = ReturnType<typeof forecastModel>;

/** The data of a forecast's workbook: its days, its bills, and the simulated loads. */
export function forecastModel(forecast: Forecast, scenario: Scenario, growth: LoadGrowth) {
  const { start_epoch_seconds: start, plan } = scenario;
  const days: ForecastDay[] = [];
  const bills: ForecastBill[] = [];
  const calendar = monthsFrom(start, forecast.months.length);
  for (const [index, { month, days: ofMonth }] of calendar.entries()) {
    for (const { since, share } of stretchesOf(plan, month)) {
      const epoch_seconds = Date.parse(`${since ?? `${month}-01`}T00:00:00Z`) / 1000;
      bills.push({ month: index + 1, epoch_seconds, share });
    }
    for (const { epoch_seconds, weekday } of ofMonth) {
      const bill = bills.findLastIndex((each) => each.epoch_seconds <= epoch_seconds) + 1;
      const noon = epoch_seconds + NOON_SECONDS;
      const months = noon <= start ? 0 : monthsBetween(start, noon);
      days.push({ epoch_seconds, weekday: weekday + 1, bill, months });
    }
  }
  const expected: GrowthCase = {
    name: 'Expected',
    growth: middleGrowth(growth) - 1,
    cell: 'growth_per_month',
  };
  const capOf = (name: Allowance['name'], of: Allowance['of']) => capName({ name, of }, plan.name);
  return {
    forecast,
    /** The day whose prices apply to a row, as a formula: a plan without `as_of` has those of its days. */
    prices_of_day:
      plan.as_of === undefined ? 'IF(prices_of_day_override="",[@since],prices_of_day)' : 'prices_of_day',
    /** CU of all computes at their largest sizes. */
    largest_cu: largestCu(scenario),
    /** Days after which the load repeats itself. */
    alike_days: representativePeriod(scenario).days,
    /** The other lines of every bill; `undefined` if they are unknown. */
    other_lines: forecast.queries_a_day && rowsOf(forecast, scenario, forecast.queries_a_day),
    months: calendar.map(({ days: all }) => ({ epoch_seconds: all[0]!.epoch_seconds, days: all.length })),
    days: days as readonly ForecastDay[],
    bills: bills as readonly ForecastBill[],
    /** Ascending by load, that without load first. */
    levels: forecast.use,
    cases: casesOf(growth, expected),
    expected,
    /** CU-hours after which a month, from 1, ends, as a formula: a cap on something else than these is that of the forecast. */
    quotaOf(month: number) {
      const { cap_used_up: cap, cu_hours } = forecast.months[month - 1]!;
      const isOfHours = (['plan', 'quota'] as const).some((of) => cap === capOf('compute_time_seconds', of));
      if (cap === null || isOfHours) return 'quota_cu_hours';
      const ended = `MIN(quota_cu_hours,${cu_hours.mean})`;
      return cap === capOf('data_transfer_bytes', 'plan')
        ? `IF(plan="${plan.name}",${ended},quota_cu_hours)`
        : ended;
    },
  };
}

/** How the load grows: not at all, as expected, and at the ends of a range if there is one. */
function casesOf(growth: LoadGrowth, expected: GrowthCase): readonly GrowthCase[] {
  const none: GrowthCase = { name: 'No growth', growth: 0, cell: '0' };
  if (growth.low === growth.high) return [none, expected];
  return [
    none,
    { name: 'Low', growth: growth.low - 1, cell: 'growth_low' },
    expected,
    { name: 'High', growth: growth.high - 1, cell: 'growth_high' },
  ];
}

export function hasOtherLines({ other_lines }: ForecastModel): boolean {
  return other_lines !== undefined;
}

/** The replications, from 0. */
export function replicationsOf({ forecast }: ForecastModel): readonly number[] {
  return Array.from({ length: forecast.replications }, (_, replication) => replication);
}
