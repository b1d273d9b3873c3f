import type { RandomStream } from '../../kernel/random-stream.js';
import { type Draw, sampler } from '../../kernel/sampler.js';
import { ZERO } from '../../kernel/zero.js';
import { arrivalSource } from '../../workload/arrival/arrival-source.js';
import type { ArrivalSource } from '../../workload/arrival/source.js';
import type { LoadSpecification } from '../../workload/load-specification.js';
import { RetryBudget } from '../../workload/retry-budget.js';
import { RouteChoice } from '../../workload/route-choice.js';
import type { Compute } from '../lifecycle/compute.js';
import { ARRIVAL, NEXT_QUERY } from '../run/event-kind.js';
import { NONE } from '../run/query-table.js';
import type { EventHandlers, RunContext } from '../run/run-context.js';
import { PerQueryClient } from './client-per-query.js';
import { StandingClient } from './client-persistent.js';
import { PoolClient } from './client-pool.js';
import type { ClientProcess } from './client-process.js';
import { SessionClient } from './client-sessions.js';
import { Instances } from './instances.js';
import { type ConnectionDraws, connectionDraws, DemandDraws } from './query-draws.js';

/** Minimum time between two queries of one client of a closed loop. */
const MIN_CYCLE_SECONDS = 1e-3;

/** One load in a run: when its queries arrive, their demands, and the compute that receives them. */
export class LoadProcess {
  /** Its clients, by target of its route. */
  declare readonly clients: readonly ClientProcess[];
  /** Its index among the loads of the scenario. */
  declare readonly index: number;
  declare readonly context: RunContext;
  declare readonly specification: LoadSpecification;
  declare readonly draws: ConnectionDraws;
  /** Retry state that all its clients share. */
  declare readonly retryJitter: RandomStream;
  declare readonly retryBudget: RetryBudget | undefined;
  /** The end of the run. */
  declare private readonly horizon: number;
  declare private readonly source: ArrivalSource;
  declare private readonly demands: DemandDraws;
  declare private readonly choice: { next(): ClientProcess } | undefined;
  /** By target of its route, the instances that have pools; empty if all its clients share one. */
  readonly instances: readonly Instances[];
  declare private readonly think: Draw | undefined;
  /** Clients whose connections stay open without queries. */
  declare private readonly standing: number;
  private begunCount = 0;
  /** Clients of a closed loop that are thinking; the others that have begun have a query inside. */
  thinking = 0;
  private arrivalEvent = NONE;
  next_arrival = ZERO;
  /** Draws the number of arrivals that are left out; created with the first of them. */
  declare private counts: RandomStream | undefined;
  private leftOut = 0;

  /** @param computes of the scenario by name; the load's clients are added to those of the context */
  constructor(
    context: RunContext,
    index: number,
    specification: LoadSpecification,
    computes: ReadonlyMap<string, Compute>,
  ) {
    const { name, process, route, retry } = specification;
    this.context = context;
    this.horizon = context.scenario.duration_seconds;
    this.index = index;
    this.source = arrivalSource(process, (purpose) => context.stream(name, purpose), this.horizon);
    this.demands = new DemandDraws(context, specification);
    const { connection } = specification;
    const stands = connection.kind === 'listen' || connection.kind === 'replication';
    this.standing = stands ? connection.clients : 0;
    this.think =
      process.kind === 'closed' ? sampler(process.think_seconds, context.stream(name, 'think')) : undefined;
    this.specification = specification;
    this.draws = connectionDraws(context, specification);
    this.retryJitter = context.stream(name, 'retry-jitter');
    this.retryBudget = retry.budget === undefined ? undefined : new RetryBudget(retry.budget);
    const at = route.targets.map(({ compute }) => computes.get(compute)!);
    const instances = connection.kind === 'pool' ? connection.instances : undefined;
    if (connection.kind === 'pool' && instances !== undefined) {
      this.instances = at.map((compute) => new Instances(this, compute, connection, instances));
      this.clients = this.instances.flatMap(({ clients }) => clients);
      const choice = new RouteChoice(route, this.instances, context.stream(name, 'route'));
      this.choice = { next: () => choice.next().next() };
      return;
    }
    this.instances = [];
    this.clients = at.map((compute) => {
      const client = clientProcess(this, compute);
      context.addClient(client);
      return client;
    });
    this.choice =
      this.clients.length > 1
        ? new RouteChoice(route, this.clients, context.stream(name, 'route'))
        : undefined;
  }

