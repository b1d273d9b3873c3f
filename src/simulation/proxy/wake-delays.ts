import type { Disruptions } from '../record/disruptions.js';
import type { QueryMeters } from '../record/query-meters.js';
import type { RunContext } from '../run/run-context.js';

/** The account of which queries had to wait for a wake or restart of one compute, and for how long. */
export class WakeDelays {
  readonly #context: RunContext;
  readonly #meters: QueryMeters;
  readonly #disruptions: Disruptions;

  constructor(context: RunContext, meters: QueryMeters, disruptions: Disruptions) {
    this.#context = context;
    this.#meters = meters;
    this.#disruptions = disruptions;
  }

  /** The query has to wait for a wake or restart: counts once for each query. @returns whether it counted now */
  mark(query: number): boolean {
    const { queries, now } = this.#context;
    const first = queries.delayed[query] === 0 && queries.opening[query] === 0;
    if (first) this.#meters.delayed += queries.weight[query]!;
    if (queries.delayed[query] !== 1) queries.heldAt[query] = now;
    queries.delayed[query] = 1;
    return first;
  }

  /**
   * A query that was delayed goes on.
   * @param activeSince when the compute came up, which is when the query's wait for that ended
   */
  settle(query: number, activeSince: number): void {
    const { queries } = this.#context;
    if (queries.delayed[query] !== 1) return;
    queries.delayed[query] = 2;
    this.#disruptions.waited(query, queries.heldAt[query]!);
    if (queries.opening[query] === 0) {
      this.#meters.delay.add(Math.max(0, activeSince - queries.heldAt[query]!), queries.weight[query]!);
    }
  }
}
