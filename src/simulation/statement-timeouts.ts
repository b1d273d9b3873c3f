import { WAIT_TIMEOUT } from './event-kind.js';
import { NONE } from './query-table.js';
import type { RunContext } from './run-context.js';

/** The limits that loads set to how long one of their queries is worked on, and the events that watch them. */
export class StatementTimeouts {
  declare private readonly context: RunContext;
  /** By load: seconds, Infinity for no limit. */
  declare private readonly seconds: Float64Array;

  constructor(context: RunContext) {
    this.context = context;
    this.seconds = context.loads.statementTimeout;
  }

  /** Work on a query begins. */
  begin(query: number): void {
    const { queries, calendar } = this.context;
    const seconds = this.seconds[queries.load[query]!]!;
    if (seconds === Number.POSITIVE_INFINITY) return;
    queries.timeout[query] = calendar.schedule(calendar.now + seconds, WAIT_TIMEOUT, query);
  }

  /** It has ended before its time. */
  end(query: number): void {
    const { queries, calendar } = this.context;
    if (queries.timeout[query] === NONE) return;
    calendar.cancel(queries.timeout[query]!);
    queries.timeout[query] = NONE;
  }
}
