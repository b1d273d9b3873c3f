import type { Compute } from '../lifecycle/compute.js';
import { QueryList } from '../run/query-table.js';
import type { RunContext } from '../run/run-context.js';
import type { ConnectionProxy } from './connection-proxy.js';

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
