import { WALL_CLOCK } from '../../adapter/wall-clock.js';
import { isAwake } from '../../compute/lifecycle/transition.js';
import { VM_MONITOR } from '../../compute/vm-monitor.js';
import { isSystemError } from '../../files/system-error.js';
import { PlatformError } from '../../platform/checks/platform-error.js';
import type { EndpointRecord } from '../../platform/endpoints/endpoint.js';
import type { Emulator } from '../emulator/emulator.js';
import type { ComputeServer } from './compute-server.js';
import { LiveAgent, type LiveSize } from './live-agent.js';
import type { SizeRules } from './size-rules.js';

const MS_PER_SECOND = 1000;

/** An agent for each running server whose limits differ. A restarted server gets a new agent. */
export class LiveScaling {
  readonly #emulator: Emulator;
  readonly #serverOf: (endpoint: EndpointRecord) => ComputeServer;
  readonly #sizes: SizeRules;
  readonly #agents = new Map<string, { readonly agent: LiveAgent; readonly start: number }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(emulator: Emulator, serverOf: (endpoint: EndpointRecord) => ComputeServer, sizes: SizeRules) {
    this.#emulator = emulator;
    this.#serverOf = serverOf;
    this.#sizes = sizes;
  }

  begin(): void {
    this.#timer = setInterval(() => this.#tick(), VM_MONITOR.sample_seconds * MS_PER_SECOND);
    this.#timer.unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    const seen = new Set<string>();
    for (const endpoint of this.#emulator.platform.state.rows('endpoints').values()) {
      const { autoscaling_limit_min_cu: min_cu, autoscaling_limit_max_cu: max_cu, current_cu } = endpoint;
      if (min_cu === max_cu || !isAwake(endpoint)) continue;
      const server = this.#serverOf(endpoint);
      if (!server.ready) continue;
      seen.add(endpoint.id);
      try {
        this.#tickAgent(endpoint.id, server, { min_cu, max_cu, cu: current_cu });
      } catch (error) {
        if (!isSystemError(error)) throw error;
        // The server's processes are ending; the next server gets a new agent.
        this.#agents.delete(endpoint.id);
      }
    }
    for (const id of this.#agents.keys()) if (!seen.has(id)) this.#agents.delete(id);
  }

  #tickAgent(id: string, server: ComputeServer, size: LiveSize): void {
    const { usage } = server.cluster;
    if (usage === undefined) return;
    // Sessions run in real time, and so does the agent.
    const now = WALL_CLOCK.monotonicMs() / MS_PER_SECOND;
    const known = this.#agents.get(id);
    if (known?.start === server.starts) {
      known.agent.tick(now, size);
      return;
    }
    const guest = { ...usage, resize: (cu: number) => this.#resize(id, cu) };
    this.#agents.set(id, {
      agent: new LiveAgent(guest, size, now, this.#sizes.memory_per_cu_bytes),
      start: server.starts,
    });
  }

  #resize(id: string, cu: number): boolean {
    try {
      this.#emulator.platform.resize(id, cu, this.#emulator.now());
      return true;
    } catch (error) {
      if (error instanceof PlatformError) return false;
      throw error;
    }
  }
}
