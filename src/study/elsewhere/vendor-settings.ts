import { idleTimeout, NEVER_SUSPEND } from '../../compute/lifecycle/suspend-timeout.js';
import { AUTOSCALING_MAX_CU, AUTOSCALING_UNIT_CU } from '../../compute/size.js';
import { GIB } from '../../kernel/units.js';
import { quoted } from '../../scenario/document/scenario-document.js';
import type { ComputeSpecification, Scenario } from '../../scenario/scenario.js';
import { DEFAULT_PLAN } from '../../vendors/plan-limits.js';
import { PRICES_CHECKED_UNTIL } from '../../vendors/price-book.js';
import type { Vendor, VendorSize } from '../../vendors/vendor-file.js';

/** Why a vendor cannot be compared, in words. */
export class NotComparable extends Error {}

/** Connections that a vendor admits with that much memory; Infinity if that is not published. */
export function connectionsWith({ bytes_per_connection: rule }: Vendor, memory_bytes: number): number {
  if (rule === undefined) return Number.POSITIVE_INFINITY;
  return Math.min(rule.max, Math.max(rule.min ?? 0, Math.floor(memory_bytes / rule.divisor)));
}

/** Seconds without activity after which a compute pauses on a vendor's platform: the scenario's, within its limits. */
export function pauseAfter(vendor: Vendor, compute: ComputeSpecification): number {
  const { min, max } = vendor.pause!.timeout_s;
  const own = idleTimeout(compute);
  return own === Number.POSITIVE_INFINITY ? own : Math.min(max, Math.max(min, own));
}

/** Sizes between which a compute scales, in vCPU. */
export function scalingRange(
  { name, unit }: Vendor,
  { autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max }: ComputeSpecification,
): readonly [number, number] {
  const { vcpu, min: least, max: most, spread = Number.POSITIVE_INFINITY } = unit!;
  const low = min <= AUTOSCALING_UNIT_CU ? Math.max(AUTOSCALING_UNIT_CU, least * vcpu) : min;
  if (max > Math.min(AUTOSCALING_MAX_CU, most * vcpu) || (max - low) / vcpu > spread) {
    throw new NotComparable(`${name} from ${low} to ${max} vCPU cannot be simulated`);
  }
  return [low, max];
}

/** Refuses scenarios with features that have no counterpart in a simulated run of another platform. */
function refuseUnlike({ computes, events, quota }: Scenario): void {
  if (Object.keys(quota).length > 0) throw new NotComparable('the scenario has a quota');
  if (computes.some(({ suspend_timer }) => suspend_timer !== undefined)) {
    throw new NotComparable('the scenario draws its suspend timeouts');
  }
  if (events.some(({ kind }) => kind === 'update')) {
    throw new NotComparable('an event changes the settings of a compute');
  }
}

/**
 * Overrides that make a scenario behave as a vendor's file describes it.
 * @param sizes the fixed size of each compute; if left out, sizes follow the load
 * @param index of the size policy and of the delay before a pause
 * @throws NotComparable for a scenario without a counterpart
 */
export function vendorSettings(
  vendor: Vendor,
  scenario: Scenario,
  sizes: readonly VendorSize[] | undefined,
  index: number,
): readonly string[] {
  refuseUnlike(scenario);
  const { unit, pause, scaling, wake } = vendor;
  const { computes } = scenario;
  const policy = scaling?.policies[index];
  const ranges = computes.map((compute, place) => {
    const vcpu = sizes?.[place]?.vcpu;
    return vcpu === undefined ? scalingRange(vendor, compute) : ([vcpu, vcpu] as const);
  });
  if (ranges.some(([, most]) => most > AUTOSCALING_MAX_CU)) {
    throw new NotComparable(`${vendor.name} above ${AUTOSCALING_MAX_CU} vCPU cannot be simulated`);
  }
  const [first] = sizes ?? [];
  const memory_per_vcpu =
    first === undefined ? (unit!.memory_gb * 1e9) / unit!.vcpu : (first.memory_gib * GIB) / first.vcpu!;
  const largest = Math.max(...ranges.map(([, most]) => most));
  const connections = first?.connections ?? connectionsWith(vendor, largest * memory_per_vcpu);
  const [soonest, latest] = pause!.late_s ?? [0, 0];
  const late =
    (scaling?.policies.length ?? 1) === 1
      ? [soonest, latest]
      : index === 0
        ? [soonest, soonest]
        : [latest, latest];
  const { typical_s, long_idle_s, long_idle_typical_s = typical_s } = wake!;
  return [
    `plan={ name: ${DEFAULT_PLAN}, as_of: "${PRICES_CHECKED_UNTIL}" }`,
    'model.rules=seed',
    `model.idle_clock=${pause!.activity === 'connections' ? 'connections' : 'work'}`,
    `model.suspend_check={ uniform: { min: ${late[0]}s, max: ${late[1]}s } }`,
    `model.wake_latency=${typical_s}s`,
    'model.warm_pool_miss=0',
    ...(long_idle_s === undefined
      ? ['model.long_idle_factor=1']
      : [
          `model.long_idle_after=${long_idle_s}s`,
          `model.long_idle_factor=${long_idle_typical_s / typical_s}`,
        ]),
    `model.memory_per_cu=${Math.round(memory_per_vcpu)}`,
    ...(Number.isFinite(connections) ? [`model.max_connections=${connections}`] : []),
    ...computes.flatMap((compute, place) => {
      const timeout = pauseAfter(vendor, compute);
      const [least, most] = ranges[place]!;
      return Object.entries({
        autoscaling_limit_min_cu: least,
        autoscaling_limit_max_cu: most,
        suspend_timeout_seconds: Number.isFinite(timeout) ? timeout : NEVER_SUSPEND,
        policy: JSON.stringify(
          policy === undefined || least === most ? { suspend: 'fixed' } : { size: policy, suspend: 'fixed' },
        ),
      }).map(([key, value]) => `computes.${quoted(compute.name)}.${key}=${value}`);
    }),
  ];
}
