import type { Calendar } from '../../kernel/calendar.js';
import { WAIT_TIMEOUT } from './event-kind.js';
import type { QueryTable } from './query-table.js';
import * as table from './query-table.js';
import type { EventHandlers } from './run-context.js';

// A local constant is inlined; imported or exported ones are looked up at each use.
const { NONE, Stage } = table;

/**
 * Time limits of each query: for a place in its client's pool, for a connection, for a server connection of the pooler,
 * and for its statement. One limit applies at a time, with one event.
 */
export class QueryLimits {
  declare private readonly calendar: Calendar;
  declare private readonly queries: QueryTable;

  constructor(calendar: Calendar, queries: QueryTable) {
    this.calendar = calendar;
    this.queries = queries;
  }

  /** A limit begins, unless one applies already. @param seconds from now; Infinity for no limit */
  begin(query: number, seconds: number): void {
    const { timeout } = this.queries;
    if (seconds === Number.POSITIVE_INFINITY || timeout[query] !== NONE) return;
    timeout[query] = this.calendar.schedule(this.calendar.now + seconds, WAIT_TIMEOUT, query);
  }

  end(query: number): void {
    const { timeout } = this.queries;
    if (timeout[query] === NONE) return;
    this.calendar.cancel(timeout[query]!);
    timeout[query] = NONE;
  }
}

export const LIMIT_EVENTS: EventHandlers = {
  [WAIT_TIMEOUT]: (run, query) => {
    const stage = run.queries.stage[query];
    run.queries.timeout[query] = NONE;
    if (stage === Stage.poolWait) run.clientOf(query).giveUpWaiting(query);
    else if (stage === Stage.onCpu || stage === Stage.offCpu) run.computeOf(query).service.cancel(query);
    else run.computeOf(query).admission.giveUpWaiting(query);
  },
};