  /** Whether it is a closed loop, whose clients think after each query. */
  get isClosed(): boolean {
    return this.think !== undefined;
  }

  get arrivals(): { readonly simulated: number; readonly left_out: number } {
    return { simulated: this.begunCount, left_out: this.leftOut };
  }

  /** Schedules the first arrival, and opens the connections that are open from the start. */
  begin(): void {
    const first = this.source.next();
    this.next_arrival = first;
    if (first < this.horizon) {
      this.arrivalEvent = this.context.calendar.schedule(first, ARRIVAL, this.index);
    }
    for (const client of this.clients) client.begin?.();
    for (const instances of this.instances) instances.begin();
    for (let client = 0; client < this.standing; client++) this.nextTarget().addStanding();
  }

  /** Leaves out the arrivals before the given time. @returns their number */
  skip(until: number): number {
    const { calendar, scenario } = this.context;
    const end = Math.min(until, this.horizon);
    if (this.next_arrival >= end) return 0;
    this.counts ??= this.context.stream(scenario.load[this.index]!.name, 'gap-arrivals');
    const { source } = this;
    if (source.leaveOut === undefined) throw new Error('load: arrivals that depend on one another');
    const skipped = 1 + source.leaveOut(this.next_arrival, end, this.counts);
    this.leftOut += skipped;
    this.next_arrival = source.next();
    if (this.next_arrival < this.horizon) calendar.reschedule(this.arrivalEvent, this.next_arrival);
    else calendar.cancel(this.arrivalEvent);
    return skipped;
  }

  /** Handles {@link ARRIVAL}. */
  arrival(): void {
    const next = this.source.next();
    this.next_arrival = next;
    if (next < this.horizon) this.context.calendar.reschedule(this.arrivalEvent, next);
    this.begunCount += 1;
    this.send();
  }

  /** Handles {@link NEXT_QUERY}: a client of a closed loop has finished thinking. */
  nextQuery(): void {
    this.thinking -= 1;
    this.send();
  }

  protected send(): void {
    const client = this.nextTarget();
    client.arrive(this.newQuery(client));
  }

  protected nextTarget(): ClientProcess {
    return this.choice === undefined ? this.clients[0]! : this.choice.next();
  }

  /** A query of a closed loop has left for good. @param query_seconds time that it spent inside */
  left(query_seconds: number): void {
    const { calendar } = this.context;
    this.thinking += 1;
    const thinking = this.think!();
    // Even a refusal crosses a network: if clients took zero time, simulated time would never advance.
    const next = calendar.now + (query_seconds + thinking > 0 ? thinking : MIN_CYCLE_SECONDS);
    if (next < this.horizon) calendar.schedule(next, NEXT_QUERY, this.index);
  }

  newQuery(client: ClientProcess): number {
    const { queries, now } = this.context;
    const query = queries.take(this.index, client.index, client.compute.index, now);
    this.demands.next(queries, query);
    client.compute.admission.arrive(query);
    return query;
  }
}

/**
 * Work inside the database: nothing runs while its compute is not active, and nothing makes up for it later. While it
 * runs it counts as activity.
 *
 * Sources: platform documentation, pg_cron page of 2026-02-06; neondatabase/neon, pull requests 6008 and 12208: any
 * session of a database other than the system's counts.
 */
export class InsideProcess extends LoadProcess {
  protected override send(): void {
    const { compute } = this.nextTarget();
    if (compute.state === 'active') super.send();
    else compute.causes.counts.at(compute.causes.here.ofLoad(this.index)).skipped += 1;
  }
}

/** The clients of a load at one of its computes, by how they hold connections. */
function clientProcess(load: LoadProcess, compute: Compute): ClientProcess {
  const { connection } = load.specification;
  switch (connection.kind) {
    case 'per_query':
      return new PerQueryClient(load, compute);
    case 'pool':
      return new PoolClient(load, compute, connection);
    case 'session':
      return new SessionClient(load, compute, connection.in_transaction);
    case 'listen':
    case 'replication':
      return new StandingClient(load, compute, connection.kind === 'replication');
  }
}

/** {@link ARRIVAL} is dispatched without a table. */
export const LOAD_EVENTS: EventHandlers = {
  [NEXT_QUERY]: (run, load) => run.loadProcesses[load]!.nextQuery(),
};
