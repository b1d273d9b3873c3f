import fc from 'fast-check';
import { SHIPPED_AGENT } from '../../../../src/compute/agent/configuration.js';
import type { PolicyValues } from '../../../../src/compute/policy/interface/policy-parameter.js';
import type {
  DemandForesight,
  SizeContext,
  SizeDecision,
  SizeLook,
  SizePolicy,
} from '../../../../src/compute/policy/interface/size-policy.js';

export const GIB = 1_073_741_824;

/** A compute of .25 to 8 CU with 4 GiB per CU, sampled every 5 s. */
export const CONTEXT: SizeContext = {
  min_cu: 0.25,
  max_cu: 8,
  memory_per_cu_bytes: 4 * GIB,
  metrics_interval_seconds: 5,
  agent: SHIPPED_AGENT,
  foresight: undefined,
};

/** No load, and almost no memory in use. */
export const QUIET: SizeLook = {
  now_seconds: 0,
  epoch_seconds: 1_767_571_200,
  cu: 0.25,
  load_average_1m: 0,
  load_average_5m: 0,
  used_vcpu: 0,
  memory_usage_bytes: 0,
  memory_cached_bytes: 0,
  working_set_pages: undefined,
};

/** The values of a policy's parameters: defaults unless given. */
export function valuesOf(policy: SizePolicy, over: PolicyValues = {}): PolicyValues {
  const defaults = Object.entries(policy.parameters).map(([name, { default: value }]) => [name, value]);
  return { ...Object.fromEntries(defaults), ...over };
}

/** Demand in windows of 5 s, in vCPU. */
export function foreseen(vcpu: readonly number[], window_seconds = 5): DemandForesight {
  return { window_seconds, vcpu: Float64Array.from(vcpu) };
}

/** The decisions on a series of samples, 5 s apart unless they have a time. */
export function decisions<State>(
  policy: SizePolicy<State>,
  looks: readonly Partial<SizeLook>[],
  over: PolicyValues = {},
  context: SizeContext = CONTEXT,
): SizeDecision<State>[] {
  const values = valuesOf(policy as SizePolicy, over);
  let state = policy.start(values, context, undefined);
  return looks.map((look, index) => {
    const decision = policy.look(state, { ...QUIET, now_seconds: 5 * index, ...look }, values, context);
    state = decision.state;
    return decision;
  });
}

const load = fc.double({ min: 0, max: 20, noNaN: true });
const bytes = fc.double({ min: 0, max: 32 * GIB, noNaN: true });

/** Arbitrary metrics of a sample, except time and working set. */
export const anyLoad = fc.record({
  cu: fc.integer({ min: 1, max: 32 }).map((units) => units / 4),
  load_average_1m: load,
  load_average_5m: load,
  used_vcpu: load,
  memory_usage_bytes: bytes,
  memory_cached_bytes: bytes,
});

/** Time between samples: mostly one interval, sometimes a suspension. */
export const anyWait = fc.oneof(
  { weight: 8, arbitrary: fc.constant(5) },
  { weight: 1, arbitrary: fc.double({ min: 0, max: 60, noNaN: true }) },
  { weight: 1, arbitrary: fc.double({ min: 60, max: 200_000, noNaN: true }) },
);

/** Samples with their times, in order. */
export const anyLooks = fc.array(fc.tuple(anyLoad, anyWait), { minLength: 1, maxLength: 25 }).map((steps) => {
  let now_seconds = 0;
  return steps.map(([one, wait]): SizeLook => {
    now_seconds += wait;
    return { ...QUIET, ...one, now_seconds };
  });
});

/** Demand of a run that begins at 0. */
export const anyForesight = fc
  .array(load, { minLength: 1, maxLength: 60 })
  .map((vcpu): DemandForesight => foreseen(vcpu));

/** Freezes everything in a value that can be frozen; a typed array cannot. */
export function deeplyFrozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
    for (const part of Object.values(value)) deeplyFrozen(part);
    Object.freeze(value);
  }
  return value;
}
