import { wholeDown } from '../../kernel/whole-steps.js';
import { Histogram } from '../../statistics/histogram.js';
import { ComputePart } from '../run/compute-part.js';
import { QueryList, Stage } from '../run/query-table.js';

/** The server connections of one user and database, and the queries waiting for them. */
interface ServerPool {
  readonly waiting: QueryList;
  open: number;
  idle: number;
  pumping: boolean;
  /** A query has timed out in its queue, and no server connection has been free since. */
  stuck: boolean;
}

/** A pool's server connection for a query: none, an open one, or one that it may open. */
const Server = { none: 0, idle: 1, fresh: 2 } as const;

/**
 * The transaction pooler inside a compute: many clients share few server connections. Each pair of user and
 * database has a separate pool. A query takes an idle server connection of its pool, or opens one while the
 * pool and `max_connections` allow it, or waits in the queue. A suspend or restart cuts all connections.
 */
export class Pooler extends ComputePart {
  /** Maximum number of concurrent client connections so far, including idle ones. */
  clientsPeak = 0;
  /** Maximum number of waiting queries so far, over all pools. */
  waitingPeak = 0;
  /** Queries that had to wait for a server connection. */
  queued = 0;
  /** Seconds that each of them waited, including those that gave up or were cut off. */
  readonly wait = new Histogram();
  private readonly pools = Array.from(
    { length: this.context.loads.pools },
    (): ServerPool => ({
      waiting: new QueryList(this.context.queries),
      open: 0,
      idle: 0,
      pumping: false,
      stuck: false,
    }),
  );
  /** By load: its pool; −1 if clients connect directly. */
  private readonly poolOfLoad = this.context.loads.pool;
  /** Server connections that a pool may open. */
  most_servers = 0;
  /** Client connections that stay open whether or not they have a query inside. */
  #standing = 0;
  /** Queries inside whose client connection exists only for them. */
  #passing = 0;
  #waiting = 0;
  /** Pools whose queue is stuck. */
  #stuck = 0;
  readonly #maxClients = this.context.scenario.model.pooler_max_clients;
  /** The pool that is served first when a slot becomes free. */
  #turn = 0;

  /** Client connections open now. */
  get clients(): number {
    return this.#standing + this.#passing;
  }

  /** Whether no further client connection is admitted. */
  get full(): boolean {
    return this.#standing + this.#passing >= this.#maxClients;
  }

  /** Whether a query has timed out in a queue that has not moved since. */
  get stuck(): boolean {
    return this.#stuck > 0;
  }

  /** Server connections open now, over all pools. */
  get servers(): number {
    return this.pools.reduce((sum, pool) => sum + pool.open, 0);
  }

  /** Server connections of a load's pool that are open, and how many it may open. */
  openFor(load: number): number {
    return this.pools[this.poolOfLoad[load]!]!.open;
  }

  /** Opens a server connection of a load's pool for queries that are not simulated. @returns whether it succeeded */
  openUnseen(load: number): boolean {
    const pool = this.pools[this.poolOfLoad[load]!]!;
    if (pool.open >= this.most_servers || !this.compute.service.takeSlot()) return false;
    pool.open += 1;
    pool.idle += 1;
    this.compute.memory.connectionOpened();
    return true;
  }

  /** Sets `max_connections`, which determines the size of each pool; only while no connection is open. */
  setMaxConnections(max_connections: number): void {
    const share = this.context.scenario.model.pooler_pool_share;
    this.most_servers = Math.max(1, wholeDown(share * max_connections));
  }

  /** A client connection was opened that stays open between queries; the caller has checked that there is room. */
  clientOpened(): void {
    this.#standing += 1;
    this.#noteClients();
  }

  /** Such a connection was closed. Connections cut by a stop of the compute are forgotten without a call. */
  clientClosed(): void {
    const wasFull = this.full;
    this.#standing -= 1;
    if (wasFull) this.compute.admission.updateAvailability();
  }

