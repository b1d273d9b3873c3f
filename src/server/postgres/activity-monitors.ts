import type { EndpointRecord } from '../../platform/endpoints/endpoint.js';
import type { StateView } from '../../platform/store/state.js';
import type { ComputeServer } from './compute-server.js';
import { staysActive } from './server-runs.js';

/** Interval between the monitor's samples. Source: neondatabase/neon, compute_tools/src/monitor.rs. */
const MONITOR_MS = 500;

/** The platform's monitor in each compute: it samples the server's activity, which keeps the compute awake. */
export class ActivityMonitors {
  readonly #state: StateView;
  readonly #serverOf: (endpoint: EndpointRecord) => ComputeServer;
  readonly #touch: (endpoint_id: string) => void;
  #timer: NodeJS.Timeout | undefined;
  #sampling: Promise<void> | undefined;
  #closed = false;

  /** @param touch records activity of a compute */
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
    this.#timer = setInterval(() => void this.sample(), MONITOR_MS);
    this.#timer.unref();
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
  }

  /** Samples all servers; a call during another one waits for that one. */
  sample(): Promise<void> {
    this.#sampling ??= this.#sampleAll().finally(() => {
      this.#sampling = undefined;
    });
    return this.#sampling;
  }

  async #sampleAll(): Promise<void> {
    await Promise.all([...this.#state.rows('endpoints').keys()].map((id) => this.#sample(id)));
  }

  async #sample(id: string): Promise<void> {
    const endpoint = this.#runningEndpoint(id);
    if (endpoint === undefined || !(await this.#serverOf(endpoint).wasActive())) return;
    if (!this.#closed && this.#runningEndpoint(id) !== undefined) this.#touch(id);
  }

  #runningEndpoint(id: string): EndpointRecord | undefined {
    const endpoint = this.#state.get('endpoints', id);
    return endpoint !== undefined && staysActive(endpoint) ? endpoint : undefined;
  }
}
