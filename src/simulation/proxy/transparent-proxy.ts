import type { ConnectionProxy, ProxyHost } from '../faults/proxy.js';
import { QueryList } from '../run/query-table.js';
import type { RunContext } from '../run/run-context.js';
import { hold } from './hold.js';

/** A proxy that holds every caller until the compute runs, and lets them in at that moment, in the order they came. */
export class TransparentProxy implements ConnectionProxy {
  readonly #host: ProxyHost;
  readonly #context: RunContext;
  readonly #list: QueryList;

  constructor(context: RunContext, host: ProxyHost) {
    this.#host = host;
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
    const host = this.#host;
    if (host.state === 'active') host.admit(query);
    else if (host.barred) host.turnAway(query);
    else {
      hold(this.#context, query);
      this.#list.push(query);
      host.call(query);
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
