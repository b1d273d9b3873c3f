import { WAIT_TIMEOUT } from './event-kind.js';
import type { QueryMeters } from './query-meters.js';
import { NONE, QueryList, Stage } from './query-table.js';
import type { RunContext } from './run-context.js';

/**
 * The callers a proxy holds while their compute wakes or restarts, in the order they came, and the account of
 * who was delayed by that and for how long.
 */
export class HeldCallers {
  readonly #context: RunContext;
  readonly #meters: QueryMeters;
  readonly #list: QueryList;
  /** By load: seconds a client waits for a connection, Infinity for ever. */
  readonly #connectTimeout: Float64Array;

  constructor(context: RunContext, meters: QueryMeters) {
    this.#context = context;
    this.#meters = meters;
    this.#list = new QueryList(context.queries);
    this.#connectTimeout = Float64Array.from(
      context.scenario.load,
      ({ retry }) => retry.connect_timeout_seconds ?? Number.POSITIVE_INFINITY,
    );
  }

  /** Callers held now. */
  get count(): number {
    return this.#list.length;
  }

  /** The query has to wait for a wake or restart: counts once for each query, however often it happens. */
  markDelayed(query: number): void {
    const { queries, now } = this.#context;
    if (queries.delayed[query] === 0) this.#meters.delayed += 1;
    if (queries.delayed[query] !== 1) queries.heldAt[query] = now;
    queries.delayed[query] = 1;
  }

  /**
   * A query that was delayed goes on.
   * @param activeSince when the compute came up, which is when the query's wait for that ended
   */
  settleDelay(query: number, activeSince: number): void {
    const { queries } = this.#context;
    if (queries.delayed[query] !== 1) return;
    queries.delayed[query] = 2;
    this.#meters.delay.add(Math.max(0, activeSince - queries.heldAt[query]!));
  }

  /** Holds a caller until it is let in or its connect timeout is over. */
  hold(query: number): void {
    const { queries, calendar } = this.#context;
    this.markDelayed(query);
    queries.stage[query] = Stage.held;
    this.#list.push(query);
    const timeout = this.#connectTimeout[queries.load[query]!]!;
    if (timeout === Number.POSITIVE_INFINITY) return;
    queries.timeout[query] = calendar.schedule(calendar.now + timeout, WAIT_TIMEOUT, query);
  }

  /** Takes out the caller that has waited longest; there must be one. */
  next(): number {
    const { queries, calendar } = this.#context;
    const query = this.#list.shift();
    if (queries.timeout[query] !== NONE) calendar.cancel(queries.timeout[query]!);
    queries.timeout[query] = NONE;
    return query;
  }

  /** A caller's connect timeout is over. */
  abandon(query: number): void {
    this.#list.remove(query);
  }
}
