import { wholeDown, wholeUp } from '../../../kernel/whole-steps.js';
import type { PolicyParameters, PolicyValues } from '../interface/policy-parameter.js';
import { gibibytes, reasonFigure, reasonPercentage } from '../interface/reason-words.js';
import type { SizeContext, SizeLook, SizePolicy } from '../interface/size-policy.js';
import { cpuNeed, LOAD_AVERAGE_SHARE, memoryNeedCu } from './present-need.js';

const UNPUBLISHED = {
  source: 'assumption: Aurora has published the mechanism, not its values',
  confidence: 'low',
} as const;

/** The reserved size, and how far it may grow. */
export interface TargetTrackingState {
  /** When it last looked; `undefined` before the first look. */
  readonly looked_at_seconds: number | undefined;
  /** Size reserved, in whole units. */
  readonly reserved_cu: number;
  /** Growth that the token bucket allows now. */
  readonly tokens_cu: number;
  /** Since when less has been wanted than is reserved; otherwise `undefined`. */
  readonly lower_since_seconds: number | undefined;
  /** The largest size wanted since then. */
  readonly highest_since_cu: number;
}

const PARAMETERS: PolicyParameters = {
  target_utilisation: {
    unit: 'share',
    default: 0.7,
    description: 'Target share of the size, excluding the reserve, for the CPU demand.',
    ...UNPUBLISHED,
    least: 0.05,
    // Below 1, so that a compute held down by its size always wants more than its size.
    most: 0.95,
  },
  reserve_cu: {
    unit: 'cu',
    default: 0.25,
    description: 'Reserve above the current need.',
    ...UNPUBLISHED,
    least: 0,
  },
  bucket_cu: {
    unit: 'cu',
    default: 2,
    description: 'Capacity of the token bucket: the growth that is possible at once after a quiet time.',
    ...UNPUBLISHED,
    least: 0.25,
  },
  refill_cu_per_second: {
    unit: 'number',
    default: 0.05,
    description: 'Growth that the bucket gains every second.',
    ...UNPUBLISHED,
    least: 0,
  },
  scale_down_seconds: {
    unit: 'seconds',
    default: 60,
    description: 'Time of lower demand before the reserved size shrinks.',
    ...UNPUBLISHED,
    least: 0,
  },
  load_average_share: { ...LOAD_AVERAGE_SHARE, ...UNPUBLISHED },
};

/**
 * Keeps a reserved size somewhat above the current need, in the manner of Aurora Serverless v2. Growth takes tokens, in
 * whole units, from a bucket that refills at a constant rate: it is at most the bucket's capacity plus the refill. The
 * size shrinks only after a period of lower demand, down to the maximum of that period, and shrinking returns no
 * tokens.
 *
 * The CPU need is the greater of load average and vCPU in use. Hosts, migrations and Aurora's reclaiming of cold pages
 * are not modelled.
 */
export const targetTrackingSize: SizePolicy<TargetTrackingState> = {
  name: 'target_tracking',
  description:
    'Keeps a reserve above the present need of CPU and memory; a token bucket limits how fast it grows, and it gives back only what has not been wanted for some time.',
  source:
    'after Aurora Serverless v2 (PVLDB 17(12):4038-4050, 2024): reserved size above the near need, growth limited by a token bucket',
  parameters: PARAMETERS,
  foresight: false,
  start: (values) => ({
    looked_at_seconds: undefined,
    reserved_cu: 0,
    tokens_cu: values['bucket_cu'],
    lower_since_seconds: undefined,
    highest_since_cu: 0,
  }),
  look(before, look, values, context) {
    const state = refillTokens(before, look, values, context);
    const { wanted_cu, need } = wantedSize(look, values, context);
    const base = { ...state, lower_since_seconds: undefined, highest_since_cu: 0 };
    const wants = `${need} and ${reasonFigure(values['reserve_cu'])} CU in reserve want ${reasonFigure(wanted_cu)} CU`;
    if (wanted_cu === state.reserved_cu) return { state: base, goal_cu: wanted_cu, reason: wants };
    if (wanted_cu > state.reserved_cu) {
      const unit = context.agent.unit.milli_cpu / 1000;
      const growth = Math.min(wanted_cu - state.reserved_cu, wholeUnits(state.tokens_cu, unit));
      const reserved_cu = state.reserved_cu + growth;
      const tokens_cu = Math.max(0, state.tokens_cu - growth);
      const reason =
        reserved_cu < wanted_cu ? `${wants}; the token bucket allows ${reasonFigure(reserved_cu)} CU` : wants;
      return { state: { ...base, reserved_cu, tokens_cu }, goal_cu: reserved_cu, reason };
    }
    const since = state.lower_since_seconds ?? look.now_seconds;
    const highest_since_cu = Math.min(state.reserved_cu, Math.max(state.highest_since_cu, wanted_cu));
    const wait = since + values['scale_down_seconds'] - look.now_seconds;
    if (wait > 0) {
      const reason = `${wants}; ${reasonFigure(state.reserved_cu)} CU kept for another ${reasonFigure(wait)} s`;
      return {
        state: { ...state, lower_since_seconds: since, highest_since_cu },
        goal_cu: state.reserved_cu,
        reason,
      };
    }
    return { state: { ...base, reserved_cu: highest_since_cu }, goal_cu: highest_since_cu, reason: wants };
  },
};

/** The state including tokens gained since the last look, and the reserved size within the limits. */
function refillTokens(
  before: TargetTrackingState,
  look: SizeLook,
  values: PolicyValues,
  { min_cu, max_cu }: SizeContext,
): TargetTrackingState {
  const now = look.now_seconds;
  const gained = (now - (before.looked_at_seconds ?? now)) * values['refill_cu_per_second'];
  const reserved = before.looked_at_seconds === undefined ? look.cu : before.reserved_cu;
  return {
    ...before,
    looked_at_seconds: now,
    reserved_cu: Math.max(min_cu, Math.min(max_cu, reserved)),
    tokens_cu: Math.min(values['bucket_cu'], before.tokens_cu + gained),
  };
}

/** The wanted size, in whole units within the limits, and the need behind it in words. */
function wantedSize(
  look: SizeLook,
  values: PolicyValues,
  context: SizeContext,
): { readonly wanted_cu: number; readonly need: string } {
  const { min_cu, max_cu } = context;
  const target = values['target_utilisation'];
  const vcpu = cpuNeed(look, values['load_average_share']);
  const cpu_cu = vcpu / target;
  const memory_cu = memoryNeedCu(look, context);
  const unit = context.agent.unit.milli_cpu / 1000;
  const units = wholeUp((Math.max(cpu_cu, memory_cu) + values['reserve_cu']) / unit);
  return {
    wanted_cu: Math.max(min_cu, Math.min(max_cu, units * unit)),
    need:
      memory_cu > cpu_cu
        ? `${gibibytes(look.memory_usage_bytes)} of memory in use`
        : `${reasonFigure(vcpu)} vCPU at ${reasonPercentage(target)} use`,
  };
}

function wholeUnits(cu: number, unit: number): number {
  return wholeDown(cu / unit) * unit;
}
