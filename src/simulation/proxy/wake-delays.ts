import type { Disruptions } from '../record/disruptions.js';
import type { QueryMeters } from '../record/query-meters.js';
import type { RunContext } from '../run/run-context.js';

/** Values of `queries.delayed`. */
const Delay = {
  none: 0,
  waits: 1,
  over: 2,
  /** Turned away by a compute that wakes or restarts: a wait only if another attempt follows. */
  refusedByWake: 3,
  refusedByRestart: 4,
} as const;

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
    const first = queries.delayed[query] === Delay.none && queries.opening[query] === 0;
    if (first) this.#meters.delayed += queries.weight[query]!;
    if (queries.delayed[query] !== Delay.waits) queries.heldAt[query] = now;
    queries.delayed[query] = Delay.waits;
    return first;
  }

  /** A compute that does not run turns the query away at once. */
  turnAway(query: number, by: 'wake' | 'restart'): void {
    const { queries, now } = this.#context;
    if (queries.delayed[query] !== Delay.none || queries.opening[query] === 1) return;
    queries.heldAt[query] = now;
    queries.delayed[query] = by === 'wake' ? Delay.refusedByWake : Delay.refusedByRestart;
  }

  /** Another attempt begins. @returns what had turned the query away, if it counts as a wait from now on */
  triesAgain(query: number): 'wake' | 'restart' | undefined {
    const { queries } = this.#context;
    const before = queries.delayed[query]!;
    if (before < Delay.refusedByWake) return undefined;
    queries.delayed[query] = Delay.waits;
    this.#meters.delayed += queries.weight[query]!;
    return before === Delay.refusedByWake ? 'wake' : 'restart';
  }

  /**
   * A query that was delayed goes on.
   * @param activeSince when the compute came up, which is when the query's wait for that ended
   */
  settle(query: number, activeSince: number): void {
    const { queries } = this.#context;
    if (queries.delayed[query] !== Delay.waits) return;
    queries.delayed[query] = Delay.over;
    this.#disruptions.waited(query, queries.heldAt[query]!);
    if (queries.opening[query] === 0) {
      this.#meters.delay.add(Math.max(0, activeSince - queries.heldAt[query]!), queries.weight[query]!);
    }
  }
}
