import type { ClientSetting } from './client-attempts.js';
import { ClientProcess } from './client-process.js';
import { SESSION_END, SESSION_QUERY, TRANSACTION_TIMEOUT } from './event-kind.js';
import { NONE } from './query-table.js';
import type { Session, SessionTable } from './session-table.js';

/**
 * Clients that each hold a connection for a session of some queries, with thinking in between. A connection that
 * was cut meanwhile is opened again with the next query. Where the session is one transaction, it is activity of
 * the compute between its queries, keeps its server connection of the pooler, and is lost with its connection:
 * the next query fails.
 */
export class SessionClient extends ClientProcess {
  readonly #sessions: SessionTable;
  readonly #inTransaction: boolean;
  readonly #viaPooler: boolean;

  constructor(setting: ClientSetting, sessions: SessionTable, inTransaction: boolean) {
    super(setting);
    this.#sessions = sessions;
    this.#inTransaction = inTransaction;
    this.#viaPooler = setting.specification.connection.via === 'pooler';
  }

  get connectionsInUse(): number {
    return this.#sessions.openOf(this.setting.client);
  }

  /** The first query of a new session. */
  override arrive(query: number): void {
    const { queries, hold, think } = this.setting.draws;
    const count = queries === undefined ? (think === undefined ? 1 : Number.POSITIVE_INFINITY) : queries();
    const hold_seconds = hold === undefined ? Number.POSITIVE_INFINITY : hold();
    const left = Math.max(1, Math.round(count));
    this.setting.context.queries.session[query] = this.#sessions.open(
      this.setting.client,
      left,
      hold_seconds,
    );
    super.arrive(query);
  }

  /** Handles {@link SESSION_QUERY}. */
  override sessionQuery(number: number): void {
    const query = this.draw();
    this.setting.context.queries.session[query] = number;
    super.arrive(query);
  }

  /** Handles {@link SESSION_END}. */
  override sessionEnd(number: number): void {
    const session = this.#sessions.get(number);
    if (session.epoch === this.compute.epoch) this.#close(session);
    this.#sessions.close(number);
  }

  /** Handles {@link TRANSACTION_TIMEOUT}: the compute ends a session that is idle in its transaction. */
  override transactionTimeout(number: number): void {
    const session = this.#sessions.get(number);
    if (!session.transaction || session.epoch !== this.compute.epoch) return;
    this.compute.meters.endedInTransaction += 1;
    this.#close(session);
    session.lost = '25P03';
  }

  completed(query: number): void {
    this.#goOn(query, this.setting.context.queries.session[query]!);
    this.attempts.completed(query);
  }

  failed(query: number, error: string): void {
    const { queries } = this.setting.context;
    const number = queries.session[query]!;
    const session = this.#sessions.get(number);
    const connected = queries.connected[query] === 1;
    const served = queries.served[query] === 1;
    queries.served[query] = 0;
    if (session.transaction && connected) this.compute.activityEnded();
    session.transaction = false;
    if (this.#inTransaction && served) this.compute.service.pooler.leaveTransaction(this.setting.load);
    session.epoch = connected ? this.compute.epoch : NONE;
    queries.connected[query] = 0;
    if (this.attempts.failed(query, error)) return;
    this.sessionEnd(number);
    this.attempts.leave(query);
  }

  protected submit(query: number): void {
    const { queries } = this.setting.context;
    const session = this.#sessions.get(queries.session[query]!);
    const open = session.epoch === this.compute.epoch;
    if (session.transaction && !open) session.lost = '08006';
    if (session.lost !== undefined) {
      const error = session.lost;
      session.lost = undefined;
      this.failed(query, error);
    } else if (open) {
      queries.connected[query] = 1;
      if (session.transaction && this.#viaPooler) queries.served[query] = 1;
      this.compute.run(query);
    } else this.compute.connect(query);
  }

  #goOn(query: number, number: number): void {
    const { queries, calendar, now, scenario } = this.setting.context;
    const session = this.#sessions.get(number);
    if (queries.connected[query] === 1) session.epoch = this.compute.epoch;
    queries.served[query] = 0;
    if (this.#inTransaction && !session.transaction) {
      session.transaction = true;
      this.compute.activityBegan();
    }
    if (Number.isNaN(session.endsAt)) session.endsAt = queries.connectedAt[query]! + session.hold_seconds;
    session.queriesLeft -= 1;
    const { think } = this.setting.draws;
    const thinking = session.queriesLeft > 0 && think !== undefined ? think() : Number.POSITIVE_INFINITY;
    const next = Math.min(now + thinking, session.endsAt);
    if (this.#inTransaction && next < Number.POSITIVE_INFINITY) {
      const limit = now + scenario.model.idle_in_transaction_timeout;
      if (limit < next) calendar.schedule(limit, TRANSACTION_TIMEOUT, number);
    }
    if (now + thinking < session.endsAt) calendar.schedule(now + thinking, SESSION_QUERY, number);
    else if (session.endsAt > now && session.endsAt < Number.POSITIVE_INFINITY) {
      calendar.schedule(session.endsAt, SESSION_END, number);
    } else this.sessionEnd(number);
  }

  /** Closes a session's open connection. */
  #close(session: Session): void {
    session.epoch = NONE;
    if (session.transaction) {
      session.transaction = false;
      if (this.#viaPooler) this.compute.service.pooler.leaveTransaction(this.setting.load);
      this.compute.activityEnded();
    }
    this.disconnect();
  }
}
