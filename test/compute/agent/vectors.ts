import type { AgentConfiguration } from '../../../src/compute/agent/configuration.js';
import { SHIPPED_LOOP } from '../../../src/compute/agent/configuration.js';
import type { SystemMetrics } from '../../../src/compute/agent/goal.js';
import type { LfcMetrics } from '../../../src/compute/agent/lfc-goal.js';
import type { Resources } from '../../../src/compute/agent/resources.js';
import VECTORS from '../../vectors/autoscaler.json' with { type: 'json' };

/** Inputs and outputs of the platform's autoscaler. */
export { VECTORS };

/** Inputs common to both kinds of test vector for the agent's core. */
type VectorInputs = Omit<(typeof VECTORS.vectors)[number], 'expected'>;

/** The configuration of a vector in the agent's format. */
export function configurationOf({ config, computeUnit }: VectorInputs): AgentConfiguration {
  const named = Object.entries(config).map(([name, value]) => [
    name.replace('LFC', 'Lfc').replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
    value,
  ]);
  const unit = { milli_cpu: computeUnit.vcpu * 1000, memory_bytes: computeUnit.memBytes };
  return { unit, scaling: Object.fromEntries(named), loop: SHIPPED_LOOP };
}

/** Load and memory of a vector; `undefined` if it has none. */
export function systemMetricsOf(vector: VectorInputs): SystemMetrics | undefined {
  const { loadavg1, loadavg5, memUsageBytes, memCachedBytes } = vector;
  if (loadavg1 === null || loadavg5 === null || memUsageBytes === null || memCachedBytes === null) {
    return undefined;
  }
  return {
    load_average_1m: loadavg1,
    load_average_5m: loadavg5,
    memory_usage_bytes: memUsageBytes,
    memory_cached_bytes: memCachedBytes,
  };
}

/** Working-set series of a vector; `undefined` if it has none. */
export function lfcMetricsOf({ wss }: VectorInputs): LfcMetrics | undefined {
  return wss === null ? undefined : { working_set_pages: wss };
}

/** A vector's resources in the agent's format. */
export function resourcesOf(of: { readonly milliCPU: number; readonly memBytes: number }): Resources {
  return { milli_cpu: of.milliCPU, memory_bytes: of.memBytes };
}
