import type { Compute } from '../lifecycle/compute.js';
import type { QueryTable } from '../run/query-table.js';
import type { QueryClient } from '../run/run-context.js';
import { ClientAttempts, type ClientSetting, disconnect, openIdle } from './client-attempts.js';
import type { UnseenUse } from './client-pool-fixed.js';

/**
 * The clients of one load at one compute: how they hold connections is what its kinds differ in. A query belongs
 * to one of them for good, whatever becomes of its attempts.
 */
export abstract class ClientProcess implements QueryClient {
  declare readonly compute: Compute;
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

  retry(query: number): void {
    this.attempts.further(query);
    this.submit(query);
  }

  abstract completed(query: number): void;

  abstract failed(query: number, error: string): void;

  giveUpWaiting(query: number): void {
    this.unexpected('wait timeout', query);
  }

  opened(row: number): void {
    this.unexpected('opened connection', row);
  }

  timer(): void {
    this.unexpected('client timer', 0);
  }

  cut(): void {}

  /** Queries that nobody simulates come and go. */
  outlast(_use: UnseenUse): void {}

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

  /** Closes an open connection of these clients. */
  protected disconnect(): void {
    disconnect(this.setting);
  }

  /** Begins to open a connection that no query waits for; {@link opened} or {@link failed} tells what became of it. */
  protected openIdle(): void {
    openIdle(this.setting);
  }

  private unexpected(event: string, target: number): never {
    const { context, specification } = this.setting;
    const found = `${event} ${target} for clients with ${specification.connection.kind} connections`;
    return context.broken('every event belongs to its kind of client', found, event);
  }
}
