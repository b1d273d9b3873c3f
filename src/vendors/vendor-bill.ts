import { GIB } from '../kernel/units.js';
import { wholeUp } from '../kernel/whole-steps.js';
import type { Vendor, VendorPrice, VendorUse } from './vendor-file.js';

/** Which prices apply. */
export interface VendorChoice {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** A plan, whose monthly fee, credit and minimum are charged as well; left out: the vendor's first, without them. */
  readonly tier?: string | undefined;
  /** The vendor's unless given. */
  readonly region?: string | undefined;
}

export interface VendorLine {
  readonly item: string;
  readonly size?: string | undefined;
  /** In units of what is sold, including those that cost nothing. */
  readonly quantity: number;
  /** Those that are charged. */
  readonly billable: number;
  readonly usd: number;
  readonly price: VendorPrice;
}

export interface VendorBill {
  /** Those of use, then the fee and the credit of the plan. */
  readonly lines: readonly VendorLine[];
  /** Amount that raises the lines to the minimum of the plan. */
  readonly minimum_usd: number;
  readonly usd: number;
}

/** Why a vendor cannot run or bill a scenario, in words. */
export class NotComparable extends Error {}

/** Prices that a scenario gives, in US dollars by item. */
export type GivenPrices = Readonly<Record<string, number>>;

/**
 * A vendor with the prices that a scenario gives, before those of its file.
 * @param day the scenario's first, as the day of their check
 * @throws NotComparable for an item that is not sold by one price, and if a price that is not published is not given
 */
export function withGivenPrices(vendor: Vendor, given: GivenPrices, day: string): Vendor {
  const { name, prices, unpublished = {} } = vendor;
  const own = prices.filter(({ size, item }) => size === undefined && !OF_PLAN.includes(item));
  const units = new Map([
    ...own.map(({ item, per }) => [item, per] as const),
    ...Object.entries(unpublished),
  ]);
  const wrong = Object.keys(given).find((item) => !units.has(item));
  if (wrong !== undefined) {
    const message = `"price" has "${wrong}", which ${name} does not sell at one price; expected one of`;
    throw new NotComparable(`${message} ${[...units.keys()].join(', ')}`);
  }
  const asked = Object.entries(unpublished);
  if (asked.some(([item]) => given[item] === undefined)) {
    const expected = asked.map(([item, per]) => `${item}: <USD per ${per}>`).join(', ');
    throw new NotComparable(
      `${name} publishes no prices; expected { name: ${vendor.id}, price: { ${expected} } }`,
    );
  }
  const rows = Object.entries(given).map(
    ([item, usd]): VendorPrice => ({ item, usd, per: units.get(item)!, seen: day, src: 'given', conf: 'H' }),
  );
  const kept = prices.filter(({ item }) => given[item] === undefined);
  return {
    ...vendor,
    prices: [...rows, ...kept],
    sources: { ...vendor.sources, given: 'price given in the scenario' },
  };
}

/** Whether a vendor's cost has two ends, as not every rule of its sizes is published. */
export function hasCostRange({ scaling }: Pick<Vendor, 'scaling'>): boolean {
  return (scaling?.policies.length ?? 1) > 1;
}

/** Amounts of a plan, which are not for use. */
export const OF_PLAN = ['base_fee', 'credit', 'minimum'];

/**
 * The bill for some use.
 * @param lines_to the lines of an item are rounded to this unit, in US dollars
 * @throws NotComparable
 */
export function vendorBill(
  vendor: Vendor,
  choice: VendorChoice,
  use: readonly VendorUse[],
  lines_to: Readonly<Record<string, number>> = {},
): VendorBill {
  const free = new Map<VendorPrice, number>();
  const charged = use.flatMap((each) => linesOf(vendor, choice, each, free));
  const lines = charged.map((line) => {
    const step = lines_to[line.item];
    return step === undefined ? line : { ...line, usd: Math.round(line.usd / step) * step };
  });
  const total = (of: readonly VendorLine[]) => of.reduce((sum, { usd }) => sum + usd, 0);
  if (choice.tier === undefined) return { lines, minimum_usd: 0, usd: total(lines) };
  const [fee, credit, minimum] = OF_PLAN.map((item) => priceOf(vendor, choice, item));
  const creditable = total(lines.filter(({ item }) => credit?.on === undefined || item === credit.on));
  const whole = (price: VendorPrice | undefined, usd: number): readonly VendorLine[] =>
    price === undefined ? [] : [{ item: price.item, quantity: 1, billable: 1, usd, price }];
  const all = [
    ...lines,
    ...whole(fee, fee?.usd ?? 0),
    ...whole(credit, Math.max(credit?.usd ?? 0, -creditable)),
  ];
  const minimum_usd = Math.max(0, (minimum?.usd ?? 0) - total(all));
  return { lines: all, minimum_usd, usd: total(all) + minimum_usd };
}

