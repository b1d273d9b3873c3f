import type { EndpointRecord } from '../../platform/endpoints/endpoint.js';
import type { StateView } from '../../platform/store/state.js';
import type { ComputeServer } from './compute-server.js';
import { staysActive } from './server-runs.js';

/** How often the platform's monitor asks a server. Source: neondatabase/neon, compute_tools/src/monitor.rs. */
const MONITOR_MS = 500;

/** The platform's monitor in each compute: asks its server whether it is used, which keeps the compute awake. */
export class ActivityMonitors {
  readonly #state: StateView;
  readonly #serverOf: (endpoint: EndpointRecord) => ComputeServer;
  readonly #touch: (endpoint_id: string) => void;
  #timer: NodeJS.Timeout | undefined;
  #asking: Promise<void> | undefined;
  #closed = false;

  /** @param touch counts a compute as used now */
  constructor(
    state: StateView,
    serverOf: (endpoint: EndpointRecord) => ComputeServer,
    touch: (endpoint_id: string) => void,
  ) {
    this.#state = state;
    this.#serverOf = serverOf;
    this.#touch = touch;
  }

  begin(): void {
    this.#timer = setInterval(() => void this.ask(), MONITOR_MS);
    this.#timer.unref();
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
  }

  /** Asks all servers, or waits for the answers of those that are being asked. */
  ask(): Promise<void> {
    this.#asking ??= this.#askAll().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #askAll(): Promise<void> {
    await Promise.all([...this.#state.rows('endpoints').keys()].map((id) => this.#ask(id)));
  }

  async #ask(id: string): Promise<void> {
    const endpoint = this.#used(id);
    if (endpoint === undefined || !(await this.#serverOf(endpoint).wasActive())) return;
    if (!this.#closed && this.#used(id) !== undefined) this.#touch(id);
  }

  #used(id: string): EndpointRecord | undefined {
    const endpoint = this.#state.get('endpoints', id);
    return endpoint !== undefined && staysActive(endpoint) ? endpoint : undefined;
  }
}
