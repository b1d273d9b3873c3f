import { countBelow } from '../../../statistics/count-below.js';
import type { PolicyValues } from '../interface/policy-parameter.js';
import { durationWords } from '../interface/reason-words.js';
import type { SuspendPolicy } from '../interface/suspend-policy.js';
import { addGap, countIn, emptyHistogram, type GapHistogram, needsNewPlan, sumIn } from './gap-histogram.js';
import { suspendedAfter } from './suspended-after.js';
import { WAKE_COST } from './wake-cost.js';

/** Upper ends of the bins: from 1 s to the longest timeout, a week, each a tenth longer than the previous one. */
const EDGES_SECONDS: Float64Array = edges(1, 604_800, Math.log(1.1));
/** Gaps longer than the last edge. */
const OVERFLOW = EDGES_SECONDS.length;

/** The observed gaps, and their optimal timeout. */
export interface ObservedOptimumState {
  readonly gaps: GapHistogram;
  /** Number of gaps when the timeout was chosen. */
  readonly planned_at: number;
  readonly timeout_seconds: number;
  readonly reason: string;
}

/**
 * The timeout with the least cost for the observed gaps: the T that minimises Σ min(gap, T) + K·#{gap > T}, among 0 and
 * the ends of bins a tenth wide.
 */
export const observedOptimum: SuspendPolicy<ObservedOptimumState> = {
  name: 'observed_optimum',
  description:
    'Suspends after the timeout that would have cost this compute least in the idle periods observed so far; break-even until there are enough of them.',
  source: 'empirical minimum of the ski-rental cost over the observed gaps',
  parameters: {
    wake_cost_seconds: WAKE_COST,
    least_gaps: {
      unit: 'number',
      default: 20,
      description: 'Idle periods to observe before the break-even timeout is replaced.',
      source: 'assumption: enough that a single odd gap does not decide',
      confidence: 'low',
      least: 1,
    },
  },
  foresight: false,
  randomised: false,
  start: (values) => ({
    gaps: emptyHistogram(OVERFLOW + 1),
    planned_at: 0,
    timeout_seconds: values['wake_cost_seconds'],
    reason: `too few idle periods observed: break-even timeout of ${durationWords(values['wake_cost_seconds'])}`,
  }),
  idle: (state) => suspendedAfter(state, state.timeout_seconds, state.reason),
  busy(state, { idle_seconds }, values) {
    const gaps = addGap(state.gaps, countBelow(EDGES_SECONDS, idle_seconds), idle_seconds);
    if (gaps.observed < values['least_gaps'] || !needsNewPlan(gaps, state.planned_at)) {
      return { ...state, gaps };
    }
    return { gaps, planned_at: gaps.observed, ...plan(state, gaps, values) };
  },
};

function plan(
  state: ObservedOptimumState,
  gaps: GapHistogram,
  values: PolicyValues,
): Pick<ObservedOptimumState, 'timeout_seconds' | 'reason'> {
  const timeout_seconds = leastCostTimeout(gaps, values['wake_cost_seconds']);
  if (timeout_seconds === state.timeout_seconds && state.planned_at > 0) {
    return { timeout_seconds, reason: state.reason };
  }
  return {
    timeout_seconds,
    reason: `timeout of ${durationWords(timeout_seconds)} would have cost least in the idle periods observed`,
  };
}

function leastCostTimeout(gaps: GapHistogram, wakeCost: number): number {
  let longer = gaps.observed;
  let waited = 0;
  let best = 0;
  let leastCost = longer * wakeCost;
  for (let bin = 0; bin < OVERFLOW; bin++) {
    const count = countIn(gaps, bin);
    if (count === 0) continue;
    longer -= count;
    waited += sumIn(gaps, bin);
    const timeout = EDGES_SECONDS[bin]!;
    const cost = waited + longer * (timeout + wakeCost);
    if (cost < leastCost) {
      leastCost = cost;
      best = timeout;
    }
  }
  return best;
}

function edges(first: number, last: number, step: number): Float64Array {
  const inner = Math.ceil(Math.log(last / first) / step);
  return Float64Array.from({ length: inner + 1 }, (_, bin) => Math.min(last, first * Math.exp(bin * step)));
}
