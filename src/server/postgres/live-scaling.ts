import { WALL_CLOCK } from '../../adapter/wall-clock.js';
import { isAwake } from '../../compute/lifecycle/transition.js';
import { VM_MONITOR } from '../../compute/vm-monitor.js';
import { isSystemError } from '../../files/system-error.js';
import { PlatformError } from '../../platform/checks/platform-error.js';
import type { Emulator } from '../emulator/emulator.js';
import type { MonitoredComputes } from './activity-monitors.js';
import type { ComputeServer } from './compute-server.js';
import { LiveAgent, type LiveSize } from './live-agent.js';
import type { SizeRules } from './size-rules.js';

const MS_PER_SECOND = 1000;

/** The computes whose servers are kept to their size, and that may be of several. */
export interface ScaledComputes extends Omit<MonitoredComputes, 'touch'> {
  readonly emulator: Emulator;
  readonly sizes: Pick<SizeRules, 'memory_per_cu_bytes'>;
}

/** An agent for each running server with room between its limits. A restarted server gets a new agent. */
export class LiveScaling {
  readonly #computes: ScaledComputes;
  readonly #agents = new Map<string, { readonly agent: LiveAgent; readonly start: number }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(computes: ScaledComputes) {
    this.#computes = computes;
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
    for (const endpoint of this.#computes.endpoints.values()) {
      const { autoscaling_limit_min_cu: min_cu, autoscaling_limit_max_cu: max_cu, current_cu } = endpoint;
      if (min_cu === max_cu || !isAwake(endpoint)) continue;
      const server = this.#computes.serverOf(endpoint);
      if (!server.ready) continue;
      seen.add(endpoint.id);
      try {
        this.#look(endpoint.id, server, { min_cu, max_cu, cu: current_cu });
      } catch (error) {
        if (!isSystemError(error)) throw error;
        // Its processes end at this moment; the next server that starts gets a new agent.
        this.#agents.delete(endpoint.id);
      }
    }
    for (const id of this.#agents.keys()) if (!seen.has(id)) this.#agents.delete(id);
  }

  #look(id: string, server: ComputeServer, size: LiveSize): void {
    const { memory_per_cu_bytes } = this.#computes.sizes;
    const { usage } = server.cluster;
    if (usage === undefined) return;
    // In real time, as sessions are.
    const now = WALL_CLOCK.monotonicMs() / MS_PER_SECOND;
    const known = this.#agents.get(id);
    if (known?.start === server.starts) {
      known.agent.tick(now, size);
      return;
    }
    const guest = { ...usage, resize: (cu: number) => this.#resize(id, cu) };
    this.#agents.set(id, {
      agent: new LiveAgent(guest, size, now, memory_per_cu_bytes),
      start: server.starts,
    });
  }

  #resize(id: string, cu: number): boolean {
    const { emulator } = this.#computes;
    try {
      emulator.platform.resize(id, cu, emulator.now());
      return true;
    } catch (error) {
      if (error instanceof PlatformError) return false;
      throw error;
    }
  }
}
