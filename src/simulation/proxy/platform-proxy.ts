import { nextTryAfter, PROXY_LIMITS, PROXY_TEXTS, type TrySchedule } from '../../compute/proxy-limits.js';
import { RateWindows } from '../../compute/rate-windows.js';
import { ComputePart } from '../run/compute-part.js';
import { PROXY_TRY } from '../run/event-kind.js';
import { NONE, QueryList } from '../run/query-table.js';
import type { EventHandlers } from '../run/run-context.js';
import type { ConnectionProxy } from './connection-proxy.js';

/** State of a caller: before a request to wake, between two tries, or waiting for a permit. */
const Place = { none: 0, asking: 1, between: 2, permit: 3 } as const;

/**
 * The platform's proxy in front of one compute, with the figures of {@link PROXY_LIMITS}.
 *
 * A caller of a suspended or waking compute waits for the control plane's answer, which comes when the compute
 * runs. A caller of a restarting compute is not notified when it is up: the proxy dials again after a delay, so the
 * caller is admitted at the next try. A connection that is being opened takes a permit.
 */
export class PlatformProxy extends ComputePart implements ConnectionProxy {
  readonly #asking = new QueryList(this.context.queries);
  readonly #between = new QueryList(this.context.queries);
  readonly #permits = new QueryList(this.context.queries);
  /** By {@link Place}. */
  readonly #lists = [undefined, this.#asking, this.#between, this.#permits] as const;
  readonly #connectionRate = new RateWindows(PROXY_LIMITS.connection_rate);
  readonly #wakeRate = new RateWindows(PROXY_LIMITS.wake_rate);
  #opening = 0;
  /** A caller has timed out waiting for a permit, and none has been free since. */
  #permitsStuck = false;
  #isAdmitting = false;

  get waiting(): number {
    return this.#asking.length + this.#between.length;
  }

  get asking(): number {
    return this.#asking.length;
  }

  get refusesUntil(): number {
    return this.#permitsStuck ? Number.POSITIVE_INFINITY : this.#connectionRate.admitsFrom();
  }

  connect(query: number): void {
    if (!this.#connectionRate.take(this.context.now)) {
      const { admission } = this.compute;
      admission.updateAvailability();
      admission.refuse(query, 'XX000', PROXY_TEXTS.rate_exceeded);
      return;
    }
    const { wakeTries, dials } = this.context.queries;
    wakeTries[query] = 0;
    dials[query] = 0;
    this.#try(query);
  }

  settle(): void {
    for (let left = this.#asking.length; left > 0; left--) {
      const query = this.#asking.first;
      this.#takeOut(query);
      this.#try(query);
    }
  }

  stopped(): void {
    this.#opening = 0;
    this.#permitsStuck = false;
    for (let left = this.#permits.length; left > 0; left--) {
      const query = this.#permits.first;
      this.#takeOut(query);
      this.#try(query);
    }
  }

  abandon(query: number): void {
    this.#takeOut(query);
  }

  tryAgain(query: number): void {
    const place = this.context.queries.proxyPlace[query]!;
    this.#takeOut(query);
    if (place === Place.between) this.#try(query);
    else if (place === Place.asking) this.#askLater(query);
    else {
      this.#permitsStuck = true;
      this.compute.admission.updateAvailability();
      this.#refuse(query, PROXY_TEXTS.no_permit);
    }
  }

  opening(): void {
    this.#opening += 1;
  }

  opened(): void {
    this.#opening -= 1;
    if (this.#permitsStuck) {
      this.#permitsStuck = false;
      this.compute.admission.updateAvailability();
    }
    this.#givePermits();
  }

  #try(query: number): void {
    const { state, admission } = this.compute;
    if (state === 'active') {
      if (this.#permits.length === 0 && this.#opening < PROXY_LIMITS.permits) this.#admit(query);
      else this.#wait(query, Place.permit, PROXY_LIMITS.permit_wait_seconds);
    } else if (admission.barred) {
      this.context.limits.end(query);
      admission.refuseBarred(query);
    } else if (state === 'restarting') this.#dialLater(query);
    else this.#ask(query);
  }

  /** Asks the control plane for a running compute; it answers when the compute runs. */
  #ask(query: number): void {
    const { state, faults, admission } = this.compute;
    if (!this.#wakeRate.take(this.context.now)) {
      this.#refuse(query, PROXY_TEXTS.rate_exceeded);
      return;
    }
    if (state === 'idle' && faults.startBlock !== undefined) {
      if (!this.#askLater(query)) return;
    } else this.#wait(query, Place.asking, PROXY_LIMITS.wake_request_seconds);
    admission.requestWake(query);
  }

  /** A request to wake has failed. @returns whether there will be another */
  #askLater(query: number): boolean {
    const { wakeTries } = this.context.queries;
    wakeTries[query]! += 1;
    if (this.#later(query, PROXY_LIMITS.wake, wakeTries[query]!)) return true;
    const block = this.compute.faults.startBlock;
    if (block?.kind === 'operation') this.#refuse(query, block.message);
    else this.#fail(query);
    return false;
  }

  #dialLater(query: number): void {
    const { dials } = this.context.queries;
    dials[query]! += 1;
    if (this.#later(query, PROXY_LIMITS.connect, dials[query]!)) this.compute.admission.requestWake(query);
    else this.#fail(query);
  }

  /** Schedules another try, if any are left. */
  #later(query: number, schedule: TrySchedule, tries: number): boolean {
    const seconds = nextTryAfter(schedule, tries);
    if (seconds === undefined) return false;
    this.#wait(query, Place.between, seconds);
    return true;
  }

  /** Admits callers that wait for a permit. A loop, since a caller that finishes at once frees its permit within it. */
  #givePermits(): void {
    if (this.#isAdmitting) return;
    this.#isAdmitting = true;
    while (this.#permits.length > 0 && this.#opening < PROXY_LIMITS.permits) {
      const query = this.#permits.first;
      this.#takeOut(query);
      this.#admit(query);
    }
    this.#isAdmitting = false;
  }

  #admit(query: number): void {
    this.context.limits.end(query);
    this.compute.admission.admit(query);
  }

  #wait(query: number, place: number, seconds: number): void {
    const { calendar, queries } = this.context;
    this.compute.admission.hold(query);
    queries.proxyPlace[query] = place;
    this.#lists[place]!.push(query);
    queries.event[query] = calendar.schedule(calendar.now + seconds, PROXY_TRY, query);
  }

  #takeOut(query: number): void {
    const { calendar, queries } = this.context;
    this.#lists[queries.proxyPlace[query]!]!.remove(query);
    queries.proxyPlace[query] = Place.none;
    calendar.cancel(queries.event[query]!);
    queries.event[query] = NONE;
  }

  #refuse(query: number, words: string): void {
    this.context.limits.end(query);
    this.compute.admission.refuse(query, 'XX000', words);
  }

  #fail(query: number): void {
    this.context.limits.end(query);
    this.compute.admission.failUnreached(query, PROXY_TEXTS.unreachable);
  }
}

export const PROXY_EVENTS: EventHandlers = {
  [PROXY_TRY]: (run, query) => run.computeOf(query).admission.proxy.tryAgain?.(query),
};
