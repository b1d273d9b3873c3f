import { capName, quotaUse } from '../../cost/bill/quota-use.js';
import { DAY_SECONDS, HOUR_SECONDS } from '../../kernel/units.js';
import type { Scenario } from '../../scenario/scenario.js';
import { allowancesIn } from '../../simulation/run/allowances.js';

/** Tolerance for rounding: a cap that is reached exactly at the end of a month lasts. */
const ROUNDING = 1e-9;

/** The use of all computes in a stretch of days. */
export interface StretchUse {
  readonly days: number;
  readonly cu_hours: number;
  /** Of all computes added up. */
  readonly active_hours: number;
  readonly queries: number;
}

/** A monthly cap on a quantity; once exhausted, the computes stay suspended for the rest of the month. */
export interface MonthCap {
  /** As on a bill: a field of the API, or the hours of the plan. */
  readonly name: string;
  readonly limit: number;
  /** In the unit of the limit. */
  readonly used: (use: StretchUse) => number;
}

/** The caps of a scenario and its plan that suspend computes in a month, `YYYY-MM`. */
export function monthCaps(
  scenario: Pick<Scenario, 'plan' | 'quota' | 'data'>,
  month: string,
): readonly MonthCap[] {
  const { plan, data } = scenario;
  const used = ({ days, cu_hours, active_hours, queries }: StretchUse) =>
    quotaUse(data, {
      seconds: days * DAY_SECONDS,
      cu_seconds: HOUR_SECONDS * cu_hours,
      active_seconds: HOUR_SECONDS * active_hours,
      queries,
    });
  return allowancesIn(scenario, month).flatMap((allowance) => {
    const { name, limit } = allowance;
    if (name === 'logical_size_bytes') return [];
    return [{ name: capName(allowance, plan.name), limit, used: (use: StretchUse) => used(use)[name] }];
  });
}

/** The use of a month until one of its caps is exhausted. */
export class CappedMonth {
  readonly #caps: readonly MonthCap[];
  readonly #used: number[];
  /** The exhausted cap; `undefined` if there is none. */
  cap: string | undefined;

  constructor(caps: readonly MonthCap[]) {
    this.#caps = caps;
    this.#used = caps.map(() => 0);
  }

  /** Adds a day. @returns the share of it until a cap is exhausted: all of it if none is */
  add(day: StretchUse): number {
    if (this.cap !== undefined) return 0;
    let share = 1;
    this.#caps.forEach(({ name, limit, used }, index) => {
      const left = limit - this.#used[index]!;
      const amount = used(day);
      if (amount - left <= ROUNDING * limit || left / amount >= share) return;
      share = Math.max(0, left / amount);
      this.cap = name;
    });
    this.#caps.forEach(({ used }, index) => {
      this.#used[index]! += share * used(day);
    });
    return share;
  }
}
