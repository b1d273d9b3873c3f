import { WAIT_TIMEOUT } from './event-kind.js';
import { NONE, QueryList, Stage } from './query-table.js';
import type { RunContext } from './run-context.js';

/** The compute a pooler runs in. */
export interface PoolerHost {
  /** Opens one more server connection, if a slot is free. */
  takeSlot(): boolean;
  /** Works on a query over a server connection; `fresh` when it has just been opened. */
  serve(query: number, fresh: boolean): void;
  /** Refuses an attempt: counts and logs it, and tells the client. */
  refuse(query: number, error: string, words: string): void;
}

/**
 * The transaction pooler inside a compute: many clients share few server connections. A query takes an idle
 * server connection, or opens one while the pool and `max_connections` allow it, or waits in line.
 */
export class Pooler {
  readonly #context: RunContext;
  readonly #host: PoolerHost;
  readonly #waiting: QueryList;
  #size = 0;
  #open = 0;
  #idle = 0;
  #pumping = false;

  constructor(context: RunContext, host: PoolerHost) {
    this.#context = context;
    this.#host = host;
    this.#waiting = new QueryList(context.queries);
  }

  /** Another `max_connections`, on which the pool's size depends; only while it has no connection open. */
  setMaxConnections(max_connections: number): void {
    const share = this.#context.scenario.model.pooler_pool_share;
    this.#size = Math.max(1, Math.floor(share * max_connections + 1e-9));
  }

  /** A client sends a query. */
  enter(query: number): void {
    const { model } = this.#context.scenario;
    const clients = this.#open - this.#idle + this.#waiting.length;
    if (clients >= model.pooler_max_clients) {
      this.#host.refuse(query, '08P01', 'no more connections allowed (max_client_conn)');
      return;
    }
    const { calendar, queries } = this.#context;
    queries.stage[query] = Stage.poolerWait;
    queries.timeout[query] = calendar.schedule(calendar.now + model.query_wait_timeout, WAIT_TIMEOUT, query);
    this.#waiting.push(query);
    this.pump();
  }

  /** A query is through with its server connection, which is still open. */
  leave(): void {
    this.#idle += 1;
    this.pump();
  }

  /** A query gives up waiting. */
  abandon(query: number): void {
    this.#waiting.remove(query);
  }

  /** The compute has stopped: every connection is cut. @returns the clients that were waiting in line */
  reset(): readonly number[] {
    this.#open = 0;
    this.#idle = 0;
    const { calendar, queries } = this.#context;
    const cut: number[] = [];
    while (this.#waiting.length > 0) {
      const query = this.#waiting.shift();
      calendar.cancel(queries.timeout[query]!);
      queries.timeout[query] = NONE;
      cut.push(query);
    }
    return cut;
  }

  /**
   * Serves those in line while there are connections. A loop rather than a call for each: a query that is
   * done at once would otherwise serve the next one from within, as deep as the line is long.
   */
  pump(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    const { calendar, queries } = this.#context;
    while (this.#waiting.length > 0) {
      const fresh = this.#idle === 0;
      if (fresh) {
        if (this.#open >= this.#size || !this.#host.takeSlot()) break;
        this.#open += 1;
      } else this.#idle -= 1;
      const query = this.#waiting.shift();
      calendar.cancel(queries.timeout[query]!);
      queries.timeout[query] = NONE;
      this.#host.serve(query, fresh);
    }
    this.#pumping = false;
  }
}
