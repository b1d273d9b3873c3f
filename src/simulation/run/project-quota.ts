import {
  type Consumption,
  exceededQuota,
  secondsUntilExceeded,
} from '../../compute/lifecycle/consumption.js';
import { sumOf } from '../../kernel/sums.js';
import { TimeWeighted } from '../../statistics/time-weighted.js';
import type { Compute } from '../lifecycle/compute.js';
import { Alarm } from './alarm.js';
import { type Allowance, allowancesIn, firstMonth } from './allowances.js';
import { QUOTA } from './event-kind.js';
import type { Exhaustion, QuotaCause } from './observation.js';
import type { RunContext } from './run-context.js';
import { sentBytes } from './sent-bytes.js';

/** Values of the event target of {@link QUOTA}. */
const TIME_CHECK = 0;
const BYTE_CHECK = 1;

/** Time between two checks of bytes. Source: platform documentation, consumption limits, 2026-02: about 15 minutes. */
const CHECK_SECONDS = 900;

/** By quota: the error message for clients, in the platform's wording, and the reason for suspending computes. */
export const QUOTA_TEXTS: Readonly<Record<QuotaCause, { readonly error: string; readonly reason: string }>> =
  {
    plan: texts('compute time', 'the CU-hours of the plan are'),
    plan_transfer: texts('data transfer', 'the transfer of the plan is'),
    compute_time: texts('compute time', "the project's quota of compute time is"),
    active_time: texts('active time', "the project's quota of active time is"),
    data_transfer: texts('data transfer', "the project's quota of data transfer is"),
    written_data: texts('written data', "the project's quota of written data is"),
  };

function texts(resource: string, quota: string) {
  return { error: `${resource} quota exceeded`, reason: `${quota} used up until the month ends` };
}

/** The time that plan and quota allow per month; Infinity for no limit. */
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
 * The monthly allowance of a project. While some of it remains, one event is scheduled for the time at which compute
 * or active time will be exhausted at the current sizes; it moves whenever a size changes. Bytes are checked every 15
 * minutes, as on the platform: bytes sent follow from completed queries and subscribers, bytes written from the time.
 */
export class QuotaMeter {
  readonly #context: RunContext;
  #allowance: TimeAllowance;
  /** CU-seconds used this month: the integral of all billed sizes, and of the number of active computes. */
  readonly #used = new TimeWeighted(0, 0);
  readonly #active = new TimeWeighted(0, 0);
  readonly #alarm: Alarm;
  readonly #byteCheck: Alarm;
  #byteLimits: readonly Allowance[] = [];
  #sentBefore = 0;
  #monthBegan = 0;
  /** The exhausted quota; `undefined` if none is. */
  cause: QuotaCause | undefined;
  #exhaustedSince = 0;
  readonly #ended: Exhaustion[] = [];

  constructor(context: RunContext) {
    this.#context = context;
    this.#alarm = new Alarm(context.calendar, QUOTA, TIME_CHECK);
    this.#byteCheck = new Alarm(context.calendar, QUOTA, BYTE_CHECK);
    this.#allowance = timeAllowance(allowancesIn(context.scenario, firstMonth(context.scenario)));
  }

  /** Whether the month's allowance is exhausted: no compute of the project can run. */
  get exhausted(): boolean {
    return this.cause !== undefined;
  }

