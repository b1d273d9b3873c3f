import type { RandomStream } from '../../kernel/random-stream.js';
import type { Draw } from '../../kernel/sampler.js';
import type { LoadSpecification } from '../../workload/load-specification.js';
import type { QueryCounts } from '../causes/cause-counts.js';
import type { Compute } from '../lifecycle/compute.js';
import { RETRY } from '../run/event-kind.js';
import * as table from '../run/query-table.js';
import { type QueryTable, Stage } from '../run/query-table.js';
import type { EventHandlers, RunContext } from '../run/run-context.js';
import type { UnseenUse } from './client-pool-fixed.js';
import { backoffSeconds, triesAgain } from './retry-backoff.js';
import type { RetryBudget } from './retry-budget.js';

// A local constant is inlined; imported or exported ones are looked up at each use.
const { NONE } = table;

/** The distributions of a load's sessions and pools, shared by all its clients. */
export interface ConnectionDraws {
  readonly hold: Draw | undefined;
  readonly queries: Draw | undefined;
  readonly think: Draw | undefined;
  readonly acquireTimeout: Draw | undefined;
}

/** Retry state shared by all clients of a load. */
export interface SharedRetries {
  readonly stream: RandomStream;
  readonly budget: RetryBudget | undefined;
}

/** Components of a client process of one load at one compute. */
export interface ClientSetting {
  readonly context: RunContext;
  /** Its index among the clients of the run, and the index of its load. */
  readonly client: number;
  readonly load: number;
  readonly specification: LoadSpecification;
  /** The index of its compute. */
  readonly at: number;
  readonly compute: Compute;
  readonly draws: ConnectionDraws;
  readonly retries: SharedRetries;
  /** Draws a query of the load that these clients send. */
  readonly draw: () => number;
  /** Called with the time inside when a query has left for good; `undefined` without a listener. */
  readonly left: ((seconds: number) => void) | undefined;
}

/** Starts to open a connection that no query waits for; the client's `opened` or `failed` is called next. */
export function openIdle({ context, load, client, at, compute }: ClientSetting): void {
  compute.admission.connect(context.queries.takeOpening(load, client, at, context.now));
}

/** The end of attempts: decides whether another one follows, and counts them. */
export class ClientAttempts {
  declare private readonly setting: ClientSetting;
  declare private readonly queries: QueryTable;
  /** Set if loads have to be distinguished; `undefined` for the only load of a compute: its meters count. */
  declare private readonly counts: QueryCounts | undefined;
  declare private readonly budget: RetryBudget | undefined;
  declare private readonly left: ((seconds: number) => void) | undefined;

  constructor(setting: ClientSetting) {
    this.setting = setting;
    const { causes } = setting.compute;
    this.queries = setting.context.queries;
    this.counts = causes.here.several ? causes.counts.at(causes.here.ofLoad(setting.load)) : undefined;
    this.budget = setting.retries.budget;
    this.left = setting.left;
  }

  /** A query's first attempt begins. */
  first(query: number): void {
    if (this.counts !== undefined) this.counts.arrived += this.queries.weight[query]!;
    if (this.budget !== undefined) this.budget.deposit(this.setting.context.now);
  }

  /** A further attempt begins. */
  further(query: number): void {
    const { context, compute } = this.setting;
    context.queries.event[query] = NONE;
    compute.meters.retries += context.queries.weight[query]!;
    compute.admission.triesAgain(query);
  }

  /** The attempt succeeded, and with it the query, which leaves. */
  completed(query: number): void {
    if (this.counts !== undefined) this.counts.completed += this.queries.weight[query]!;
    if (this.queries.disruption[query] !== NONE) this.setting.compute.disruptions.settle(query, true);
    this.leave(query);
  }

  /**
   * The attempt failed, and holds no resource that its client could give to another query.
   * @returns whether another attempt follows, which is scheduled; otherwise the query has failed for good
   */
  failed(query: number, error: string): boolean {
    const { context, compute, specification, retries } = this.setting;
    const { queries, calendar, now } = context;
    const { backlog } = compute.execution;
    const begun = queries.stage[query] === Stage.onCpu || queries.stage[query] === Stage.offCpu;
    compute.disruptions.disturb(query);
    const { retry } = specification;
    const attempts = queries.attempts[query]!;
    if (triesAgain(retry, attempts, error)) {
      const begins = now + backoffSeconds(retry, attempts, retries.stream);
      const latest = queries.arrivedAt[query]! + (retry.give_up_seconds ?? Number.POSITIVE_INFINITY);
      if (begins <= latest && (this.budget === undefined || this.budget.withdraw(now))) {
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

  /** A query that failed for good leaves. */
  leave(query: number): void {
    const { queries, left } = this;
    const since = queries.arrivedAt[query]!;
    queries.release(query);
    if (left !== undefined) left(this.setting.context.now - since);
  }
}

/**
 * The clients of one load at one compute. Subclasses differ in how they hold connections. A query belongs to the same
 * client process throughout, whatever the outcome of its attempts.
 */
export abstract class ClientProcess {
  declare readonly compute: Compute;
  /** The index of its compute. */
  declare readonly at: number;
  /** Its index among the clients of the run. */
  declare readonly index: number;
  declare protected readonly setting: ClientSetting;
  declare protected readonly attempts: ClientAttempts;
  declare protected readonly queries: QueryTable;

  constructor(setting: ClientSetting) {
    this.setting = setting;
    this.compute = setting.compute;
    this.at = setting.at;
    this.index = setting.client;
    this.queries = setting.context.queries;
    this.attempts = new ClientAttempts(setting);
  }

  /** Connections that queries use, open or wait for: the count used by least-connections routing. */
  abstract get connectionsInUse(): number;

  /** Opens, at time 0, the connections that are open from the start. */
  begin(): void {}

  /** Adds a client whose connection stays open without queries. */
  stand(): void {
    this.unexpected('standing connection', 0);
  }

  /** Draws a new query of the load, for these clients to send. */
  draw(): number {
    return this.setting.draw();
  }

  /** A query that has just been drawn arrives. */
  arrive(query: number): void {
    this.attempts.first(query);
    this.submit(query);
  }

  /** A query's backoff is over. */
  retry(query: number): void {
    this.attempts.further(query);
    this.submit(query);
  }

  /** The attempt succeeded; its connection, if any, is still open. */
  abstract completed(query: number): void;

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

  /** A timer of the client is due. */
  timer(): void {
    this.unexpected('client timer', 0);
  }

  /** All connections of the compute are being cut. */
  cut(): void {}

  /** Applies the effects of queries that are not simulated. */
  outlast(_use: UnseenUse): void {}

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
  protected abstract submit(query: number): void;

  /** The index of these clients among the causes at the compute. */
  protected get cause(): number {
    return this.compute.causes.here.ofLoad(this.setting.load);
  }

  private unexpected(event: string, target: number): never {
    const { context, specification } = this.setting;
    const found = `${event} ${target} for clients with ${specification.connection.kind} connections`;
    return context.broken('every event belongs to its kind of client', found, event);
  }
}

export const RETRY_EVENTS: EventHandlers = {
  [RETRY]: (run, query) => run.clientOf(query).retry(query),
};
