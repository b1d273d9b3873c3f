import { nearestName } from '../../kernel/nearest-name.js';
import type { PlanChoice } from '../../vendors/plan-limits.js';
import { CONFIDENCE, costOfMonth, type PriceEntry } from '../../vendors/price-book.js';
import {
  hasCostRange,
  NotComparable,
  priceOf,
  vendorBill,
  withGivenPrices,
} from '../../vendors/vendor-bill.js';
import type { Vendor, VendorSize } from '../../vendors/vendor-file.js';
import type { Assumption } from '../model/assumption.js';
import type { Scenario } from '../scenario.js';
import { type VendorChoice, vendorOverride } from '../sections/vendor.js';
import { isAlwaysOn, RULES_ELSEWHERE, type VendorSetting, vendorSettings } from './vendor-settings.js';
import { awakeRule, runNotes, sizeRange } from './vendor-words.js';

/** The source of a vendor's setting. */
export interface SettingBasis extends Pick<Assumption, 'source' | 'confidence'> {
  readonly path: string;
}

/** A scenario's counterpart on another vendor's platform. */
export interface VendorTerms {
  readonly overrides: readonly string[];
  /** Settings of these overrides, by the start of their path, with what they are based on. */
  readonly bases: readonly SettingBasis[];
  /** Its plan, with the price of compute. */
  readonly plan: PlanChoice;
  /** Whether a quota, and changes of settings, are left out. */
  readonly is_always_on: boolean;
  /** Choices, dates of prices, and assumptions. */
  readonly warnings: readonly string[];
}

/**
 * The terms of a vendor for a scenario.
 * @param books every known vendor
 * @throws NotComparable with the reason for a vendor that cannot run it
 */
export function vendorTerms(books: readonly Vendor[], scenario: Scenario, choice: VendorChoice): VendorTerms {
  const published = books.find(({ id }) => id === choice.name)!;
  const { ship, billing, title } = published;
  if (ship === 'tests-only') throw new NotComparable(`its rules are for tests only (${title})`);
  if (ship === 'cost-only') {
    throw new NotComparable(
      'too little of its behaviour is published; neap bill --elsewhere estimates its cost',
    );
  }
  const day = scenario.start.slice(0, 10);
  const vendor = withGivenPrices(published, choice.price ?? {}, day);
  const size = sizeNamed(vendor, choice.size);
  const isRange = hasCostRange(published);
  if (choice.bound !== undefined && !isRange) {
    throw new NotComparable(`its cost is not a range; leave "bound" out`);
  }
  const { bound = 'most' } = choice;
  const index = isRange && bound === 'most' ? 1 : 0;
  const settings = vendorSettings(vendor, scenario, size, index);
  const end = billing.bound ?? (isRange ? bound : undefined);
  const plans = planNamed(vendor, choice.plan).map((tier) => {
    const price: PriceEntry = { ...priceEntry(vendor, day, size, tier), bound: end };
    return { tier, price, month_usd: costOfMonth(billing.month_hours, price) };
  });
  const { tier, price } = plans.reduce((best, each) => (each.month_usd < best.month_usd ? each : best));
  const given = Object.keys(choice.price ?? {});
  const replaced = scenario.assumptions
    .filter(({ name, set_by }) => set_by === 'scenario' && settings.some(({ path }) => isPartOf(name, path)))
    .map(({ name }) => name);
  const notes = [
    ...(given.length === 0 ? [] : [`given in the scenario: price of ${given.join(', ')}`]),
    ...(replaced.length === 0 ? [] : [`its values replace the scenario's ${replaced.join(', ')}`]),
    ...runNotes(vendor, scenario, size && [size]),
    ...(isRange ? ['its cost is a range, whose ends are bound: least and bound: most (the default)'] : []),
    ...(billing.bound === undefined ? [] : [`its cost is at ${billing.bound} this`]),
  ];
  return {
    overrides: [
      ...RULES_ELSEWHERE,
      ...settings.map(({ path, value }) => `${path}=${value}`),
      vendorOverride({ ...choice, plan: tier }),
    ],
    bases: settings.map((setting) => basisOf(vendor, setting)),
    plan: { name: price.plan, as_of: day, price },
    is_always_on: isAlwaysOn(vendor),
    warnings: [
      `${price.plan}: ${size?.name ?? sizeRange(vendor, scenario.computes)}; prices of ${price.from}; 1 CU is 1 vCPU; neap bill adds storage and transfer`,
      `${price.plan}: ${notes.join('; ')}`,
      awakeRule(books),
    ],
  };
}

