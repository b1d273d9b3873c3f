import { ForkQueue } from '../../compute/fork-queue.js';
import type { Compute } from '../lifecycle/compute.js';
import { ComputePart } from '../run/compute-part.js';
import type { Observer } from '../run/observation.js';
import type { RunContext } from '../run/run-context.js';
import { Pooler } from './pooler.js';
import { QueryExecution } from './query-execution.js';

/**
 * The service of an active compute to its clients: assigns connection slots, directly or through its pooler,
 * and executes queries.
 */
export class QueryService extends ComputePart {
  readonly execution = new QueryExecution(this.context, this.compute);
  readonly pooler = new Pooler(this.context, this.compute);
  private readonly connectLatency = this.drawsOf(
    this.context.scenario.model.connect_latency,
    'connect-latency',
  );
  private readonly forks = new ForkQueue(this.context.scenario.model.fork_latency);
  /** CPU seconds of a new connection, for the query it was opened for. */
  private readonly connectionCpu = this.context.scenario.model.connection_cpu;
  /** Observer of completed queries, if any. */
  declare private readonly queryObserver: Pick<Required<Observer>, 'query'> | undefined;
  /** By load: 1 if clients go through the pooler, keep their connections, run one transaction in each. */
  private readonly viaPooler = this.context.loads.viaPooler;
  private readonly stands = this.context.loads.stands;
  private readonly inTransaction = this.context.loads.inTransaction;
  /** Whether any load goes through the pooler; if not, queries are not checked. */
  private readonly anyPooled = this.context.loads.anyPooled;

  constructor(context: RunContext, compute: Compute) {
    super(context, compute);
    const { observer } = context;
    this.queryObserver = observer?.query === undefined ? undefined : (observer as Required<Observer>);
  }

  /** Gives a client's query a connection, or a place in the pooler's queue, or refuses it. */
  admit(query: number): void {
    const { queries, now } = this.context;
    if (this.viaPooler[queries.load[query]!] === 1) this.enterPooler(query);
    else if (this.takeSlot()) {
      this.compute.causes.counts.addSlots(queries.load[query]!, 1);
      queries.connect(query);
      queries.connectedAt[query] = now;
      this.open(query);
    } else this.compute.admission.refuse(query, '53300', this.compute.slots.refusal);
  }

  /** A query arrives over an open connection, of the compute or of its pooler. */
  start(query: number): void {
    if (this.anyPooled && this.needsServer(query)) this.pooler.enter(query);
    else this.work(query);
  }

  /** Cancels a query that has been executing for too long. */
  cancel(query: number): void {
    this.execution.cancel(query);
    this.giveBack(query);
    this.fail(query, '57014');
    if (this.execution.busy === 0) this.compute.suspension.workEnds();
  }

  /** Executes a query on a connection of the compute, after the CPU work of opening the connection, if any. */
  private work(query: number, connection_cpu_seconds = 0): void {
    if (this.execution.fitsOnDisk(query)) {
      this.execution.start(query, connection_cpu_seconds);
      return;
    }
    this.giveBack(query);
    this.fail(query, '53100');
    if (this.execution.busy === 0) this.compute.suspension.workEnds();
  }

  /** A query has spent the connection time. */
  connected(query: number): void {
    this.execution.connected(query);
    this.compute.memory.connectionOpened();
    if (this.viaPooler[this.context.queries.load[query]!] === 0) this.compute.admission.proxy.opened?.();
    this.begin(query);
  }

  /** A client of a load closes its connection. */
  disconnect(load: number): void {
    if (this.viaPooler[load] === 1) {
      this.pooler.clientClosed();
      return;
    }
    const { slots } = this.compute;
    this.compute.size.rest.resume();
    const wasFull = slots.full;
    this.compute.causes.counts.addSlots(load, -1);
    slots.release(this.context.now);
    if (slots.open === 0) this.compute.suspension.lastConnectionClosed();
    this.compute.memory.connectionClosed();
    if (!wasFull) return;
    this.pooler.pump();
    this.compute.admission.updateAvailability();
  }

  /** Stops all work and cuts every connection. @returns the queries that were being executed or waiting */
  stop(): readonly number[] {
    const { queries, now } = this.context;
    const stopped = [...this.execution.abort(), ...this.pooler.reset()];
    this.forks.clear();
    this.compute.slots.dropAll(now);
    this.compute.causes.counts.dropAll();
    for (const query of stopped) {
      queries.disconnect(query);
      queries.served[query] = 0;
      queries.passing[query] = 0;
    }
    for (const client of this.compute.clients) client.cut?.();
    return stopped;
  }

