import { backoffSeconds, triesAgain } from '../../workload/retry-backoff.js';
import type { QueryCounts } from '../causes/cause-counts.js';
import type { Compute } from '../lifecycle/compute.js';
import { RETRY } from '../run/event-kind.js';
import * as table from '../run/query-table.js';
import { type QueryTable, Stage } from '../run/query-table.js';
import type { EventHandlers, RunContext } from '../run/run-context.js';
import type { UnseenUse } from './client-pool-fixed.js';
import type { LoadProcess } from './load-process.js';

// A local constant is inlined; imported or exported ones are looked up at each use.
const { NONE } = table;

/**
 * The clients of one load at one compute. Subclasses differ in how they hold connections. A query belongs to the same
 * client process throughout, whatever the outcome of its attempts. An event of another kind of client violates an invariant.
 */
export abstract class ClientProcess {
  declare readonly context: RunContext;
  declare readonly load: LoadProcess;
  declare readonly compute: Compute;
  /** Its index among the clients of the run. */
  declare readonly index: number;
  declare protected readonly queries: QueryTable;
  /** Set if loads have to be distinguished; `undefined` for the only load of a compute: its meters count. */
  declare private readonly counts: QueryCounts | undefined;

  constructor(load: LoadProcess, compute: Compute) {
    const { context } = load;
    this.context = context;
    this.load = load;
    this.compute = compute;
    this.index = context.clients.length;
    this.queries = context.queries;
    const { causes } = compute;
    this.counts = causes.here.several ? causes.counts.at(causes.here.ofLoad(load.index)) : undefined;
  }

  /** Connections that queries use, open or wait for: the count used by least-connections routing. */
  abstract get connectionsInUse(): number;

  /** Opens, at time 0, the connections that are open from the start. */
  begin?(): void;

  /** Adds a client whose connection stays open without queries. */
  addStanding(): void {
    this.unexpected('standing connection', 0);
  }

  /** Starts to open a connection that no query waits for; {@link opened} or {@link failed} is called next. */
  openIdle(): void {
    this.compute.admission.connect(this.takeOpening());
  }

  arrive(query: number): void {
    if (this.counts !== undefined) this.counts.arrived += this.queries.weight[query]!;
    const { retryBudget } = this.load;
    if (retryBudget !== undefined) retryBudget.deposit(this.context.now);
    this.submit(query);
  }

  /** A query's backoff is over. */
  retry(query: number): void {
    const { queries, compute } = this;
    queries.event[query] = NONE;
    compute.meters.retries += queries.weight[query]!;
    compute.admission.retryBegins(query);
    this.submit(query);
  }

  /** The attempt succeeded; its connection, if any, is still open. */
  completed(query: number): void {
    this.unexpected('completion', query);
  }

  /** The attempt failed with an SQLSTATE or client error; its connection is still open if the table says so. */
  abstract failed(query: number, error: string): void;

  /** A query's wait for a place in the client's pool is over. */
  giveUpWaiting(query: number): void {
    this.unexpected('wait timeout', query);
  }

  /** The connection of the given row is open, and no query waits for it. */
  opened(row: number): void {
    this.unexpected('opened connection', row);
  }

  /** Connections of the client's pool are to be closed or opened. */
  timer(): void {
    this.unexpected('client timer', 0);
  }

  /** All connections of the compute are being cut. */
  cut?(): void;

  /** Applies the effects of queries that are not simulated. */
  applyUnseen?(use: UnseenUse): void;

  /** Events of sessions: the next query, the end of the session, and the timeout of an idle transaction. */
  sessionQuery(session: number): void {
    this.unexpected('session query', session);
  }

  sessionEnd(session: number): void {
    this.unexpected('session end', session);
  }

  transactionTimeout(session: number): void {
    this.unexpected('transaction timeout', session);
  }

  /** Starts an attempt. */
  protected submit(query: number): void {
    this.unexpected('attempt', query);
  }

  /** A query has succeeded: it leaves. Its client has given its resources to others before. */
  protected succeed(query: number): void {
    if (this.counts !== undefined) this.counts.completed += this.queries.weight[query]!;
    if (this.queries.disruption[query] !== NONE) this.compute.disruptions.settle(query, true);
    this.leave(query);
  }

  /** An attempt has failed, and holds no resource that its client could give to another query. */
  protected fail(query: number, error: string): void {
    if (!this.triesAgain(query, error)) this.leave(query);
  }

  /**
   * As {@link fail}, but the caller ends the query.
   * @returns whether another attempt follows, which is scheduled; otherwise the query has failed for good
   */
  protected triesAgain(query: number, error: string): boolean {
    const { queries, compute, load } = this;
    const { calendar, now } = this.context;
    const { backlog } = compute.execution;
    const begun = queries.stage[query] === Stage.onCpu || queries.stage[query] === Stage.offCpu;
    compute.disruptions.disturb(query);
    const { retry } = load.specification;
    const attempts = queries.attempts[query]!;
    if (triesAgain(retry, attempts, error)) {
      const begins = now + backoffSeconds(retry, attempts, load.retryJitter);
      const latest = queries.arrivedAt[query]! + (retry.give_up_seconds ?? Number.POSITIVE_INFINITY);
      if (begins <= latest && (load.retryBudget === undefined || load.retryBudget.withdraw(now))) {
        compute.meters.retry(error, queries.weight[query]!);
        if (begun) backlog.wait(queries.cpuSeconds[query]!);
        queries.attempts[query] = attempts + 1;
        queries.enter(query, Stage.backoff);
        queries.event[query] = calendar.schedule(begins, RETRY, query);
        return true;
      }
    }
    if (!begun) backlog.endWait(queries.cpuSeconds[query]!);
    if (this.counts !== undefined) this.counts.failed += queries.weight[query]!;
    compute.meters.fail(error, now - queries.arrivedAt[query]!, queries.weight[query]!);
    if (queries.disruption[query] !== NONE) compute.disruptions.settle(query, false);
    return false;
  }

  /** A query leaves for good. */
  protected leave(query: number): void {
    const { queries, load } = this;
    const since = queries.arrivedAt[query]!;
    queries.release(query);
    if (load.isClosed) load.left(this.context.now - since);
  }

  /** Takes a row for opening a connection that no query waits for. */
  protected takeOpening(): number {
    return this.queries.takeOpening(this.load.index, this.index, this.compute.index, this.context.now);
  }

  /** The index of these clients among the causes at the compute. */
  protected get cause(): number {
    return this.compute.causes.here.ofLoad(this.load.index);
  }

  private unexpected(event: string, target: number): never {
    const { kind } = this.load.specification.connection;
    const found = `${event} ${target} for clients with ${kind} connections`;
    return this.context.broken('every event belongs to its kind of client', found, event);
  }
}

export const RETRY_EVENTS: EventHandlers = {
  [RETRY]: (run, query) => run.clientOf(query).retry(query),
};
