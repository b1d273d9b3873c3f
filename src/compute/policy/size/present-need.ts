import type { PolicyParameter } from '../interface/policy-parameter.js';
import type { SizeContext, SizeLook } from '../interface/size-policy.js';

/** For policies of vendors that do not publish whether waiting work counts as CPU use. */
export const LOAD_AVERAGE_SHARE: PolicyParameter = {
  unit: 'share',
  default: 1,
  description: 'Share of the load average that counts as CPU demand; 0%: only the vCPU in use counts.',
  source: 'assumption: the vendors publish no definition of the use of a CPU',
  confidence: 'low',
  least: 0,
  most: 1,
};

/**
 * The current CPU need, in vCPU: the greater of load average and vCPU in use. Load average includes waiting work; use
 * rises immediately.
 * @param share of the load average that counts
 */
export function cpuNeed(look: SizeLook, share = 1): number {
  return Math.max(share * look.load_average_1m, look.used_vcpu);
}

/**
 * The size in CU at which the memory in use takes the agent's target share of RAM (`memory_usage_fraction_target`, .75
 * as shipped). The RAM is that of the simulated size; only the agent itself counts in its own units.
 */
export function memoryNeedCu(look: SizeLook, context: SizeContext): number {
  const { memory_usage_fraction_target: target } = context.agent.scaling;
  return look.memory_usage_bytes / target / context.memory_per_cu_bytes;
}