  /** When a quota may be exhausted next: time at the current sizes, bytes at their next check. */
  get due(): number {
    return Math.min(this.#alarm.time, this.#byteCheck.time);
  }

  /** When the quota was exhausted; `undefined` if it is not. */
  get exhaustedSince(): number | undefined {
    return this.exhausted ? this.#exhaustedSince : undefined;
  }

  /** Intervals so far during which a quota was exhausted. */
  get exhaustions(): readonly Exhaustion[] {
    return this.cause === undefined ? this.#ended : [...this.#ended, this.#present(this.cause)];
  }

  /** A compute's billed size and the number of active computes have changed by these amounts. */
  changeRate(change_cu: number, change_active: number): void {
    const { compute_seconds, active_seconds } = this.#allowance;
    if (Math.min(compute_seconds, active_seconds) === Number.POSITIVE_INFINITY) return;
    this.#used.change(this.#context.now, this.#used.level + change_cu);
    if (change_active !== 0) this.#active.change(this.#context.now, this.#active.level + change_active);
    this.#plan();
  }

  /** The run begins, and with it the check of bytes. */
  begin(allowances: readonly Allowance[]): void {
    this.#byteLimits = allowances.filter(
      ({ name }) => name === 'written_data_bytes' || name === 'data_transfer_bytes',
    );
    if (this.#byteLimits.length === 0) return;
    this.#sentBefore = this.#sent;
    this.#monthBegan = this.#context.now;
    this.#byteCheck.after(CHECK_SECONDS);
  }

  /** Handles {@link QUOTA}. @returns whether a quota is exhausted from now on; the caller suspends the computes */
  check(what: number): boolean {
    const cause = what === BYTE_CHECK ? this.#usedBytes() : this.#usedTime();
    if (cause === undefined || (what === BYTE_CHECK && this.exhausted)) return false;
    this.#alarm.off();
    this.cause = cause;
    this.#exhaustedSince = this.#context.now;
    return true;
  }

  /** Starts a new calendar month with full allowances. @returns whether a quota had been exhausted */
  renew(allowances: readonly Allowance[]): boolean {
    this.begin(allowances);
    const was = this.exhausted;
    if (this.cause !== undefined) this.#ended.push(this.#present(this.cause));
    this.cause = undefined;
    this.#allowance = timeAllowance(allowances);
    this.#used.restart(this.#context.now);
    this.#active.restart(this.#context.now);
    this.#plan();
    return was;
  }

  get #sent(): number {
    return sumOf(this.#context.computes, (compute) => sentBytes(this.#context, compute));
  }

  #usedTime(): QuotaCause {
    this.#alarm.fired();
    const { now } = this.#context;
    const used = {
      compute_seconds: this.#used.integral(now),
      active_seconds: this.#active.integral(now),
    };
    const { plan_seconds, compute_seconds } = this.#allowance;
    if (exceededQuota(used, this.#allowance) === 'active_seconds') return 'active_time';
    return compute_seconds === plan_seconds ? 'plan' : 'compute_time';
  }

  /** The limit on bytes that is reached, if any; otherwise the next check is scheduled. */
  #usedBytes(): QuotaCause | undefined {
    this.#byteCheck.fired();
    const { data } = this.#context.scenario;
    const seconds = this.#context.now - this.#monthBegan;
    const sent = this.#sent - this.#sentBefore + seconds * data.replicated_bytes_per_second;
    const written = seconds * data.written_bytes_per_second;
    for (const { name, limit, of } of this.#byteLimits) {
      const used = name === 'written_data_bytes' ? written : sent;
      if (used < limit) continue;
      if (name === 'written_data_bytes') return 'written_data';
      return of === 'plan' ? 'plan_transfer' : 'data_transfer';
    }
    this.#byteCheck.after(CHECK_SECONDS);
    return undefined;
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

/** Suspends a compute if the project's quota is exhausted; impossible during an outage of the control plane. */
export function suspendForQuota({ quota, faults, admission, lifecycle }: Compute): void {
  if (quota.cause === undefined || faults.keepsAwake) return;
  lifecycle.suspendNow(QUOTA_TEXTS[quota.cause].error);
  admission.settle();
}

/** The project's quota is exhausted, or a new month has renewed it. */
export function quotaChanged(compute: Compute): void {
  const { quota, decisions, admission, cu } = compute;
  if (quota.cause !== undefined) {
    decisions.add('quota_exhausted', cu, QUOTA_TEXTS[quota.cause].reason);
    suspendForQuota(compute);
  } else decisions.add('quota_renewed', cu, 'a new month: all quotas are renewed');
  admission.updateAvailability();
}
