import { idleTimeout, NEVER_SUSPEND } from '../../compute/lifecycle/suspend-timeout.js';
import { AUTOSCALING_MAX_CU, AUTOSCALING_UNIT_CU } from '../../compute/size.js';
import { GIB } from '../../kernel/units.js';
import { wholeUp } from '../../kernel/whole-steps.js';
import { DEFAULT_PLAN } from '../../vendors/plan-limits.js';
import { PRICES_CHECKED_UNTIL } from '../../vendors/price-book.js';
import { hasCostRange, NotComparable } from '../../vendors/vendor-bill.js';
import type { Vendor, VendorSize } from '../../vendors/vendor-file.js';
import { quoted } from '../document/scenario-document.js';
import type { ComputeSpecification, Scenario } from '../scenario.js';

/** Connections that a vendor admits at this memory size; Infinity if the limit is not published. */
export function admittedConnections({ bytes_per_connection: rule }: Vendor, memory_bytes: number): number {
  if (rule === undefined) return Number.POSITIVE_INFINITY;
  return Math.min(rule.max, Math.max(rule.min ?? 0, Math.floor(memory_bytes / rule.divisor)));
}

/** A plan of Neon without limits of use, since those do not apply on another platform. */
export const PLAN_ELSEWHERE = { name: DEFAULT_PLAN, as_of: PRICES_CHECKED_UNTIL };

/** The override that lifts the limits of Neon's plans. */
export const ANY_PLAN = `plan=${JSON.stringify(PLAN_ELSEWHERE)}`;

/** Rules of Neon that do not apply on another platform, lifted. */
export const RULES_ELSEWHERE: readonly string[] = [ANY_PLAN, 'model.rules=seed'];

/** Seconds without activity after which a compute pauses on a vendor's platform: the scenario's, within its limits. */
export function pauseAfter({ pause }: Vendor, compute: ComputeSpecification): number {
  if (pause === undefined) return Number.POSITIVE_INFINITY;
  const { min, max } = pause.timeout_s;
  const own = idleTimeout(compute);
  return own === Number.POSITIVE_INFINITY ? own : Math.min(max, Math.max(min, own));
}

/** Sizes between which a compute scales, in vCPU, rounded up to the vendor's steps. */
export function scalingRange(
  { name, unit }: Vendor,
  { autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max }: ComputeSpecification,
): readonly [number, number] {
  const { vcpu, min: least, max: most, spread = Number.POSITIVE_INFINITY } = unit!;
  const step = Math.max(AUTOSCALING_UNIT_CU, (unit!.step ?? 0) * vcpu);
  const stepped = (cu: number) => Math.max(least * vcpu, wholeUp(cu / step) * step);
  const [low, high] = [stepped(min), stepped(max)];
  if (high > Math.min(AUTOSCALING_MAX_CU, most * vcpu) || (high - low) / vcpu > spread) {
    throw new NotComparable(`${name} from ${low} to ${high} vCPU cannot be simulated`);
  }
  return [low, high];
}

/** The sizes between which computes of a vendor can scale, in CU. */
export function scalableSizes(
  { vcpu, min, max }: NonNullable<Vendor['unit']>,
  sizes_cu: readonly number[],
): readonly number[] {
  const least = Math.max(AUTOSCALING_UNIT_CU, min * vcpu);
  const most = Math.min(AUTOSCALING_MAX_CU, max * vcpu);
  return sizes_cu.filter((cu) => cu >= least && cu <= most);
}

/** Whether the computes of a vendor always run, at one size. */
export function isAlwaysOn({ sizes, pause }: Vendor): boolean {
  return sizes !== undefined && pause === undefined;
}

/**
 * Refuses scenarios with features that have no counterpart on another platform.
 * @throws NotComparable
 */
export function refuseUnsupported(vendor: Vendor, scenario: Scenario): void {
  if (scenario.fleet !== undefined) throw new NotComparable('the scenario has a fleet');
  if (isAlwaysOn(vendor)) return;
  const [found] = scalingParts(scenario);
  if (found !== undefined) throw new NotComparable(found.refused);
}

/** Parts of a scenario that do not matter to computes that always run at one size; other vendors refuse them. */
export function scalingParts({ quota, events, computes }: Scenario) {
  const isDrawn = computes.some(({ suspend_timer }) => suspend_timer !== undefined);
  const hasQuota = Object.keys(quota).length > 0;
  const hasUpdate = events.some(({ kind }) => kind === 'update');
  const parts: readonly (readonly [isFound: boolean, refused: string, ignored: string])[] = [
    [isDrawn, 'the scenario draws its suspend timeouts', 'drawn suspend timeouts are ignored'],
    [hasQuota, 'the scenario has a quota', "the scenario's quota is ignored"],
    [hasUpdate, 'an event changes the settings of a compute', 'events that change settings are ignored'],
  ];
  return parts.filter(([isFound]) => isFound).map(([, refused, ignored]) => ({ refused, ignored }));
}

