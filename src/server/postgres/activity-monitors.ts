import type { EndpointRecord } from '../../platform/endpoints/endpoint.js';
import type { ComputeServer } from './compute-server.js';

/** How often the platform's monitor asks a server. Source: neondatabase/neon, compute_tools/src/monitor.rs. */
const MONITOR_MS = 500;

/** The computes whose servers are asked. */
export interface MonitoredComputes {
  readonly endpoints: ReadonlyMap<string, EndpointRecord>;
  readonly serverOf: (endpoint: EndpointRecord) => ComputeServer;
  /** Counts a compute as used now. */
  readonly touch: (endpoint_id: string) => void;
}

/** The platform's monitor in each compute: asks its server whether it is used, which keeps the compute awake. */
export class ActivityMonitors {
  readonly #computes: MonitoredComputes;
  #timer: NodeJS.Timeout | undefined;
  #asking: Promise<void> | undefined;
  #closed = false;

  constructor(computes: MonitoredComputes) {
    this.#computes = computes;
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
    await Promise.all([...this.#computes.endpoints.keys()].map((id) => this.#ask(id)));
  }

  async #ask(id: string): Promise<void> {
    const endpoint = this.#used(id);
    if (endpoint === undefined || !(await this.#computes.serverOf(endpoint).wasActive())) return;
    if (!this.#closed && this.#used(id) !== undefined) this.#computes.touch(id);
  }

  #used(id: string): EndpointRecord | undefined {
    const endpoint = this.#computes.endpoints.get(id);
    return endpoint?.current_state === 'active' && endpoint.pending_state !== 'idle' ? endpoint : undefined;
  }
}
