import { AUTOSCALING_UNIT_CU } from '../../compute/size.js';
import { type Vendor, vendors } from '../../vendors/vendor-file.js';
import { formatDuration } from '../form/quantity.js';
import type { ComputeSpecification, Scenario } from '../scenario.js';
import { pauseAfter, scalingRange } from './vendor-settings.js';

/** When a vendor pauses the computes of a scenario and how they wake, with the remarks of its file. */
export function pauseNotes(vendor: Vendor, { computes }: Scenario): readonly string[] {
  const { pause, wake, unit, scaling } = vendor;
  if (pause === undefined) return ['never pauses'];
  const after = (seconds: number) =>
    Number.isFinite(seconds) ? `after ${formatDuration(seconds)}` : 'never';
  const own = [...new Set(computes.map((compute) => after(pauseAfter(vendor, compute))))];
  return [
    `pauses ${own.join(' or ')} (default ${after(pause.timeout_s.default)}) without ${pause.activity === 'connections' ? 'an open connection' : 'a query'}, wakes in ${wake!.typical_s} s`,
    ...[pause, unit, scaling].flatMap((fact) => fact?.note ?? []),
  ];
}

/**
 * The sizes between which computes scale, in the vendor's units.
 * @throws NotComparable for a range that cannot be simulated
 */
export function sizeRange(vendor: Vendor, computes: readonly ComputeSpecification[]): string {
  const unit = vendor.unit!;
  return alike(
    computes.map((compute) => {
      const [low, high] = scalingRange(vendor, compute);
      const least = low <= AUTOSCALING_UNIT_CU ? unit.min : low / unit.vcpu;
      return `${least} to ${high / unit.vcpu} ${unit.name}`;
    }),
  );
}

/** The first scenario on each platform. */
export function ofEachVendor(scenarios: readonly Scenario[]): readonly Scenario[] {
  const ids = scenarios.map(({ vendor }) => vendor?.name);
  return scenarios.filter((_, place) => ids.indexOf(ids[place]) === place);
}

/** Scope of the costs of scenarios on several platforms, and which are bounds; `undefined` if all run on Neon. */
export function costScope(scenarios: readonly Scenario[]): string | undefined {
  const ids = new Set(scenarios.map(({ vendor }) => vendor?.name));
  const named = vendors().filter(({ id }) => ids.has(id));
  if (named.length === 0) return undefined;
  const bounds = named.flatMap(({ name, billing: { bound } }) =>
    bound === undefined ? [] : [`; ${name} costs at ${bound} this`],
  );
  return `costs are of compute alone, without storage and transfer${bounds.join('')}`;
}

/** Names, each with its number of occurrences if there are several. */
export function alike(names: readonly string[]): string {
  return [...new Set(names)]
    .map((name) => {
      const count = names.filter((each) => each === name).length;
      return count === 1 ? name : `${count} × ${name}`;
    })
    .join(' + ');
}
