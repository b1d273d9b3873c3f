import { WAIT_TIMEOUT } from './event-kind.js';
import { NONE, Stage } from './query-table.js';
import type { RunContext } from './run-context.js';

/**
 * The callers a proxy holds for one compute, each with its own limit: when its connect timeout is over, counted
 * from when the attempt began, it gives up.
 */
export class HeldCallers {
  readonly #context: RunContext;
  /** By load: seconds a client waits for a connection, Infinity for ever. */
  readonly #connectTimeout: Float64Array;

  constructor(context: RunContext) {
    this.#context = context;
    this.#connectTimeout = context.loads.connectTimeout;
  }

  /** Holds a caller, or goes on holding it. */
  hold(query: number): void {
    const { queries, calendar } = this.#context;
    queries.stage[query] = Stage.held;
    if (queries.timeout[query] !== NONE) return;
    const timeout = this.#connectTimeout[queries.load[query]!]!;
    if (timeout === Number.POSITIVE_INFINITY) return;
    queries.timeout[query] = calendar.schedule(calendar.now + timeout, WAIT_TIMEOUT, query);
  }

  /** Does not hold a caller any longer: it is let in, or refused. */
  release(query: number): void {
    const { queries, calendar } = this.#context;
    if (queries.timeout[query] !== NONE) calendar.cancel(queries.timeout[query]!);
    queries.timeout[query] = NONE;
  }
}
