import { ComputePart } from '../run/compute-part.js';
import { QueryList } from '../run/query-table.js';

/** The proxy between the clients of one compute and the compute. Optional methods are events a proxy may ignore. */
export interface ConnectionProxy {
  /** Callers that wait for the compute to run, or for the proxy's next try. */
  readonly waiting: number;
  /** Callers among them that will wake the compute as soon as a wake is possible. */
  readonly asking: number;
  /** Until when it refuses every new connection to an active compute; in the past otherwise. */
  readonly refusesUntil?: number;
  connect(query: number): void;
  /** The compute runs, or will not run any more: waiting callers are admitted, or refused. */
  settle?(): void;
  /** The compute has stopped: connections that were being opened are gone. */
  stopped?(): void;
  /** A caller's connect timeout is over. */
  abandon?(query: number): void;
  /** Handles `PROXY_TRY`: an action that the proxy has scheduled for a caller. */
  tryAgain?(query: number): void;
  /** A client's connection to the compute is being opened, and then is open. */
  opening?(): void;
  opened?(): void;
}

/** A proxy that holds every caller until the compute runs, and then admits all of them in order of arrival. */
export class TransparentProxy extends ComputePart implements ConnectionProxy {
  readonly #list = new QueryList(this.context.queries);

  get waiting(): number {
    return this.#list.length;
  }

  get asking(): number {
    return this.#list.length;
  }

  connect(query: number): void {
    const { clock, admission } = this.compute;
    if (clock.state === 'active') admission.admit(query);
    else if (admission.barred) admission.refuseBarred(query);
    else {
      admission.hold(query);
      this.#list.push(query);
      admission.requestWake(query);
    }
  }

  settle(): void {
    while (this.#list.length > 0) {
      const query = this.#list.shift();
      this.context.limits.end(query);
      this.connect(query);
    }
  }

  abandon(query: number): void {
    this.#list.remove(query);
  }
}

/**
 * No proxy: callers are not held. A suspended compute still wakes for a caller, but until it runs the caller is
 * refused, by the starting server or because no server listens.
 */
export class AbsentProxy extends ComputePart implements ConnectionProxy {
  readonly waiting = 0;
  readonly asking = 0;

  connect(query: number): void {
    const { state, admission, lifecycle } = this.compute;
    if (state === 'active') admission.admit(query);
    else if (admission.barred) admission.refuseBarred(query);
    else {
      admission.requestWake(query);
      if (lifecycle.crashed || this.compute.state === 'idle')
        admission.failUnreached(query, 'connection refused: nothing runs there');
      else admission.refuse(query, '57P03', 'the database system is starting up');
    }
  }
}
