import type { DemandForesight, SizeContext } from '../interface/size-policy.js';

/**
 * The demand of the run, which the caller must provide to a policy with foresight.
 * @throws Error if it is missing: an error of the caller, not of the scenario
 */
export function foresightOf(context: SizeContext, policy: string): DemandForesight {
  const { foresight } = context;
  if (foresight === undefined) {
    throw new Error(`the size policy '${policy}' looks into the future and was given no foresight`);
  }
  return foresight;
}

/** The greatest demand, in vCPU, of the windows that overlap [from, until) seconds; 0 after the run. */
export function peakDemand(foresight: DemandForesight, from: number, until: number): number {
  const { window_seconds: width, vcpu } = foresight;
  const end = Math.min(vcpu.length, Math.ceil(until / width));
  let peak = 0;
  for (let window = Math.max(0, Math.floor(from / width)); window < end; window++) {
    peak = Math.max(peak, vcpu[window]!);
  }
  return peak;
}

/**
 * The greatest demand, in vCPU, excluding the busiest share of the time; 0 for a run without windows. Only whole
 * windows are excluded.
 */
export function demandWithoutBusiest(foresight: DemandForesight, share: number): number {
  const rising = foresight.vcpu.toSorted();
  if (rising.length === 0) return 0;
  const discarded = Math.min(rising.length - 1, Math.floor(share * rising.length));
  return rising[rising.length - 1 - discarded]!;
}
