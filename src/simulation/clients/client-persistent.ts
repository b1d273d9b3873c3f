import { RETRY } from '../run/event-kind.js';
import { NONE, Stage } from '../run/query-table.js';
import { ClientProcess, type ClientSetting, openIdle } from './client-process.js';
import { reconnectSeconds } from './retry-backoff.js';

/**
 * Clients without queries, each with a connection that waits for the compute to send: listeners, which the platform
 * treats as idle, or subscribers of logical replication, which keep the compute awake. A connection that is cut or
 * refused is opened again after a backoff, without limit.
 */
export class StandingClient extends ClientProcess {
  readonly #keepsAwake: boolean;
  connectionsInUse = 0;
  #standing = 0;

  constructor(setting: ClientSetting, keepsAwake: boolean) {
    super(setting);
    this.#keepsAwake = keepsAwake;
  }

  override stand(): void {
    this.connectionsInUse += 1;
    openIdle(this.setting);
  }

  override opened(row: number): void {
    this.queries.releaseOpening(row);
    this.#standing += 1;
    if (this.#keepsAwake) this.compute.suspension.activityBegins(this.cause);
  }

  override failed(row: number): void {
    this.#tryLater(row);
  }

  override retry(row: number): void {
    this.setting.context.queries.event[row] = NONE;
    this.compute.admission.connect(row);
  }

  override cut(): void {
    const { context, load, client, at } = this.setting;
    while (this.#standing > 0) {
      this.#standing -= 1;
      this.#tryLater(context.queries.takeOpening(load, client, at, context.now));
    }
  }

  override completed(row: number): void {
    this.setting.context.broken('standing connections run no query', `row ${row} completed`, 'completion');
  }

  protected submit(row: number): void {
    this.setting.context.broken('standing connections run no query', `row ${row} arrived`, 'arrival');
  }

  #tryLater(row: number): void {
    const { context, specification, retries } = this.setting;
    const { queries, calendar, now } = context;
    const failures = queries.attempts[row]!;
    queries.attempts[row] = failures + 1;
    queries.disconnect(row);
    queries.enter(row, Stage.backoff);
    const seconds = reconnectSeconds(specification.retry, failures, retries.stream);
    queries.event[row] = calendar.schedule(now + seconds, RETRY, row);
  }
}