  /** For {@link QueryExecution}: a query is done. */
  executed(query: number): void {
    const { queries, clients, now } = this.context;
    if (queries.openings > 0 && queries.opening[query] === 1) {
      this.opened(query);
      return;
    }
    const seconds = now - queries.arrivedAt[query]!;
    this.compute.meters.complete(seconds, queries.weight[query]!);
    if (this.queryObserver !== undefined)
      this.queryObserver.query(queries.load[query]!, queries.arrivedAt[query]!, seconds);
    // A transaction of several queries keeps its server connection until its session releases it.
    if (this.anyPooled && this.inTransaction[queries.load[query]!] === 0) this.giveBack(query);
    clients[queries.client[query]!]!.completed(query);
    if (this.execution.busy === 0) this.compute.suspension.workEnds();
  }

  freeze(seconds: number): void {
    this.execution.freeze(seconds);
    this.forks.freeze(seconds);
  }

  /** Takes a connection slot, for a client or for the pooler. @returns whether one was free */
  takeSlot(): boolean {
    const { slots } = this.compute;
    if (slots.full) return false;
    this.compute.size.rest.resume();
    slots.take(this.context.now);
    if (slots.open === 1) this.compute.suspension.firstConnectionOpened();
    if (slots.full) this.compute.admission.updateAvailability();
    return true;
  }

  /** Opens a connection of a load's client for a query that is not simulated. @returns whether it succeeded */
  openUnseen(load: number): boolean {
    if (this.viaPooler[load] === 0) {
      if (!this.takeSlot()) return false;
      this.compute.causes.counts.addSlots(load, 1);
      this.compute.memory.connectionOpened();
      return true;
    }
    if (this.pooler.full) return false;
    this.pooler.clientOpened();
    return true;
  }

  /** For the pooler: executes a query over a server connection. @param fresh whether it has just been opened */
  serve(query: number, fresh: boolean): void {
    const { queries, now } = this.context;
    queries.connectedAt[query] = now;
    queries.served[query] = 1;
    if (fresh) this.open(query);
    else this.work(query);
  }

  /** An attempt has failed; its client decides what follows. */
  fail(query: number, error: string): void {
    const { queries, clients } = this.context;
    if (error === 'query_wait_timeout' && queries.connected[query] === 1) {
      // The pooler closes the connection of a client that has waited too long.
      queries.disconnect(query);
      this.pooler.clientClosed();
    }
    clients[queries.client[query]!]!.failed(query, error);
  }

  /** Waits for the server to fork, spends the connection time, if any, and then starts the query. */
  private open(query: number): void {
    const seconds = this.forks.fork(this.context.now) + this.connectLatency();
    if (seconds > 0) {
      if (this.viaPooler[this.context.queries.load[query]!] === 0) this.compute.admission.proxy.opening?.();
      this.execution.connect(query, seconds);
    } else {
      this.compute.memory.connectionOpened();
      this.begin(query);
    }
  }

  private needsServer(query: number): boolean {
    const { queries } = this.context;
    return this.viaPooler[queries.load[query]!] === 1 && queries.served[query] === 0;
  }

  /** Starts the query or idle connection that a new connection was opened for. */
  private begin(query: number): void {
    if (this.connectionCpu === 0 && this.context.queries.opening[query] === 1) this.opened(query);
    else this.work(query, this.connectionCpu);
  }

  /** An idle connection is open: the platform counts that as instantaneous activity. */
  private opened(row: number): void {
    const { queries, clients } = this.context;
    if (this.execution.busy === 0) this.compute.suspension.workBegins();
    this.compute.causes.claimIdleTime(this.compute.causes.here.ofLoad(queries.load[row]!));
    clients[queries.client[row]!]!.opened(row);
    if (this.execution.busy === 0) this.compute.suspension.workEnds();
  }

  /** A client connects to the pooler: for a query, or to keep an idle connection. */
  private enterPooler(query: number): void {
    const { queries } = this.context;
    if (this.stands[queries.load[query]!] === 1 && !this.pooler.full) {
      queries.connect(query);
      this.pooler.clientOpened();
    }
    if (queries.opening[query] === 1 && queries.connected[query] === 1) this.opened(query);
    else this.pooler.enter(query);
  }

  /** A pooled query releases its server connection as soon as it is done. */
  private giveBack(query: number): void {
    const { queries } = this.context;
    if (this.viaPooler[queries.load[query]!] === 0) return;
    queries.served[query] = 0;
    this.pooler.leave(query);
  }
}