  /**
   * A client sends a query: over its open connection if it has one, otherwise over a new one, which is
   * refused when there are too many.
   */
  enter(query: number): void {
    const { queries, limits, scenario, now } = this.context;
    if (queries.connected[query] === 0) {
      if (this.full) {
        this.compute.admission.refuse(query, '08P01', 'no more connections allowed (max_client_conn)');
        return;
      }
      queries.passing[query] = 1;
      this.#passing += 1;
      this.#noteClients();
    }
    const pool = this.#poolOf(query);
    if (pool.waiting.length === 0 && !pool.pumping) {
      const server = this.#takeServer(pool);
      if (server !== Server.none) {
        this.#serve(pool, query, server);
        return;
      }
    }
    queries.enter(query, Stage.poolerWait);
    limits.begin(query, scenario.model.query_wait_timeout);
    queries.queuedAt[query] = now;
    pool.waiting.push(query);
    this.#waiting += 1;
    this.#pump(pool);
    if (this.#waiting > this.waitingPeak) this.waitingPeak = this.#waiting;
  }

  /** A query is done with its server connection, which is still open. */
  leave(query: number): void {
    this.#endPass(query);
    this.#free(this.#poolOf(query));
  }

  /** A transaction of a load's client ends without a query: its server connection is free. */
  leaveTransaction(load: number): void {
    this.#free(this.pools[this.poolOfLoad[load]!]!);
  }

  /** A query gives up waiting. */
  abandon(query: number): void {
    const pool = this.#poolOf(query);
    pool.waiting.remove(query);
    if (!pool.stuck) {
      pool.stuck = true;
      this.#stuck += 1;
    }
    this.#leaveQueue(query);
    this.#endPass(query);
  }

  /** The compute has stopped: every connection is cut. @returns the queries that were waiting */
  reset(): readonly number[] {
    const cut: number[] = [];
    for (const pool of this.pools) {
      pool.open = 0;
      pool.idle = 0;
      pool.stuck = false;
      while (pool.waiting.length > 0) {
        const query = pool.waiting.shift();
        this.#leaveQueue(query);
        cut.push(query);
      }
    }
    this.#standing = 0;
    this.#passing = 0;
    this.#stuck = 0;
    return cut;
  }

  /** A slot of the compute may be free: serves waiting queries, one pool after the other. */
  pump(): void {
    if (this.#stuck > 0)
      for (const pool of this.pools) if (pool.open < this.most_servers) this.#markMoving(pool);
    if (this.#waiting === 0) return;
    const count = this.pools.length;
    const first = this.#turn;
    for (let step = 0; step < count; step++) this.#pump(this.pools[(first + step) % count]!);
    this.#turn = (first + 1) % count;
  }

  #poolOf(query: number): ServerPool {
    return this.pools[this.poolOfLoad[this.context.queries.load[query]!]!]!;
  }

  #free(pool: ServerPool): void {
    pool.idle += 1;
    if (pool.stuck) this.#markMoving(pool);
    this.#pump(pool);
  }

  /** Marks a pool as moving: it has, or may open, a server connection for the next query in its queue. */
  #markMoving(pool: ServerPool): void {
    if (!pool.stuck) return;
    pool.stuck = false;
    this.#stuck -= 1;
    this.compute.admission.updateAvailability();
  }

  /** Serves waiting queries while there are connections. */
  #pump(pool: ServerPool): void {
    if (pool.pumping || pool.waiting.length === 0) return;
    const server = this.#takeServer(pool);
    if (server !== Server.none) this.#serve(pool, this.#nextInLine(pool), server);
  }

  /**
   * Serves a query with the server connection that has been taken, and then waiting queries. A loop rather than a
   * call for each: a query that completes immediately would otherwise serve the next one recursively, as deep as the
   * queue is long.
   */
  #serve(pool: ServerPool, query: number, server: number): void {
    pool.pumping = true;
    this.compute.service.serve(query, server === Server.fresh);
    while (pool.waiting.length > 0) {
      const next = this.#takeServer(pool);
      if (next === Server.none) break;
      this.compute.service.serve(this.#nextInLine(pool), next === Server.fresh);
    }
    pool.pumping = false;
  }

  #nextInLine(pool: ServerPool): number {
    const query = pool.waiting.shift();
    this.#leaveQueue(query);
    return query;
  }

  /** Takes an idle server connection, or a new one if one may be opened. */
  #takeServer(pool: ServerPool): number {
    if (pool.idle > 0) {
      pool.idle -= 1;
      return Server.idle;
    }
    if (pool.open >= this.most_servers || !this.compute.service.takeSlot()) return Server.none;
    pool.open += 1;
    return Server.fresh;
  }

  /** A query leaves the queue: its limit does not apply any more, and its wait is over. */
  #leaveQueue(query: number): void {
    const { queries, limits, now } = this.context;
    this.#waiting -= 1;
    limits.end(query);
    const waited = now - queries.queuedAt[query]!;
    if (waited === 0) return;
    const { causes, disruptions } = this.compute;
    const weight = queries.weight[query]!;
    causes.counts.countWait(queries.load[query]!, 'pooler', weight);
    disruptions.waited(query, queries.queuedAt[query]!);
    this.queued += weight;
    this.wait.add(waited, weight);
  }

  #endPass(query: number): void {
    const { passing } = this.context.queries;
    if (passing[query] !== 1) return;
    passing[query] = 0;
    const wasFull = this.full;
    this.#passing -= 1;
    if (wasFull) this.compute.admission.updateAvailability();
  }

  #noteClients(): void {
    const { clients } = this;
    if (clients > this.clientsPeak) this.clientsPeak = clients;
    if (clients >= this.#maxClients) this.compute.admission.updateAvailability();
  }
}