/**
 * The terms with the largest size that a vendor can run a scenario with, until one is chosen.
 * @throws NotComparable with the reason for a vendor that cannot run it with any size
 */
export function unsizedTerms(
  books: readonly Vendor[],
  scenario: Scenario,
  choice: VendorChoice,
): VendorTerms {
  const { sizes = [] } = books.find(({ id }) => id === choice.name)!;
  let reason = new NotComparable('it has no sizes');
  for (const { name } of sizes.toReversed()) {
    try {
      return vendorTerms(books, scenario, { ...choice, size: name });
    } catch (error) {
      if (!(error instanceof NotComparable)) throw error;
      reason = error;
    }
  }
  throw reason;
}

/** Whether a name of an assumption is that of a setting, or of a part of it. */
export function isPartOf(name: string, path: string): boolean {
  return name === path || name.startsWith(`${path}.`);
}

function basisOf({ name, as_of, sources }: Vendor, { path, fact }: VendorSetting): SettingBasis {
  if (fact === undefined) return { path, source: `${name}, as of ${as_of}`, confidence: 'medium' };
  return { path, source: `${name}: ${sources[fact.src]!}`, confidence: CONFIDENCE[fact.conf] };
}

function sizeNamed({ sizes }: Vendor, asked: string | undefined): VendorSize | undefined {
  if (sizes === undefined) {
    if (asked === undefined) return undefined;
    throw new NotComparable('its sizes follow the load; leave "size" out');
  }
  const found = sizes.find(({ name }) => name === asked);
  if (found !== undefined) return found;
  const names = sizes.map(({ name }) => name);
  const near = asked === undefined ? undefined : nearestName(asked, names);
  const hint = near === undefined ? `; expected one of ${names.join(', ')}` : `; did you mean "${near}"?`;
  throw new NotComparable(
    asked === undefined ? `"size" is missing${hint}` : `unknown size "${asked}"${hint}`,
  );
}

function planNamed({ tiers }: Vendor, asked: string | undefined): readonly (string | undefined)[] {
  if (asked === undefined) return tiers ?? [undefined];
  if (tiers?.includes(asked)) return [asked];
  const expected = tiers === undefined ? 'leave "plan" out' : `expected ${tiers.join(' or ')}`;
  throw new NotComparable(`unknown plan "${asked}"; ${expected}`);
}

/** The compute price of a plan, by vCPU. */
function priceEntry(
  vendor: Vendor,
  day: string,
  size: VendorSize | undefined,
  tier: string | undefined,
): PriceEntry {
  const { billing, unit, name, sources } = vendor;
  const hours = billing.month_hours;
  const month = vendorBill(vendor, { day, tier: undefined }, [
    { item: 'compute', hours, ...(size === undefined ? { units: 1 } : { size: size.name }) },
  ]);
  const usd_per_cu_hour = month.usd / hours / (size?.vcpu ?? unit!.vcpu);
  const of = (item: string) => (tier === undefined ? undefined : priceOf(vendor, { day, tier }, item)?.usd);
  const [{ price }] = month.lines as [(typeof month.lines)[number]];
  return {
    plan: tier === undefined ? name : `${name} ${tier}`,
    from: price.seen,
    usd_per_cu_hour,
    included_cu_hours: -(of('credit') ?? 0) / usd_per_cu_hour,
    base_fee_usd: of('base_fee') ?? 0,
    minimum_usd: of('minimum') ?? 0,
    source: sources[price.src]!,
    confidence: CONFIDENCE[price.conf],
    note: price.note ?? '',
  };
}
