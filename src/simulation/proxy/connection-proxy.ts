import type { Compute } from '../lifecycle/compute.js';
import { QueryList } from '../run/query-table.js';
import type { RunContext } from '../run/run-context.js';

/** What stands between the clients of one compute and the compute; what it does nothing about, it does not have. */
export interface ConnectionProxy {
  /** Callers that wait for the compute to run, or for the proxy's next try. */
  readonly waiting: number;
  /** Those of them for whom the compute is woken when a wake is possible again. */
  readonly asking: number;
  /** Until when it refuses every new connection to an active compute; in the past unless it does. */
  readonly refusesUntil?: number;
  /** A client wants a connection for its query. */
  connect(query: number): void;
  /** The compute runs, or is not to run any more: those who wait for it are let in, or refused. */
  settle?(): void;
  /** The compute has stopped: no connection is being opened any more. */
  stopped?(): void;
  /** A caller's connect timeout is over. */
  abandon?(query: number): void;
  /** Handles `PROXY_TRY`: what the proxy has planned for a caller. */
  tryAgain?(query: number): void;
  /** A client's connection to the compute is being opened, and then is open. */
  opening?(): void;
  opened?(): void;
}

/** A proxy that holds every caller until the compute runs, and lets them in at that moment, in the order they came. */
export class TransparentProxy implements ConnectionProxy {
  readonly #compute: Compute;
  readonly #context: RunContext;
  readonly #list: QueryList;

  constructor(context: RunContext, compute: Compute) {
    this.#compute = compute;
    this.#context = context;
    this.#list = new QueryList(context.queries);
  }

  get waiting(): number {
    return this.#list.length;
  }

  get asking(): number {
    return this.#list.length;
  }

  connect(query: number): void {
    const { clock, admission } = this.#compute;
    if (clock.state === 'active') admission.admit(query);
    else if (admission.barred) admission.turnAway(query);
    else {
      admission.hold(query);
      this.#list.push(query);
      admission.requestWake(query);
    }
  }

  settle(): void {
    while (this.#list.length > 0) {
      const query = this.#list.shift();
      this.#context.limits.end(query);
      this.connect(query);
    }
  }

  abandon(query: number): void {
    this.#list.remove(query);
  }
}

/**
 * No proxy at all: nobody holds a caller. A suspended compute still wakes for one, but what answers meanwhile is
 * the server that starts up, or nothing.
 */
export class AbsentProxy implements ConnectionProxy {
  readonly waiting = 0;
  readonly asking = 0;
  readonly #compute: Compute;

  constructor(compute: Compute) {
    this.#compute = compute;
  }

  connect(query: number): void {
    const { state, admission, lifecycle } = this.#compute;
    if (state === 'active') admission.admit(query);
    else if (admission.barred) admission.turnAway(query);
    else {
      admission.requestWake(query);
      if (lifecycle.crashed || this.#compute.state === 'idle')
        admission.failUnreached(query, 'connection refused: nothing runs there');
      else admission.refuse(query, '57P03', 'the database system is starting up');
    }
  }
}
