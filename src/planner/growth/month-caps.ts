import { planLimits } from '../../plan/plan-limits.js';
import type { QuotaSpecification, Scenario } from '../../scenario/scenario.js';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;
/** A cap that is reached when the month ends lasts, whatever the last digits of a sum are. */
const ROUNDING = 1e-9;

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
  const used: Readonly<Record<Exclude<keyof QuotaSpecification, 'logical_size_bytes'>, MonthCap['used']>> = {
    compute_time_seconds: ({ cu_hours }) => HOUR_SECONDS * cu_hours,
    active_time_seconds: ({ active_hours }) => HOUR_SECONDS * active_hours,
    data_transfer_bytes: ({ queries }) => queries * data.egress_bytes_per_query,
    written_data_bytes: ({ days }) => days * DAY_SECONDS * data.written_bytes_per_second,
  };
  const named = Object.keys(used) as (keyof typeof used)[];
  return [
    ...(plan_hours === undefined
      ? []
      : [
          {
            name: `hours of the ${plan.name} plan`,
            limit: plan_hours,
            used: ({ cu_hours }: StretchUse) => cu_hours,
          },
        ]),
    ...named.flatMap((name) => {
      const limit = quota[name];
      return limit === undefined ? [] : [{ name, limit, used: used[name] }];
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
