import { wholeDown, wholeUp } from '../../../kernel/whole-steps.js';
import type { PolicyParameters } from '../interface/policy-parameter.js';
import { reasonFigure, reasonPercentage } from '../interface/reason-words.js';
import type { SizePolicy } from '../interface/size-policy.js';
import { cpuNeed, LOAD_AVERAGE_SHARE } from './present-need.js';

const PUBLISHED = {
  source: 'Scaleway Serverless SQL Databases overview, 2025-09-02',
  confidence: 'high',
} as const;

const PARAMETERS: PolicyParameters = {
  grow_above: {
    unit: 'share',
    default: 0.9,
    description: 'Use of the vCPUs above which the size grows.',
    ...PUBLISHED,
    least: 0.05,
    most: 1,
  },
  shrink_below: {
    unit: 'share',
    default: 0.7,
    description: 'Use of the vCPUs below which the size shrinks.',
    ...PUBLISHED,
    least: 0,
    most: 1,
  },
  step: {
    unit: 'share',
    default: 0.25,
    description: 'Change of the size, rounded away from it to whole CU.',
    ...PUBLISHED,
    least: 0.01,
    most: 1,
  },
  window_seconds: {
    unit: 'seconds',
    default: 10,
    description: 'How long the use must be above or below.',
    ...PUBLISHED,
    least: 0,
  },
  cooldown_seconds: {
    unit: 'seconds',
    default: 60,
    description: 'Minimum time between two changes.',
    ...PUBLISHED,
    least: 0,
  },
  load_average_share: { ...LOAD_AVERAGE_SHARE, default: 0 },
};

/** The requested size, and how long the use has required another. */
export interface StepPercentState {
  /** When it last looked; `undefined` before the first look. */
  readonly looked_at_seconds: number | undefined;
  /** `undefined` before the first look. */
  readonly size_cu: number | undefined;
  readonly use: 'high' | 'low' | 'fitting';
  /** Since when the use has been at this level. */
  readonly since_seconds: number;
  readonly changed_at_seconds: number;
}

/**
 * Grows and shrinks by a share of the size, in whole CU, after a period of high or low use, and at most once per
 * cooldown. It shrinks only to a size that covers the current need.
 */
export const stepPercentSize: SizePolicy<StepPercentState> = {
  name: 'step_percent',
  description:
    'Grows or shrinks by a share of the size, in whole CU, after seconds of high or low use of the vCPUs; at most once a minute, and never below the present need.',
  source: 'the published rule of Scaleway Serverless SQL Databases',
  parameters: PARAMETERS,
  foresight: false,
  start: () => ({
    looked_at_seconds: undefined,
    size_cu: undefined,
    use: 'fitting',
    since_seconds: 0,
    changed_at_seconds: Number.NEGATIVE_INFINITY,
  }),
  look(before, look, values, { min_cu, max_cu }) {
    const now = look.now_seconds;
    const within = (cu: number) => Math.max(min_cu, Math.min(max_cu, cu));
    const size_cu = within(before.size_cu ?? look.cu);
    const need = cpuNeed(look, values['load_average_share']);
    const share = need / size_cu;
    const use = share > values['grow_above'] ? 'high' : share < values['shrink_below'] ? 'low' : 'fitting';
    const since_seconds = use === before.use ? before.since_seconds : (before.looked_at_seconds ?? now);
    const state = { ...before, looked_at_seconds: now, size_cu, use, since_seconds } as const;
    const seen = `${reasonFigure(need)} vCPU are ${reasonPercentage(share)} of ${reasonFigure(size_cu)} CU`;
    const step = use === 'high' ? values['step'] : -values['step'];
    const stepped_cu = within(wholeCu(size_cu * (1 + step), use === 'high'));
    const isCarried = use === 'high' || need <= stepped_cu;
    const isDue =
      now - since_seconds >= values['window_seconds'] &&
      now - before.changed_at_seconds >= values['cooldown_seconds'];
    if (use === 'fitting' || !isDue || !isCarried || stepped_cu === size_cu) {
      return { state, goal_cu: size_cu, reason: seen };
    }
    return {
      state: { ...state, size_cu: stepped_cu, use: 'fitting', changed_at_seconds: now },
      goal_cu: stepped_cu,
      reason: seen,
    };
  },
};

function wholeCu(cu: number, up: boolean): number {
  return up ? wholeUp(cu) : wholeDown(cu);
}
