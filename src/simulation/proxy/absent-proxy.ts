import type { Compute } from '../lifecycle/compute.js';
import type { ConnectionProxy } from './connection-proxy.js';

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
