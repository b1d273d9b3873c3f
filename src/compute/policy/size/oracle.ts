import { gibibytes, reasonFigure, reasonPercentage } from '../interface/reason-words.js';
import type { SizePolicy } from '../interface/size-policy.js';
import { foresightOf, peakDemand } from './foreseen-demand.js';
import { memoryNeedCu } from './present-need.js';

/**
 * Knows the CPU demand of future arrivals, and takes the smallest size that serves each window's demand within that
 * window, up to the time at which a change ordered at the next look could take effect.
 *
 * Growth must be ordered `lead_seconds` ahead. Among the sizings that serve every window within itself at this
 * utilisation, none has a smaller goal. The optimum covers nothing else: not latency, cache misses, future memory, or
 * work left over from a window beyond the maximum size. A query longer than a window counts in full in the window of
 * its arrival.
 */
export const oracleSize: SizePolicy<undefined> = {
  name: 'oracle',
  description:
    'Offline oracle of the CPU demand: the smallest size that serves what arrives in each window within that window, until the next look and the time scaling takes have passed, and that holds the memory in use now. Optimal in CU-hours for that aim alone: not for latency, not for the cache, not for memory needed later, and blind to work left over from windows beyond the maximum size.',
  source: 'perfect foresight, a yardstick',
  parameters: {
    utilisation: {
      unit: 'share',
      default: 0.9,
      description: 'Share of the size that the demand of a window may take.',
      source:
        'load_average_fraction_target, as shipped with the agent: both aim at the same share; that an oracle should is an assumption',
      confidence: 'low',
      least: 0.05,
      most: 1,
    },
    lead_seconds: {
      unit: 'seconds',
      default: 15,
      description: 'Lead beyond the next look: the time that scaling takes.',
      source: 'assumption: permit, resize and monitor within a few looks',
      confidence: 'low',
      least: 0,
    },
  },
  foresight: true,
  start: () => undefined,
  look(state, look, values, context) {
    const utilisation = values['utilisation'];
    const ahead = context.metrics_interval_seconds + values['lead_seconds'];
    const now = look.now_seconds;
    const demand = peakDemand(foresightOf(context, 'oracle'), now, now + ahead);
    const cpu_cu = demand / utilisation;
    const memory_cu = memoryNeedCu(look, context);
    return memory_cu > cpu_cu
      ? { state, goal_cu: memory_cu, reason: `memory: ${gibibytes(look.memory_usage_bytes)} in use` }
      : {
          state,
          goal_cu: cpu_cu,
          reason: `${reasonFigure(demand)} vCPU asked for within ${reasonFigure(ahead)} s, at ${reasonPercentage(utilisation)} use`,
        };
  },
};
