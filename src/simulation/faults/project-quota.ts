import {
  type Consumption,
  exceededQuota,
  secondsUntilExceeded,
} from '../../compute/lifecycle/consumption.js';
import { type Allowance, allowancesIn, firstMonth } from '../../scenario/allowances.js';
import { TimeWeighted } from '../../statistics/time-weighted.js';
import { Alarm } from '../run/alarm.js';
import { QUOTA } from '../run/event-kind.js';
import type { Exhaustion, QuotaCause } from '../run/observation.js';
import type { RunContext } from '../run/run-context.js';

/** Which event of the kind {@link QUOTA} it is: the other one, 0, is that of time. */
export const BYTE_CHECK = 1;

/** What each is called when computes are suspended for it. */
export const QUOTA_WORDS: Readonly<Record<QuotaCause, string>> = {
  plan: 'the CU-hours of the plan are used up until the month ends',
  plan_transfer: 'the transfer of the plan is used up until the month ends',
  compute_time: "the project's quota of compute time is used up until the month ends",
  active_time: "the project's quota of active time is used up until the month ends",
  data_transfer: "the project's quota of data transfer is used up until the month ends",
  written_data: "the project's quota of written data is used up until the month ends",
};

/** What clients are told, after the platform's own words. */
export const QUOTA_ERRORS: Readonly<Record<QuotaCause, string>> = {
  plan: 'compute time quota exceeded',
  plan_transfer: 'data transfer quota exceeded',
  compute_time: 'compute time quota exceeded',
  active_time: 'active time quota exceeded',
  data_transfer: 'data transfer quota exceeded',
  written_data: 'written data quota exceeded',
};

/** The time that plan and quota allow in a month; Infinity for no limit. */
interface TimeAllowance extends Consumption {
  readonly plan_seconds: number;
}

function timeAllowance(allowances: readonly Allowance[]): TimeAllowance {
  const least = (name: Allowance['name'], of?: Allowance['of']): number =>
    allowances.reduce(
      (limit, one) =>
        one.name === name && (of === undefined || one.of === of) ? Math.min(limit, one.limit) : limit,
      Number.POSITIVE_INFINITY,
    );
  return {
    plan_seconds: least('compute_time_seconds', 'plan'),
    compute_seconds: least('compute_time_seconds'),
    active_seconds: least('active_time_seconds'),
  };
}

/**
 * What a project may use in a calendar month. While any of it remains, one event stands at the moment at which compute
 * or active time will be used up at the present sizes; it moves whenever a size changes.
 */
export class QuotaMeter {
  readonly #context: RunContext;
  #allowance: TimeAllowance;
  /** CU-seconds used this month: the integral of the billed sizes of all computes; and of the number of active ones. */
  readonly #used = new TimeWeighted(0, 0);
  readonly #active = new TimeWeighted(0, 0);
  readonly #alarm: Alarm;
  /** The next look at bytes. */
  readonly byteCheck: Alarm;
  #cause: QuotaCause | undefined;
  #exhaustedSince = 0;
  readonly #ended: Exhaustion[] = [];

  constructor(context: RunContext) {
    this.#context = context;
    this.#alarm = new Alarm(context.calendar, QUOTA, 0);
    this.byteCheck = new Alarm(context.calendar, QUOTA, BYTE_CHECK);
    this.#allowance = timeAllowance(allowancesIn(context.scenario, firstMonth(context.scenario)));
  }

  /** Whether the month's allowance is used up: no compute of the project can run. */
  get exhausted(): boolean {
    return this.#cause !== undefined;
  }

  /** When something may be used up next: at present sizes, and of bytes at the next look at them. */
  get due(): number {
    return Math.min(this.#alarm.time, this.byteCheck.time);
  }

  /** What is used up; `undefined` where nothing is. */
  get cause(): QuotaCause | undefined {
    return this.#cause;
  }

  /** Since when something is; `undefined` where nothing is. */
  get exhaustedSince(): number | undefined {
    return this.exhausted ? this.#exhaustedSince : undefined;
  }

  /** The stretches of time so far in which something was. */
  get exhaustions(): readonly Exhaustion[] {
    return this.#cause === undefined ? this.#ended : [...this.#ended, this.#present(this.#cause)];
  }

  /** A compute's billed size has changed by so much, and the number of active computes. */
  changeRate(change_cu: number, change_active: number): void {
    const { compute_seconds, active_seconds } = this.#allowance;
    if (Math.min(compute_seconds, active_seconds) === Number.POSITIVE_INFINITY) return;
    this.#used.change(this.#context.now, this.#used.level + change_cu);
    if (change_active !== 0) this.#active.change(this.#context.now, this.#active.level + change_active);
    this.#plan();
  }

  /** Handles {@link QUOTA} of time; the caller suspends the computes. */
  exhaustTime(): void {
    this.#alarm.fired();
    const { now } = this.#context;
    const used = {
      compute_seconds: this.#used.integral(now),
      active_seconds: this.#active.integral(now),
    };
    const { plan_seconds, compute_seconds } = this.#allowance;
    const part = exceededQuota(used, this.#allowance);
    const isActive = part === 'active_seconds';
    this.exhaust(isActive ? 'active_time' : compute_seconds === plan_seconds ? 'plan' : 'compute_time');
  }

  /** Something is used up; the caller suspends the computes. */
  exhaust(cause: QuotaCause): void {
    this.#alarm.off();
    this.#cause = cause;
    this.#exhaustedSince = this.#context.now;
  }

  /** A new calendar month: nothing is used. @returns whether something had been used up */
  renew(allowances: readonly Allowance[]): boolean {
    const was = this.exhausted;
    if (this.#cause !== undefined) this.#ended.push(this.#present(this.#cause));
    this.#cause = undefined;
    this.#allowance = timeAllowance(allowances);
    this.#used.restart(this.#context.now);
    this.#active.restart(this.#context.now);
    this.#plan();
    return was;
  }

  #present(cause: QuotaCause): Exhaustion {
    return { cause, at_seconds: this.#exhaustedSince, until_seconds: this.#context.now };
  }

  #plan(): void {
    const { now } = this.#context;
    const { compute_seconds, active_seconds } = this.#allowance;
    const seconds = Math.min(
      secondsUntilExceeded(this.#used.integral(now), compute_seconds, this.#used.level),
      secondsUntilExceeded(this.#active.integral(now), active_seconds, this.#active.level),
    );
    if (this.exhausted || seconds === Number.POSITIVE_INFINITY) this.#alarm.off();
    else this.#alarm.after(seconds);
  }
}
