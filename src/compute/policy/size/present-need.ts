import type { SizeContext, SizeLook } from '../interface/size-policy.js';

/**
 * The CPU wanted now, in vCPU: the greater of load average and vCPU in use. The former includes waiting work, the use
 * rises at once.
 */
export function cpuNeed(look: SizeLook): number {
  return Math.max(look.load_average_1m, look.used_vcpu);
}

/**
 * The size in CU at which the memory in use takes the share of RAM that the agent aims at
 * (`memory_usage_fraction_target`, .75 as shipped). The RAM is that of the simulated size; only the agent
 * itself counts in its own units.
 */
export function memoryNeedCu(look: SizeLook, context: SizeContext): number {
  const { memory_usage_fraction_target: target } = context.agent.scaling;
  return look.memory_usage_bytes / target / context.memory_per_cu_bytes;
}
