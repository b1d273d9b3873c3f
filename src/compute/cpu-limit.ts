import { AUTOSCALING_UNIT_CU } from './size.js';

export type CpuLimit =
  /** As many processors as the size at any moment; a fraction of one is that much slower. */
  | { readonly kind: 'share' }
  /** Whole processors at full speed, until the period's quota is used up. */
  | {
      readonly kind: 'bandwidth';
      /** The quota of a period, as a multiple of the size times the period. */
      readonly quota_burst: number;
      readonly period_seconds: number;
    };

/** Processors that run queries in parallel: whole ones under bandwidth control. */
export function processors(limit: CpuLimit, cu: number): number {
  return limit.kind === 'share' ? cu : Math.ceil(cu);
}

/** vCPU that a size can sustain: its processors, or as many as the quota allows. */
export function sustainedVcpu(limit: CpuLimit, cu: number): number {
  return limit.kind === 'share' ? cu : Math.min(Math.ceil(cu), limit.quota_burst * cu);
}

/** Whether a quota can be used up within its period at a size of this range, in steps of the autoscaler. */
export function mayThrottle(limit: CpuLimit, least_cu: number, most_cu: number): boolean {
  if (limit.kind === 'share') return false;
  for (let cu = least_cu; cu <= most_cu; cu += AUTOSCALING_UNIT_CU) {
    if (sustainedVcpu(limit, cu) < processors(limit, cu)) return true;
  }
  return false;
}
