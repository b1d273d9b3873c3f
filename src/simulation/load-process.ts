import type { RandomStream } from '../kernel/random-stream.js';
import { type Draw, sampler } from '../kernel/sampler.js';
import { arrivalSource } from '../workload/arrival/arrival-source.js';
import type { ArrivalSource } from '../workload/arrival/source.js';
import type { ConnectionSpecification, LoadSpecification } from '../workload/load-specification.js';
import { ClientPool } from './client-pool.js';
import type { ComputeProcess } from './compute-process.js';
import { ARRIVAL, RETRY, SESSION_END, SESSION_QUERY, WAIT_TIMEOUT } from './event-kind.js';
import { NONE, Stage } from './query-table.js';
import { backoffSeconds, triesAgain } from './retry-backoff.js';
import type { QueryClient, RunContext } from './run-context.js';
import type { SessionTable } from './session-table.js';

/** The laws a load's queries are drawn from, each with its stream. */
interface DemandDraws {
  readonly cpu: Draw;
  readonly wait: Draw;
  readonly pages: Draw;
  readonly memory: Draw;
  readonly temp: Draw;
}

/** The laws of a load's sessions and pool. */
interface ConnectionDraws {
  readonly hold: Draw | undefined;
  readonly queries: Draw | undefined;
  readonly think: Draw | undefined;
  readonly acquireTimeout: Draw | undefined;
}

/** One load in a run: its arrivals, and its clients with their connections, pools, sessions and retries. */
export class LoadProcess implements QueryClient {
  readonly #context: RunContext;
  readonly #index: number;
  readonly #specification: LoadSpecification;
  readonly #compute: ComputeProcess;
  readonly #source: ArrivalSource;
  readonly #draws: DemandDraws;
  readonly #connection: ConnectionDraws;
  readonly #retryStream: RandomStream;
  readonly #pool: ClientPool | undefined;
  readonly #isSession: boolean;
  readonly #sessions: SessionTable;
  #arrivalEvent = NONE;
  #pumping = false;

