import { AUTOSCALING_MAX_CU } from '../../compute/size.js';
import { priceText } from '../../report/figures/figure-text.js';
import type { Scenario } from '../../scenario/scenario.js';
import { DEFAULT_VENDOR } from '../../scenario/sections/vendor.js';
import { NotComparable, priceOf, vendorBill, withGivenPrices } from '../../vendors/vendor-bill.js';
import type { Vendor, VendorSize } from '../../vendors/vendor-file.js';
import type { Platform, Question, VendorControl } from './question.js';

/** The platforms that a scenario can name, Neon first. */
export function platformsOf(vendors: Question['vendors']): readonly Platform[] {
  const others = vendors.filter(({ ship }) => ship !== 'tests-only');
  return [
    { id: DEFAULT_VENDOR, name: 'Neon', is_simulated: true },
    ...others.map(({ id, name, ship }) => ({ id, name, is_simulated: ship === 'compare' })),
  ];
}

/** The vendor that a scenario names. @param known `undefined` for an unknown name */
export function vendorControl(
  { vendor: choice, start }: Pick<Scenario, 'vendor' | 'start'>,
  known: Vendor | undefined,
): VendorControl | undefined {
  if (choice === undefined) return undefined;
  const day = start.slice(0, 10);
  const vendor = known && withPrices(known, choice.price, day);
  return {
    choice,
    name: vendor?.name ?? choice.name,
    plans: vendor?.tiers ?? [],
    sizes: (vendor?.sizes ?? []).map((size) => ({
      name: size.name,
      about: sizeWords(vendor!, size, day),
      is_simulated: size.vcpu <= AUTOSCALING_MAX_CU,
    })),
    scales: vendor?.unit !== undefined,
    pauses: vendor?.pause !== undefined,
    is_range: (vendor?.scaling?.policies.length ?? 1) > 1,
    needed_prices: Object.entries(vendor?.unpublished ?? {}).map(([item, per]) => ({ item, per })),
    as_of: vendor?.as_of ?? '',
    facts: vendor === undefined ? [] : factsOf(vendor, choice.plan, day),
  };
}

/** A vendor with the prices that a scenario gives; without them if they are wrong, which is reported for the scenario. */
function withPrices(vendor: Vendor, given: Readonly<Record<string, number>> = {}, day: string): Vendor {
  try {
    return withGivenPrices(vendor, given, day);
  } catch (error) {
    if (error instanceof NotComparable) return vendor;
    throw error;
  }
}

function sizeWords(vendor: Vendor, { name, vcpu, memory_gib, burst }: VendorSize, day: string): string {
  const parts = `${vcpu}${burst === true ? ' shared' : ''} vCPU, ${memory_gib} GiB`;
  try {
    const hours = vendor.billing.month_hours;
    const { usd } = vendorBill(vendor, { day }, [{ item: 'compute', size: name, hours }]);
    return `${parts}, $${usd.toFixed(2)} a month`;
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
