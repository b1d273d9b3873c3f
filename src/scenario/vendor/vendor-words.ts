import { AUTOSCALING_UNIT_CU } from '../../compute/size.js';
import { formatList } from '../../kernel/format-list.js';
import { CONFIDENCE } from '../../vendors/price-book.js';
import type { Vendor, VendorSize } from '../../vendors/vendor-file.js';
import { formatDuration } from '../form/quantity.js';
import { confidenceText } from '../model/assumption.js';
import type { ComputeSpecification, Scenario } from '../scenario.js';
import { isAlwaysOn, pauseAfter, scalingParts, scalingRange } from './vendor-settings.js';

/** Facts of a vendor that a run rests on, with the remarks of its file, and what is assumed because it is not published. */
export function runNotes(
  vendor: Vendor,
  scenario: Scenario,
  sizes: readonly VendorSize[] = [],
): readonly string[] {
  const { ship, pause, unit, scaling, assumed } = vendor;
  const facts = [pause, unit, scaling].flatMap((fact) =>
    fact?.note === undefined ? [] : [`${fact.note}${doubtText(fact)}`],
  );
  return [
    ...(ship === 'compare' ? [pauseNote(vendor, scenario), ...facts] : []),
    ...(ship === 'cost-only' || isAlwaysOn(vendor)
      ? scalingParts(scenario).map(({ ignored }) => ignored)
      : []),
    ...(sizes.some(({ burst }) => burst) ? ['shared vCPUs'] : []),
    ...(assumed.length === 0 ? [] : [`assumed: ${assumed.join(', ')}`]),
  ];
}

/** The confidence of a fact that is less than certain. */
export function doubtText({ conf }: Pick<VendorSize, 'conf'>): string {
  return conf === 'H' ? '' : ` (${confidenceText(CONFIDENCE[conf])})`;
}

/** When a vendor pauses the computes of a scenario, and how they wake. */
function pauseNote(vendor: Vendor, { computes }: Scenario): string {
  const { pause, wake } = vendor;
  if (pause === undefined) return 'never pauses';
  const after = (seconds: number) =>
    Number.isFinite(seconds) ? `after ${formatDuration(seconds)}` : 'never';
  const own = [...new Set(computes.map((compute) => after(pauseAfter(vendor, compute))))];
  const activity = pause.activity === 'connections' ? 'an open connection' : 'a query';
  return `pauses ${own.join(' or ')} (default ${after(pause.timeout_s.default)}) without ${activity}${doubtText(pause)}, wakes in ${wake!.typical_s} s${doubtText(wake!)}`;
}

/**
 * The sizes between which computes scale, in the vendor's units.
 * @throws NotComparable for a range that cannot be simulated
 */
export function sizeRange(vendor: Vendor, computes: readonly ComputeSpecification[]): string {
  const unit = vendor.unit!;
  return countedNames(
    computes.map((compute) => {
      const [low, high] = scalingRange(vendor, compute);
      const least = low <= AUTOSCALING_UNIT_CU ? unit.min : low / unit.vcpu;
      return `${least} to ${high / unit.vcpu} ${unit.name}`;
    }),
  );
}

/**
 * Why a vendor does not have a timeout, in words; `undefined` if it does.
 * @param seconds Infinity for never; `undefined` for a value that is not a timeout
 */
export function vendorTimeoutProblem({ name, pause }: Vendor, seconds?: number): string | undefined {
  if (seconds === undefined || seconds === Number.POSITIVE_INFINITY) return undefined;
  if (pause === undefined) return `${name} never pauses; expected never`;
  const { min, max } = pause.timeout_s;
  if (seconds >= min && seconds <= max) return undefined;
  const range = min === max ? formatDuration(min) : `${formatDuration(min)} to ${formatDuration(max)}`;
  return `${name} pauses after ${range}, or never`;
}

/** The first scenario on each platform. */
export function firstOfEachVendor(scenarios: readonly Scenario[]): readonly Scenario[] {
  const ids = scenarios.map(({ vendor }) => vendor?.name);
  return scenarios.filter((_, place) => ids.indexOf(ids[place]) === place);
}

/** The rule that changes bills most, in words. */
export function awakeRule(books: readonly Vendor[]): string {
  const names = books.filter(({ pause }) => pause?.activity === 'connections').map(({ name }) => name);
  return `an open idle connection keeps ${formatList(names)} awake, and never Neon; a client that reconnects after each suspend wakes every platform`;
}

/** Names, each with its number of occurrences if there are several. */
export function countedNames(names: readonly string[]): string {
  return [...new Set(names)]
    .map((name) => {
      const count = names.filter((each) => each === name).length;
      return count === 1 ? name : `${count} × ${name}`;
    })
    .join(' + ');
}