/** The price of an item that applies: that of the plan before that of all plans. */
export function priceOf(
  vendor: Vendor,
  { day, tier = vendor.tiers?.[0], region = vendor.region }: VendorChoice,
  item: string,
  size?: string,
): VendorPrice | undefined {
  const found = vendor.prices.filter(
    (row) =>
      row.item === item &&
      (row.tier === undefined || (tier !== undefined && row.tier.includes(tier))) &&
      (row.size === undefined || row.size === size) &&
      (row.region === undefined || row.region === region) &&
      (row.from === undefined || row.from <= day) &&
      (row.to === undefined || day <= row.to),
  );
  return found.find((row) => row.tier !== undefined) ?? found[0];
}

/** Included units of a price that are left. */
type FreeUnits = Map<VendorPrice, number>;

function linesOf(
  vendor: Vendor,
  choice: VendorChoice,
  use: VendorUse,
  free: FreeUnits,
): readonly VendorLine[] {
  const { item } = use;
  const price = priceOf(vendor, choice, item, use.size);
  if (price !== undefined) return [lineOf(vendor, use, price, price.per, 1, free)];
  const meter = vendor.meters?.[item];
  const sold = meter && priceOf(vendor, choice, meter.sold_as);
  if (sold !== undefined) return [lineOf(vendor, use, sold, meter!.per, meter!.times, free)];
  const size = item === 'compute' ? vendor.sizes?.find(({ name }) => name === use.size) : undefined;
  if (size === undefined) {
    throw new NotComparable(`no price for ${[item, use.size].filter(Boolean).join(' ')} on ${choice.day}`);
  }
  // A size without a price is sold by its parts.
  const part = (name: string, units: number) => linesOf(vendor, choice, { ...use, item: name, units }, free);
  return [...part('vcpu', size.vcpu), ...part('memory', size.memory_gib)];
}

function lineOf(
  { billing, unit }: Vendor,
  use: VendorUse,
  price: VendorPrice,
  per: string,
  times: number,
  free: FreeUnits,
): VendorLine {
  const { item, bytes, vcpu, memory_gb = 0 } = use;
  const asked =
    vcpu !== undefined && unit !== undefined
      ? unitsFor(unit, vcpu, memory_gb)
      : bytes !== undefined
        ? bytes / bytesOf(per)
        : (use.units ?? 1);
  const given = Math.max(asked, price.least?.units ?? 0);
  const time = timeOf(per, billing, use);
  const { included = 0, included_each = false } = price;
  const left = included_each ? included : (free.get(price) ?? included);
  const billable = Math.max(0, given - left);
  free.set(price, Math.max(0, left - given));
  return {
    item,
    size: use.size,
    quantity: given * time * times,
    billable: billable * time * times,
    usd: billable * time * times * price.usd,
    price,
  };
}

/** Bytes in the unit of a price. */
function bytesOf(per: string): number {
  if (per.startsWith('KiB')) return 1024;
  return per.startsWith('GiB') ? GIB : 1e9;
}

/** The number of the price's periods in the use; 1 if the price has no period, or the use is a whole month. */
function timeOf(per: string, billing: Vendor['billing'], { item, hours }: VendorUse): number {
  if (hours === undefined) return 1;
  const step = item === 'compute' ? billing.compute_step_hours : undefined;
  const charged = step === undefined ? hours : wholeUp(hours / step) * step;
  if (/second$/.test(per)) return charged * 3600;
  if (/hour$/.test(per)) return charged;
  return /month$/.test(per) ? charged / billing.month_hours : 1;
}

/** The units that cover vCPUs and memory, in whole steps and at least the least. */
export function unitsFor(unit: NonNullable<Vendor['unit']>, vcpu: number, memory_gb: number): number {
  const needed = Math.max(unit.min, vcpu / unit.vcpu, memory_gb / unit.memory_gb);
  return unit.step === undefined ? needed : wholeUp(needed / unit.step) * unit.step;
}
