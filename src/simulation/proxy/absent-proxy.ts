import type { ConnectionProxy, ProxyHost } from '../faults/proxy.js';

/**
 * No proxy at all: nobody holds a caller. A suspended compute still wakes for one, but what answers meanwhile is
 * the server that starts up, or nothing.
 */
export class AbsentProxy implements ConnectionProxy {
  readonly waiting = 0;
  readonly asking = 0;
  readonly #host: ProxyHost;

  constructor(host: ProxyHost) {
    this.#host = host;
  }

  connect(query: number): void {
    const host = this.#host;
    if (host.state === 'active') host.admit(query);
    else if (host.barred) host.turnAway(query);
    else {
      host.call(query);
      if (host.crashed || host.state === 'idle')
        host.unreachable(query, 'connection refused: nothing runs there');
      else host.refuse(query, '57P03', 'the database system is starting up');
    }
  }
}
