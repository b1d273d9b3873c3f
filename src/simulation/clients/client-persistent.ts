import { reconnectSeconds } from '../../workload/retry-backoff.js';
import type { Compute } from '../lifecycle/compute.js';
import { RETRY } from '../run/event-kind.js';
import { NONE, Stage } from '../run/query-table.js';
import { ClientProcess } from './client-process.js';
import type { LoadProcess } from './load-process.js';

/**
 * Clients without queries, each with a connection that waits for the compute to send: listeners, which the platform
 * treats as idle, or subscribers of logical replication, which keep the compute awake. A connection that is cut or
 * refused is opened again after a backoff, without limit.
 */
export class StandingClient extends ClientProcess {
  readonly #keepsAwake: boolean;
  connectionsInUse = 0;
  #standing = 0;

  constructor(load: LoadProcess, compute: Compute, keepsAwake: boolean) {
    super(load, compute);
    this.#keepsAwake = keepsAwake;
  }

  override addStanding(): void {
    this.connectionsInUse += 1;
    this.openIdle();
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
    this.queries.event[row] = NONE;
    this.compute.admission.connect(row);
  }

  override cut(): void {
    while (this.#standing > 0) {
      this.#standing -= 1;
      this.#tryLater(this.takeOpening());
    }
  }

  #tryLater(row: number): void {
    const { queries, load } = this;
    const { calendar, now } = this.context;
    const failures = queries.attempts[row]!;
    queries.attempts[row] = failures + 1;
    queries.disconnect(row);
    queries.enter(row, Stage.backoff);
    const seconds = reconnectSeconds(load.specification.retry, failures, load.retryJitter);
    queries.event[row] = calendar.schedule(now + seconds, RETRY, row);
  }
}
