import type { Redis } from 'ioredis';
import { type AdapterClock, WALL_CLOCK } from '../../adapter/wall-clock.js';
import type { ClusterAddress } from './cluster-address.js';
import { ClusterError } from './cluster-error.js';
import { absenceText, CALL_MS, RollCall, slotsOf } from './roll-call.js';

/** The absence of workers is reported after this long. */
const NOTICE_MS = 2_000;

/** Watches the workers that could make the runs of a command. */
export class WorkersWatch {
  /** Concurrent runs of the connected workers. */
  slots = 0;
  readonly #address: ClusterAddress;
  readonly #clock: Pick<AdapterClock, 'monotonicMs'>;
  readonly #notice: (text: string) => void;
  readonly #workers: RollCall;
  #looked_ms = Number.NEGATIVE_INFINITY;
  /** When work began to wait without a worker. */
  #absent_since_ms: number | undefined;
  #reported: string | undefined;

  constructor(
    redis: Redis,
    address: ClusterAddress,
    notice: (text: string) => void,
    clock: Pick<AdapterClock, 'monotonicMs'> = WALL_CLOCK,
  ) {
    this.#address = address;
    this.#notice = notice;
    this.#clock = clock;
    this.#workers = new RollCall(redis);
  }

  /**
   * Checks the connected workers, unless that was done a moment ago.
   * @param runs waiting runs
   * @returns why waiting is useless; `undefined` if it is not
   */
  async look(runs: number): Promise<ClusterError | undefined> {
    const now_ms = this.#clock.monotonicMs();
    if (now_ms - this.#looked_ms < (this.#absent_since_ms === undefined ? CALL_MS : NOTICE_MS / 2)) return;
    this.#looked_ms = now_ms;
    const present = await this.#workers.present();
    this.slots = slotsOf(present);
    if (this.slots > 0 || runs === 0) {
      this.#absent_since_ms = undefined;
      this.#reported = undefined;
      return;
    }
    this.#absent_since_ms ??= now_ms;
    const absent_ms = now_ms - this.#absent_since_ms;
    const { shown, patience_ms } = this.#address;
    const why = absenceText(present);
    if (absent_ms >= patience_ms)
      return new ClusterError(`no worker has taken work from ${shown} for ${patience_ms / 1000} s: ${why}`);
    if (absent_ms >= NOTICE_MS && why !== this.#reported) {
      this.#reported = why;
      this.#notice(`waiting at ${shown}: ${why}`);
    }
    return;
  }
}
