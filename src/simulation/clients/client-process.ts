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

// Compiled in, where what is imported or exported would be looked up at each use.
const { NONE } = table;

/** The distributions of a load's sessions and pools, which all its clients share. */
export interface ConnectionDraws {
  readonly hold: Draw | undefined;
  readonly queries: Draw | undefined;
  readonly think: Draw | undefined;
  readonly acquireTimeout: Draw | undefined;
}

/** What all clients of a load share when they try again. */
export interface SharedRetries {
  readonly stream: RandomStream;
  readonly budget: RetryBudget | undefined;
}

/** What a client process of one load at one compute is made of. */
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
  /** Told when a query has left for good, and how long it was there; `undefined` where nobody asks. */
  readonly left: ((seconds: number) => void) | undefined;
}

/** Begins to open a connection that no query waits for; its client's `opened` or `failed` follows. */
export function openIdle({ context, load, client, at, compute }: ClientSetting): void {
  compute.admission.connect(context.queries.takeOpening(load, client, at, context.now));
}

/** The end of attempts: whether another one follows, and the account of it. */
export class ClientAttempts {
  declare private readonly setting: ClientSetting;
  declare private readonly queries: QueryTable;
  /** Where loads have to be told from one another; `undefined` where the compute has no other: its meters count. */
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
   * The attempt failed, and holds nothing that its client could give to another query.
   * @returns whether another one follows, which is planned; otherwise the query has failed for good
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
 * The clients of one load at one compute: how they hold connections is what its kinds differ in. A query belongs
 * to one of them for good, whatever becomes of its attempts.
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

  /** Connections that queries use, open or wait for: what least connections counts. */
  abstract get connectionsInUse(): number;

  /** Opens, at time 0, what is to stand from the beginning. */
  begin(): void {}

  /** One more client begins, whose connection is to stand without queries. */
  stand(): void {
    this.unexpected('standing connection', 0);
  }

  /** Draws a new query of the load, for these clients to send. */
  draw(): number {
    return this.setting.draw();
  }

  /** A query comes that has just been drawn. */
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

  /** The attempt failed with an SQLSTATE or client error; its connection is open if the table says so. */
  abstract failed(query: number, error: string): void;

  /** A query's wait for a place in the client's pool is over. */
  giveUpWaiting(query: number): void {
    this.unexpected('wait timeout', query);
  }

  /** The connection is open for which the row stands, and no query waits for it. */
  opened(row: number): void {
    this.unexpected('opened connection', row);
  }

  /** A timer of the client is due. */
  timer(): void {
    this.unexpected('client timer', 0);
  }

  /** All connections of the compute are being cut. */
  cut(): void {}

  /** Queries that nobody simulates come and go. */
  outlast(_use: UnseenUse): void {}

  /** A session's next query, its end, the end of the compute's patience with its transaction. */
  sessionQuery(session: number): void {
    this.unexpected('session query', session);
  }

  sessionEnd(session: number): void {
    this.unexpected('session end', session);
  }

  transactionTimeout(session: number): void {
    this.unexpected('transaction timeout', session);
  }

  /** Makes an attempt. */
  protected abstract submit(query: number): void;

  /** What of the compute's causes these clients are. */
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
