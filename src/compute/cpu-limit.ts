import { AUTOSCALING_UNIT_CU } from './size.js';

export type CpuLimit =
  /** Exactly the size's number of processors, at any moment: a fraction of one runs that much slower. */
  | { readonly kind: 'share' }
  /** Whole processors at full speed, until the quota of the present period is used up. */
  | {
      readonly kind: 'bandwidth';
      /** The quota of a period, as a multiple of the size times the period. */
      readonly quota_burst: number;
      readonly period_seconds: number;
    };

/** Processors that run queries at once: whole ones under bandwidth control. */
export function processors(limit: CpuLimit, cu: number): number {
  return limit.kind === 'share' ? cu : Math.ceil(cu);
}

/** vCPU that a size can use without end: its processors, or what the quota leaves of them. */
export function sustainedVcpu(limit: CpuLimit, cu: number): number {
  return limit.kind === 'share' ? cu : Math.min(Math.ceil(cu), limit.quota_burst * cu);
}

/** Whether a quota can be used up before its period is over at some size from a least to a most, by steps of the autoscaler. */
export function mayThrottle(limit: CpuLimit, least_cu: number, most_cu: number): boolean {
  if (limit.kind === 'share') return false;
  for (let cu = least_cu; cu <= most_cu; cu += AUTOSCALING_UNIT_CU) {
    if (sustainedVcpu(limit, cu) < processors(limit, cu)) return true;
  }
  return false;
}
