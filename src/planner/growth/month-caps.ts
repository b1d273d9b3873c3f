import { planHoursName, quotaUse, type UsageQuota } from '../../cost/bill/quota-use.js';
import { DAY_SECONDS, HOUR_SECONDS } from '../../kernel/units.js';
import type { Scenario } from '../../scenario/scenario.js';
import { planLimits } from '../../vendors/plan-limits.js';

/** A cap that is reached when the month ends lasts, whatever the last digits of a sum are. */
const ROUNDING = 1e-9;

/** The first of those that are reached at one moment is the one that is named. */
const USAGE_QUOTAS = [
  'compute_time_seconds',
  'active_time_seconds',
  'data_transfer_bytes',
  'written_data_bytes',
] as const satisfies readonly UsageQuota[];

/** What all computes use in a stretch of days. */
export interface StretchUse {
  readonly days: number;
  readonly cu_hours: number;
  /** Of all computes added up. */
  readonly active_hours: number;
  /** Completed. */
  readonly queries: number;
}

/** Something of which a calendar month has so much, and whose end suspends the computes for the rest of it. */
export interface MonthCap {
  /** As on a bill: a field of the API, or the hours of the plan. */
  readonly name: string;
  readonly limit: number;
  /** In the unit of the limit. */
  readonly used: (use: StretchUse) => number;
}

/** The caps of a scenario and its plan that suspend computes. */
export function monthCaps({
  plan,
  quota,
  data,
}: Pick<Scenario, 'plan' | 'quota' | 'data'>): readonly MonthCap[] {
  const plan_hours = planLimits(plan)?.quota_cu_hours;
  const used = ({ days, cu_hours, active_hours, queries }: StretchUse) =>
    quotaUse(data, {
      seconds: days * DAY_SECONDS,
      cu_seconds: HOUR_SECONDS * cu_hours,
      active_seconds: HOUR_SECONDS * active_hours,
      queries,
    });
  return [
    ...(plan_hours === undefined
      ? []
      : [
          {
            name: planHoursName(plan.name),
            limit: plan_hours,
            used: ({ cu_hours }: StretchUse) => cu_hours,
          },
        ]),
    ...USAGE_QUOTAS.flatMap((name) => {
      const limit = quota[name];
      return limit === undefined ? [] : [{ name, limit, used: (use: StretchUse) => used(use)[name] }];
    }),
  ];
}

/** A month as far as its caps let it go. */
export class CappedMonth {
  readonly #caps: readonly MonthCap[];
  readonly #used: number[];
  #cap: string | undefined;

  constructor(caps: readonly MonthCap[]) {
    this.#caps = caps;
    this.#used = caps.map(() => 0);
  }

  /** The cap that is used up; `undefined` where none is. */
  get cap(): string | undefined {
    return this.#cap;
  }

  /** Adds a day. @returns the share of it until a cap is used up: all of it where none is */
  add(day: StretchUse): number {
    if (this.#cap !== undefined) return 0;
    let share = 1;
    this.#caps.forEach(({ name, limit, used }, index) => {
      const left = limit - this.#used[index]!;
      const amount = used(day);
      if (amount - left <= ROUNDING * limit || left / amount >= share) return;
      share = Math.max(0, left / amount);
      this.#cap = name;
    });
    this.#caps.forEach(({ used }, index) => {
      this.#used[index]! += share * used(day);
    });
    return share;
  }
}

/** The cap that a month has reached which was cut short; the one it came closest to, since bytes are looked at late. */
export function capReached(caps: readonly MonthCap[], month: StretchUse): string | undefined {
  const shares = caps.map(({ limit, used }) => used(month) / limit);
  return caps[shares.indexOf(Math.max(...shares))]?.name;
}
