import { NEON } from './neon.js';
import type { PriceEntry } from './price-book.js';
import { type LimitItem, type LimitRow, rowOn, type VendorBook } from './vendor-book.js';

/** The book that everything is priced and limited by. */
export const BOOK: VendorBook = NEON;

/** The default plan of an account or a scenario; it allows every size in the size table. */
export const DEFAULT_PLAN = BOOK.default_plan;

/** The plans there are or were. */
export const PLAN_NAMES: readonly string[] = [...new Set(BOOK.limits.flatMap(({ tier }) => tier))];

/** A plan, and the day whose rules and prices apply. */
export interface PlanChoice {
  readonly name: string;
  /** `YYYY-MM-DD`, or `undefined` for those of each day. */
  readonly as_of: string | undefined;
  /** The price of another vendor's plan; left out: that of the book. */
  readonly price?: PriceEntry;
}

/** A day after all rows: the newest ones. */
const NEWEST = '9999-12-31';

/** A plan's limits on a day; `undefined` for a number without a limit. */
export interface PlanLimits {
  readonly plan: string;
  /** Largest autoscaling maximum, in CU. */
  readonly max_autoscaling_cu: number;
  /** Largest fixed size, in CU. */
  readonly max_fixed_cu: number;
  /** Shortest suspend timeout, in seconds. */
  readonly min_suspend_timeout_seconds: number;
  /** Longest suspend timeout, in seconds. */
  readonly max_suspend_timeout_seconds: number;
  /** Whether scale to zero can be switched off. */
  readonly may_disable_suspend: boolean;
  /** CU-hours a project may use in a calendar month before its computes are suspended. */
  readonly quota_cu_hours: number | undefined;
}

/** The first and the last day with known sizes, by plan. */
const BOUNDS = new Map(
  PLAN_NAMES.map((name) => {
    const own = BOOK.limits.filter(({ item, tier }) => item === 'max_fixed_cu' && tier.includes(name));
    const first = own.reduce((least, { from }) => (from < least ? from : least), NEWEST);
    const last = own.reduce((most, { to = NEWEST }) => (to > most ? to : most), '');
    return [name, { first, last }];
  }),
);

/**
 * The day whose rows apply to a plan: its fixed day, else the given one. A plan without a fixed day has its first rows
 * before they begin, and its last ones after they end.
 *
 * @param day `YYYY-MM-DD`; left out: the newest
 */
export function dayFor({ name, as_of }: PlanChoice, day = NEWEST): string {
  if (as_of !== undefined) return as_of;
  const { first, last } = BOUNDS.get(name) ?? { first: day, last: day };
  return day < first ? first : day > last ? last : day;
}

/** Whether a plan is sold on a day, `YYYY-MM-DD`; left out: still. */
export function isSold(name: string, day = NEWEST): boolean {
  const bounds = BOUNDS.get(name);
  return bounds !== undefined && bounds.first <= day && day <= bounds.last;
}

/** The days that a plan can be fixed to, in words. */
export function planDays(name: string): string {
  const { first, last } = BOUNDS.get(name)!;
  return last === NEWEST ? `a day on or after ${first}` : `a day from ${first} to ${last}`;
}

/**
 * The row of one limit of a plan on a day: its value, its scope, and the effect of reaching it.
 * Returns `undefined` if the plan has no such limit on that day, or it is unknown.
 */
export function limitOn(plan: PlanChoice, item: LimitItem, day?: string): LimitRow | undefined {
  return rowOn(BOOK.limits, item, plan.name, dayFor(plan, day));
}

/**
 * The limits of a plan on a day that concern computes; {@link limitOn} has every other.
 * @returns `undefined` for an unknown plan, or one that does not exist on its fixed day
 */
export function planLimits(plan: PlanChoice, day?: string): PlanLimits | undefined {
  const of = (item: LimitItem) => limitOn(plan, item, day);
  const max_fixed_cu = of('max_fixed_cu')?.value;
  if (max_fixed_cu === undefined) return undefined;
  const hours = of('cu_hours');
  return {
    plan: plan.name,
    max_autoscaling_cu: of('max_autoscaling_cu')?.value ?? max_fixed_cu,
    max_fixed_cu,
    min_suspend_timeout_seconds: of('suspend_timeout_min_s')?.value ?? 0,
    max_suspend_timeout_seconds: of('suspend_timeout_max_s')?.value ?? Number.POSITIVE_INFINITY,
    may_disable_suspend: of('suspend_timeout_never') !== undefined,
    quota_cu_hours: hours?.exhausted === 'suspend' ? hours.value : undefined,
  };
}

/** The day whose rows of the vendor's book count for a month. @param month `YYYY-MM` */
export function lastDay(month: string): string {
  return `${month}-31`;
}