  constructor(
    context: RunContext,
    index: number,
    specification: LoadSpecification,
    compute: ComputeProcess,
    sessions: SessionTable,
  ) {
    const { name, connection } = specification;
    this.#context = context;
    this.#index = index;
    this.#specification = specification;
    this.#compute = compute;
    this.#sessions = sessions;
    this.#source = arrivalSource(
      specification.process,
      (purpose) => context.stream(name, purpose),
      context.scenario.duration_seconds,
    );
    this.#draws = demandDraws(context, specification);
    this.#connection = connectionDraws(context, name, connection);
    this.#retryStream = context.stream(name, 'retry-jitter');
    this.#pool = connection.kind === 'pool' ? new ClientPool(context.queries, connection.size) : undefined;
    this.#isSession = connection.kind === 'session';
  }

  /** Plans the first arrival. */
  begin(): void {
    const first = this.#source.next();
    if (first < this.#context.scenario.duration_seconds) {
      this.#arrivalEvent = this.#context.calendar.schedule(first, ARRIVAL, this.#index);
    }
  }

  /** Handles {@link ARRIVAL}. */
  arrival(): void {
    const next = this.#source.next();
    if (next < this.#context.scenario.duration_seconds) {
      this.#context.calendar.reschedule(this.#arrivalEvent, next);
    }
    const query = this.#newQuery();
    if (this.#isSession) {
      const { queries, hold, think } = this.#connection;
      const count = queries === undefined ? (think === undefined ? 1 : Number.POSITIVE_INFINITY) : queries();
      const hold_seconds = hold === undefined ? Number.POSITIVE_INFINITY : hold();
      this.#context.queries.session[query] = this.#sessions.open(
        this.#index,
        Math.max(1, Math.round(count)),
        hold_seconds,
      );
    }
    this.#submit(query);
  }

  /** Handles {@link RETRY}. */
  retry(query: number): void {
    this.#context.queries.event[query] = NONE;
    this.#submit(query);
  }

  /** Handles {@link SESSION_QUERY}. */
  sessionQuery(session: number): void {
    const query = this.#newQuery();
    this.#context.queries.session[query] = session;
    this.#submit(query);
  }

  /** Handles {@link SESSION_END}. */
  sessionEnd(session: number): void {
    if (this.#sessions.get(session).epoch === this.#compute.epoch) this.#compute.service.disconnect();
    this.#sessions.close(session);
  }

  /** Handles the end of a query's wait for a place in the pool. */
  giveUpWaiting(query: number): void {
    this.#context.queries.timeout[query] = NONE;
    this.#pool!.waiting.remove(query);
    this.#settleFailure(query, 'acquire_timeout');
  }

  completed(query: number): void {
    const { queries } = this.#context;
    const session = queries.session[query]!;
    if (this.#pool !== undefined) this.#leavePool(query);
    else if (session !== NONE) this.#continueSession(query, session);
    else if (queries.connected[query] === 1) this.#compute.service.disconnect();
    queries.release(query);
    if (this.#pool !== undefined && this.#pool.waiting.length > 0) this.#pump();
  }

  failed(query: number, error: string): void {
    const { queries } = this.#context;
    if (this.#pool !== undefined) this.#leavePool(query);
    else if (queries.connected[query] === 1 && queries.session[query] === NONE)
      this.#compute.service.disconnect();
    this.#settleFailure(query, error);
    if (this.#pool !== undefined && this.#pool.waiting.length > 0) this.#pump();
  }

  #newQuery(): number {
    const { queries, now } = this.#context;
    const query = queries.take(this.#index, now);
    const draws = this.#draws;
    queries.cpuSeconds[query] = draws.cpu();
    queries.waitSeconds[query] = draws.wait();
    queries.pages[query] = Math.round(draws.pages());
    queries.memoryBytes[query] = draws.memory();
    queries.tempBytes[query] = draws.temp();
    this.#compute.arrive(query);
    return query;
  }

  /** Makes an attempt. */
  #submit(query: number): void {
    const pool = this.#pool;
    if (pool === undefined) {
      const session = this.#context.queries.session[query]!;
      if (session !== NONE && this.#sessions.get(session).epoch === this.#compute.epoch) {
        this.#context.queries.connected[query] = 1;
        this.#compute.run(query);
      } else this.#compute.connect(query);
    } else if (pool.hasPlace && pool.waiting.length === 0) this.#takePlace(pool, query);
    else this.#waitForPlace(pool, query);
  }

  #takePlace(pool: ClientPool, query: number): void {
    if (pool.take(this.#compute.epoch)) {
      this.#context.queries.connected[query] = 1;
      this.#compute.run(query);
    } else this.#compute.connect(query);
  }

  #waitForPlace(pool: ClientPool, query: number): void {
    const { queries, calendar } = this.#context;
    const { connection } = this.#specification;
    if (
      connection.kind === 'pool' &&
      pool.waiting.length >= (connection.max_waiting ?? Number.POSITIVE_INFINITY)
    ) {
      this.#settleFailure(query, 'pool_full');
      return;
    }
    queries.stage[query] = Stage.poolWait;
    const { acquireTimeout } = this.#connection;
    if (acquireTimeout !== undefined) {
      queries.timeout[query] = calendar.schedule(calendar.now + acquireTimeout(), WAIT_TIMEOUT, query);
    }
    pool.waiting.push(query);
  }

  #leavePool(query: number): void {
    const connected = this.#context.queries.connected[query] === 1;
    this.#pool!.giveBack(connected, this.#compute.epoch);
    this.#context.queries.connected[query] = 0;
  }

  /**
   * Gives free places to those in line. A loop rather than a call for each: a query that is through at once
   * would otherwise let the next one in from within, as deep as the line is long.
   */
  #pump(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    const pool = this.#pool!;
    const { queries, calendar } = this.#context;
    while (pool.waiting.length > 0 && pool.hasPlace) {
      const query = pool.waiting.shift();
      if (queries.timeout[query] !== NONE) {
        calendar.cancel(queries.timeout[query]!);
        queries.timeout[query] = NONE;
      }
      this.#takePlace(pool, query);
    }
    this.#pumping = false;
  }

  /** The attempt is over and holds nothing that belongs to the pool: try again, or give up. */
  #settleFailure(query: number, error: string): void {
    const { queries, calendar, now } = this.#context;
    const { retry } = this.#specification;
    const attempts = queries.attempts[query]!;
    if (triesAgain(retry, attempts, error)) {
      this.#compute.meters.retry(error);
      queries.attempts[query] = attempts + 1;
      queries.stage[query] = Stage.backoff;
      const seconds = backoffSeconds(retry, attempts, this.#retryStream);
      queries.event[query] = calendar.schedule(now + seconds, RETRY, query);
      return;
    }
    this.#compute.meters.fail(error, now - queries.arrivedAt[query]!);
    const session = queries.session[query]!;
    if (session !== NONE) {
      if (queries.connected[query] === 1) this.#compute.service.disconnect();
      this.#sessions.close(session);
    }
    queries.release(query);
  }

  #continueSession(query: number, number: number): void {
    const { queries, calendar, now } = this.#context;
    const session = this.#sessions.get(number);
    if (queries.connected[query] === 1) session.epoch = this.#compute.epoch;
    if (Number.isNaN(session.endsAt)) session.endsAt = queries.connectedAt[query]! + session.hold_seconds;
    session.queriesLeft -= 1;
    const { think } = this.#connection;
    const thinking = session.queriesLeft > 0 && think !== undefined ? think() : Number.POSITIVE_INFINITY;
    if (now + thinking < session.endsAt) calendar.schedule(now + thinking, SESSION_QUERY, number);
    else if (session.endsAt > now && session.endsAt < Number.POSITIVE_INFINITY) {
      calendar.schedule(session.endsAt, SESSION_END, number);
    } else this.sessionEnd(number);
  }
}

function demandDraws(context: RunContext, specification: LoadSpecification): DemandDraws {
  const { name, query } = specification;
  return {
    cpu: sampler(query.cpu_seconds, context.stream(name, 'cpu')),
    wait: sampler(query.wait_seconds, context.stream(name, 'wait')),
    pages: sampler(query.pages, context.stream(name, 'pages')),
    memory: sampler(query.memory_bytes, context.stream(name, 'memory')),
    temp: sampler(query.temp_bytes, context.stream(name, 'temp')),
  };
}

function connectionDraws(
  context: RunContext,
  name: string,
  connection: ConnectionSpecification,
): ConnectionDraws {
  const draw = (purpose: string, law: Parameters<typeof sampler>[0] | undefined): Draw | undefined =>
    law === undefined ? undefined : sampler(law, context.stream(name, purpose));
  if (connection.kind === 'session') {
    return {
      hold: draw('session-hold', connection.hold_seconds),
      queries: draw('session-queries', connection.queries),
      think: draw('session-think', connection.think_seconds),
      acquireTimeout: undefined,
    };
  }
  const timeout = connection.kind === 'pool' ? connection.acquire_timeout_seconds : undefined;
  return {
    hold: undefined,
    queries: undefined,
    think: undefined,
    acquireTimeout: draw('acquire-timeout', timeout),
  };
}
