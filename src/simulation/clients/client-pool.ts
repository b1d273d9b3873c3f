import { managesConnections, type PoolSpecification } from '../../workload/load-specification.js';
import type { Compute } from '../lifecycle/compute.js';
import { QueryList, Stage } from '../run/query-table.js';
import { CountedConnections, Found, type PoolConnections, type UnseenUse } from './client-pool-fixed.js';
import { AgedConnections } from './client-pool-ttl.js';
import { ClientProcess } from './client-process.js';
import type { LoadProcess } from './load-process.js';

// A local constant is inlined; imported or exported ones are looked up at each use.
const OPEN = Found.open;
const POOL_WAIT = Stage.poolWait;

/**
 * An application with a connection pool: a query takes a place in it, either with an open connection or with the
 * task of opening one, or waits in the queue.
 */
export class PoolClient extends ClientProcess {
  declare protected readonly connections: PoolConnections;
  declare private readonly waiting: QueryList;
  declare private readonly maxWaiting: number;
  private pumping = false;

  constructor(load: LoadProcess, compute: Compute, pool: PoolSpecification) {
    super(load, compute);
    this.waiting = new QueryList(load.context.queries);
    this.maxWaiting = pool.max_waiting ?? Number.POSITIVE_INFINITY;
    this.connections = managesConnections(pool)
      ? new AgedConnections(this, pool)
      : new CountedConnections(this, pool.size);
  }

  get connectionsInUse(): number {
    return this.connections.inUse + this.waiting.length;
  }

  override begin(): void {
    this.connections.begin();
  }

  override completed(query: number): void {
    this.giveBack(query);
    this.succeed(query);
    if (this.waiting.length > 0) this.pump();
  }

  failed(query: number, error: string): void {
    const { queries } = this;
    if (queries.opening[query] === 1) {
      queries.releaseOpening(query);
      this.connections.openingFailed(query);
    } else {
      this.giveBack(query);
      this.fail(query, error);
    }
    if (this.waiting.length > 0) this.pump();
  }

  override giveUpWaiting(query: number): void {
    this.waiting.remove(query);
    this.countWait(query);
    this.fail(query, 'acquire_timeout');
  }

  override opened(row: number): void {
    this.queries.releaseOpening(row);
    this.connections.opened(row);
    if (this.waiting.length > 0) this.pump();
  }

  override timer(): void {
    this.connections.timer();
    if (this.waiting.length > 0) this.pump();
  }

  override cut(): void {
    this.connections.cut();
  }

  override applyUnseen(use: UnseenUse): void {
    this.connections.applyUnseen(use);
  }

  protected override submit(query: number): void {
    if (this.connections.hasPlace && this.waiting.length === 0) this.takePlace(query);
    else this.waitForPlace(query);
  }

  private takePlace(query: number): void {
    const found = this.connections.take(query);
    if (found === OPEN) {
      this.queries.connect(query);
      this.compute.admission.run(query);
    } else if (found === Found.none) this.compute.admission.connect(query);
    else if (found === Found.ending) {
      this.compute.lifecycle.cutEndingSession(query);
      this.failed(query, '57P01');
    } else this.failed(query, '08006');
  }

  private waitForPlace(query: number): void {
    const { queries, limits } = this.context;
    if (this.waiting.length >= this.maxWaiting) {
      this.fail(query, 'pool_full');
      return;
    }
    if (this.compute.state !== 'active') this.compute.admission.waitInLine(query);
    queries.enter(query, POOL_WAIT);
    queries.queuedAt[query] = this.context.now;
    const { acquireTimeout } = this.load.draws;
    if (acquireTimeout !== undefined) limits.begin(query, acquireTimeout());
    this.waiting.push(query);
  }

  private giveBack(query: number): void {
    const { queries } = this;
    const connected = queries.connected[query] === 1;
    queries.disconnect(query);
    this.connections.giveBack(query, connected);
  }

  /**
   * Assigns free places to queued queries. A loop rather than a call for each: a query that completes immediately
   * would otherwise admit the next one recursively, as deep as the queue is long.
   */
  private pump(): void {
    if (this.pumping) return;
    this.pumping = true;
    const { limits } = this.context;
    while (this.waiting.length > 0 && this.connections.hasPlace) {
      const query = this.waiting.shift();
      limits.end(query);
      this.countWait(query);
      this.takePlace(query);
    }
    this.pumping = false;
  }

  private countWait(query: number): void {
    const { queries } = this;
    const waited = this.context.now - queries.queuedAt[query]!;
    if (waited === 0) return;
    const { meters, causes } = this.compute;
    meters.clientPoolWait.add(waited, queries.weight[query]!);
    causes.counts.countWait(this.load.index, 'client_pool', queries.weight[query]!);
  }
}