/** A setting that makes a scenario behave as a vendor's file describes it. */
export interface VendorSetting {
  readonly path: string;
  /** As written in a scenario. */
  readonly value: string | number;
  /** Its basis in the vendor's file. */
  readonly fact: Pick<VendorSize, 'src' | 'conf'> | undefined;
}

/**
 * The settings that make a scenario behave as a vendor's file describes it.
 * @param size the fixed size of every compute; if left out, sizes follow the load
 * @param index of the size policy and of the delay before a pause
 * @throws NotComparable for a scenario without a counterpart
 */
export function vendorSettings(
  vendor: Vendor,
  scenario: Scenario,
  size: VendorSize | undefined,
  index: number,
): readonly VendorSetting[] {
  refuseUnsupported(vendor, scenario);
  const { unit, pause, scaling, bytes_per_connection } = vendor;
  const { computes } = scenario;
  const ranges = computes.map((compute) =>
    size === undefined ? scalingRange(vendor, compute) : ([size.vcpu, size.vcpu] as const),
  );
  const largest = Math.max(...ranges.map(([, most]) => most));
  if (largest > AUTOSCALING_MAX_CU) {
    throw new NotComparable(`${vendor.name} above ${AUTOSCALING_MAX_CU} vCPU cannot be simulated`);
  }
  const memory_per_vcpu =
    size === undefined ? (unit!.memory_gb * 1e9) / unit!.vcpu : (size.memory_gib * GIB) / size.vcpu;
  const connections = size?.connections ?? admittedConnections(vendor, largest * memory_per_vcpu);
  const smallest = unit === undefined ? AUTOSCALING_UNIT_CU : unit.min * unit.vcpu;
  const policy = scaling?.policies[index];
  const idle_clock = pause?.activity === 'connections' ? 'connections' : 'work';
  const ofSize = size ?? unit;
  const admits = size?.connections === undefined ? bytes_per_connection : size;
  return [
    ...modelSettings({ idle_clock }, pause),
    ...pauseSettings(vendor, index),
    ...modelSettings({ memory_per_cu: Math.round(memory_per_vcpu) }, ofSize),
    ...(Number.isFinite(connections) ? modelSettings({ max_connections: connections }, admits) : []),
    ...(smallest < AUTOSCALING_UNIT_CU ? modelSettings({ smallest_billed_cu: smallest }, unit) : []),
    ...computes.flatMap((compute, place) => {
      const timeout = pauseAfter(vendor, compute);
      const [least, most] = ranges[place]!;
      const own = `computes.${quoted(compute.name)}`;
      const isFixed = policy === undefined || least === most;
      const policies = isFixed ? { suspend: 'fixed' } : { size: policy, suspend: 'fixed' };
      return [
        { path: `${own}.autoscaling_limit_min_cu`, value: least, fact: ofSize },
        { path: `${own}.autoscaling_limit_max_cu`, value: most, fact: ofSize },
        {
          path: `${own}.suspend_timeout_seconds`,
          value: Number.isFinite(timeout) ? timeout : NEVER_SUSPEND,
          fact: pause,
        },
        { path: `${own}.policy`, value: JSON.stringify(policies), fact: scaling },
      ];
    }),
  ];
}

function modelSettings(
  values: Readonly<Record<string, string | number>>,
  fact: VendorSetting['fact'],
): readonly VendorSetting[] {
  return Object.entries(values).map(([name, value]) => ({ path: `model.${name}`, value, fact }));
}

function pauseSettings(vendor: Vendor, index: number): readonly VendorSetting[] {
  const { pause, wake } = vendor;
  if (pause === undefined || wake === undefined) return [];
  const [soonest, latest] = pause.late_s ?? [0, 0];
  const end_s = index === 0 ? soonest : latest;
  const late = hasCostRange(vendor) ? [end_s, end_s] : [soonest, latest];
  const { typical_s, long_idle_s, long_idle_typical_s = typical_s } = wake;
  return [
    ...(pause.backup_every_s === undefined
      ? []
      : modelSettings({ availability_check_interval: `${pause.backup_every_s}s` }, pause)),
    ...modelSettings({ suspend_check: `{ uniform: { min: ${late[0]}s, max: ${late[1]}s } }` }, pause),
    ...modelSettings({ wake_latency: `${typical_s}s`, warm_pool_miss: 0 }, wake),
    ...modelSettings(
      long_idle_s === undefined
        ? { long_idle_factor: 1 }
        : { long_idle_after: `${long_idle_s}s`, long_idle_factor: long_idle_typical_s / typical_s },
      wake,
    ),
  ];
}
