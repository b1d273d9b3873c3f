import type { Compute } from '../lifecycle/compute.js';
import { SESSION_END, SESSION_QUERY, TRANSACTION_TIMEOUT } from '../run/event-kind.js';
import { NONE } from '../run/query-table.js';
import type { EventHandlers } from '../run/run-context.js';
import { LOST_ERRORS, Lost, type SessionTable } from '../run/session-table.js';
import { ClientProcess } from './client-process.js';
import type { LoadProcess } from './load-process.js';

/**
 * Clients that each hold a connection for a session of several queries, with think time in between. A connection that
 * was cut in the meantime is opened again with the next query. If the session is one transaction, it counts as activity
 * of the compute between its queries, keeps its server connection of the pooler, and is lost with its connection:
 * the next query fails.
 */
export class SessionClient extends ClientProcess {
  declare private readonly sessions: SessionTable;
  declare private readonly inTransaction: boolean;
  declare private readonly viaPooler: boolean;

  constructor(load: LoadProcess, compute: Compute, inTransaction: boolean) {
    super(load, compute);
    this.sessions = load.context.sessions;
    this.inTransaction = inTransaction;
    this.viaPooler = load.specification.connection.via === 'pooler';
  }

  get connectionsInUse(): number {
    return this.sessions.openOf(this.index);
  }

  /** The first query of a new session. */
  override arrive(query: number): void {
    const { queries, hold, think } = this.load.draws;
    const count = queries === undefined ? (think === undefined ? 1 : Number.POSITIVE_INFINITY) : queries();
    const hold_seconds = hold === undefined ? Number.POSITIVE_INFINITY : hold();
    const left = Math.max(1, Math.round(count));
    this.queries.session[query] = this.sessions.open(this.index, left, hold_seconds);
    super.arrive(query);
  }

  /** Handles {@link SESSION_QUERY}. */
  override sessionQuery(number: number): void {
    const query = this.load.newQuery(this);
    this.queries.session[query] = number;
    super.arrive(query);
  }

  /** Handles {@link SESSION_END}. */
  override sessionEnd(number: number): void {
    if (this.#isOpen(number)) this.#close(number);
    this.sessions.close(number);
  }

  /** Handles {@link TRANSACTION_TIMEOUT}: the compute ends a session that is idle in its transaction. */
  override transactionTimeout(number: number): void {
    const sessions = this.sessions;
    if (sessions.transaction[number] === 0 || !this.#isOpen(number)) return;
    this.compute.meters.endedInTransaction += 1;
    this.#close(number);
    sessions.lost[number] = Lost.idleInTransaction;
  }

  override completed(query: number): void {
    this.#planNext(query, this.queries.session[query]!);
    this.succeed(query);
  }

  failed(query: number, error: string): void {
    const { queries } = this;
    const number = queries.session[query]!;
    const sessions = this.sessions;
    const connected = queries.connected[query] === 1;
    const served = queries.served[query] === 1;
    queries.served[query] = 0;
    if (sessions.transaction[number] === 1 && connected) this.compute.suspension.activityEnds(this.cause);
    sessions.transaction[number] = 0;
    if (this.inTransaction && served) this.compute.service.pooler.leaveTransaction(this.load.index);
    sessions.epoch[number] = connected ? this.compute.lifecycle.epoch : NONE;
    queries.disconnect(query);
    if (this.triesAgain(query, error)) return;
    this.sessionEnd(number);
    this.leave(query);
  }

  protected override submit(query: number): void {
    const { queries } = this;
    const sessions = this.sessions;
    const number = queries.session[query]!;
    const open = this.#isOpen(number);
    const inTransaction = sessions.transaction[number] === 1;
    if (inTransaction && !open) sessions.lost[number] = Lost.connection;
    const lost = sessions.lost[number]!;
    if (lost !== Lost.nothing) {
      sessions.lost[number] = Lost.nothing;
      this.failed(query, LOST_ERRORS[lost]!);
    } else if (open) {
      queries.connect(query);
      if (inTransaction && this.viaPooler) queries.served[query] = 1;
      this.compute.admission.run(query);
    } else this.compute.admission.connect(query);
  }

  #planNext(query: number, number: number): void {
    const { queries, calendar, now, scenario } = this.context;
    const sessions = this.sessions;
    if (queries.connected[query] === 1) sessions.epoch[number] = this.compute.lifecycle.epoch;
    queries.served[query] = 0;
    if (this.inTransaction && sessions.transaction[number] === 0) {
      sessions.transaction[number] = 1;
      this.compute.suspension.activityBegins(this.cause);
    }
    if (Number.isNaN(sessions.endsAt[number])) {
      sessions.endsAt[number] = queries.connectedAt[query]! + sessions.holdSeconds[number]!;
    }
    const endsAt = sessions.endsAt[number]!;
    const left = sessions.queriesLeft[number]! - 1;
    sessions.queriesLeft[number] = left;
    const { think } = this.load.draws;
    const thinking = left > 0 && think !== undefined ? think() : Number.POSITIVE_INFINITY;
    const next = Math.min(now + thinking, endsAt);
    if (this.inTransaction && next < Number.POSITIVE_INFINITY) {
      const limit = now + scenario.model.idle_in_transaction_timeout;
      if (limit < next) calendar.schedule(limit, TRANSACTION_TIMEOUT, number);
    }
    if (now + thinking < endsAt) calendar.schedule(now + thinking, SESSION_QUERY, number);
    else if (endsAt > now && endsAt < Number.POSITIVE_INFINITY) {
      calendar.schedule(endsAt, SESSION_END, number);
    } else this.sessionEnd(number);
  }

  #isOpen(number: number): boolean {
    return this.sessions.epoch[number] === this.compute.lifecycle.epoch;
  }

  /** Closes a session's open connection. */
  #close(number: number): void {
    const sessions = this.sessions;
    sessions.epoch[number] = NONE;
    if (sessions.transaction[number] === 1) {
      sessions.transaction[number] = 0;
      if (this.viaPooler) this.compute.service.pooler.leaveTransaction(this.load.index);
      this.compute.suspension.activityEnds(this.cause);
    }
    this.compute.service.disconnect(this.load.index);
  }
}

export const SESSION_EVENTS: EventHandlers = {
  [SESSION_QUERY]: (run, session) => run.clientOfSession(session).sessionQuery(session),
  [SESSION_END]: (run, session) => run.clientOfSession(session).sessionEnd(session),
  [TRANSACTION_TIMEOUT]: (run, session) => run.clientOfSession(session).transactionTimeout(session),
};
