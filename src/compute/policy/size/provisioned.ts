import { FIXED_SIZES_CU } from '../../size.js';
import { reasonFigure, reasonPercentage } from '../interface/reason-words.js';
import type { SizeContext, SizePolicy } from '../interface/size-policy.js';
import { demandWithoutBusiest, foresightOf } from './foreseen-demand.js';

const SOURCE = "the platform's report on its fleet, December 2025: P99.5 + 20 %";

/** The size provisioned with knowledge of the whole run; computed once. */
export interface ProvisionedState {
  /** The maximum demand outside the discarded share. */
  readonly demand_vcpu: number;
  readonly size_cu: number;
  readonly reason: string;
}

/**
 * The provisioned equivalent by the vendor's method: discard the busiest half per cent of the time, take the maximum of
 * the rest, add a fifth, and round up to the next fixed size within the limits.
 *
 * The vendor takes the sizes that an autoscaled compute had. Here it is the CPU demand of the arrivals, so memory and
 * cache do not count.
 */
export const provisionedSize: SizePolicy<ProvisionedState> = {
  name: 'provisioned',
  description:
    'The fixed size the vendor would call equivalent: the busiest share of the run left out, the maximum CPU demand of the rest, a margin added, rounded up to the next fixed size. Memory and cache do not count.',
  source: SOURCE,
  parameters: {
    discarded_share: {
      unit: 'share',
      default: 0.005,
      description: 'Share of the time, the busiest, that is left out.',
      source: SOURCE,
      confidence: 'high',
      least: 0,
      most: 1,
    },
    margin: {
      unit: 'share',
      default: 0.2,
      description: 'Margin added to the maximum of the rest.',
      source: SOURCE,
      confidence: 'high',
      least: 0,
    },
  },
  foresight: true,
  start(values, context, before) {
    const discarded = values['discarded_share'];
    const margin = values['margin'];
    // The limits may have changed since the last start; the demand of the run has not.
    const demand_vcpu =
      before?.demand_vcpu ?? demandWithoutBusiest(foresightOf(context, 'provisioned'), discarded);
    return {
      demand_vcpu,
      size_cu: nextFixedSize(demand_vcpu * (1 + margin), context),
      reason: `provisioned for ${reasonFigure(demand_vcpu)} vCPU, exceeded ${reasonPercentage(discarded)} of the time, plus ${reasonPercentage(margin)}`,
    };
  },
  look: (state) => ({ state, goal_cu: state.size_cu, reason: state.reason }),
};

function nextFixedSize(cu: number, { min_cu, max_cu }: SizeContext): number {
  const size = FIXED_SIZES_CU.find((one) => one >= cu && one >= min_cu);
  return Math.min(size ?? max_cu, max_cu);
}
