import { AUTOSCALING_MAX_CU } from '../../compute/size.js';
import { dollars, priceText } from '../../report/figures/figure-text.js';
import type { Scenario } from '../../scenario/scenario.js';
import { DEFAULT_VENDOR } from '../../scenario/sections/vendor.js';
import {
  hasCostRange,
  NotComparable,
  priceOf,
  vendorBill,
  withGivenPrices,
} from '../../vendors/vendor-bill.js';
import type { Vendor, VendorSize } from '../../vendors/vendor-file.js';
import type { PlatformOption, Question, VendorControl } from './question.js';

/** The platforms that a scenario can select, Neon first. */
export function platformsOf(vendors: Question['vendors']): readonly PlatformOption[] {
  const others = vendors.filter(({ ship }) => ship !== 'tests-only');
  return [
    { id: DEFAULT_VENDOR, name: 'Neon', is_simulated: true },
    ...others.map(({ id, name, ship }) => ({ id, name, is_simulated: ship === 'compare' })),
  ];
}

/** Controls of an unknown vendor, without settings to choose. */
const UNKNOWN_VENDOR = {
  plans: [],
  sizes: [],
  scales: false,
  pauses: false,
  is_range: false,
  needed_prices: [],
  as_of: '',
  facts: [],
};

/** The scenario's vendor. @param known `undefined` for an unknown name */
export function vendorControl(
  { vendor: choice, start }: Pick<Scenario, 'vendor' | 'start'>,
  known: Vendor | undefined,
): VendorControl | undefined {
  if (choice === undefined) return undefined;
  if (known === undefined) return { ...UNKNOWN_VENDOR, choice, name: choice.name };
  const day = start.slice(0, 10);
  const vendor = applyGivenPrices(known, choice.price, day);
  const { name, tiers = [], sizes = [], unit, pause, unpublished = {}, as_of } = vendor;
  return {
    choice,
    name,
    plans: tiers,
    sizes: sizes.map((size) => ({
      name: size.name,
      about: sizeWords(vendor, size, day),
      is_simulated: size.vcpu <= AUTOSCALING_MAX_CU,
    })),
    scales: unit !== undefined,
    pauses: pause !== undefined,
    is_range: hasCostRange(vendor),
    needed_prices: Object.entries(unpublished).map(([item, per]) => ({ item, per })),
    as_of,
    facts: factsOf(vendor, choice.plan, day),
  };
}

/** A vendor with the scenario's prices; without them if they are wrong, which the scenario's problems report. */
function applyGivenPrices(vendor: Vendor, given: Readonly<Record<string, number>> = {}, day: string): Vendor {
  try {
    return withGivenPrices(vendor, given, day);
  } catch (error) {
    if (error instanceof NotComparable) return vendor;
    throw error;
  }
}

/** A size and the price of its compute, excluding the fee and credit of a plan, as in a run. */
function sizeWords(vendor: Vendor, { name, vcpu, memory_gib, burst }: VendorSize, day: string): string {
  const parts = `${vcpu}${burst === true ? ' shared' : ''} vCPU, ${memory_gib} GiB`;
  try {
    const hours = vendor.billing.month_hours;
    const { usd } = vendorBill(vendor, { day }, [{ item: 'compute', size: name, hours }]);
    return `${parts}, ${dollars(usd)} per month`;
  } catch (error) {
    if (error instanceof NotComparable) return `${parts}, no known price`;
    throw error;
  }
}

function factsOf(vendor: Vendor, tier: string | undefined, day: string): readonly string[] {
  const { prices, excluded, assumed } = vendor;
  const items = new Set(prices.filter(({ size }) => size === undefined).map(({ item }) => item));
  const sold = [...items].flatMap((item) => priceOf(vendor, { day, tier }, item) ?? []);
  return [
    ...sold.map(
      ({ item, usd, per, included, seen }) =>
        `${item.replaceAll('_', ' ')} ${priceText(usd)} per ${per}${included === undefined ? '' : `, ${included} included`} (${seen})`,
    ),
    ...(excluded.length === 0 ? [] : [`not included: ${excluded.join(', ')}`]),
    ...(assumed.length === 0 ? [] : [`assumed: ${assumed.join(', ')}`]),
  ];
}
