import { type Bill, billOf } from '../../cost/bill/bill.js';
import type { RunRecord } from '../../cost/bill/run-record.js';
import { HOURS_PER_MONTH, MONTH_SECONDS } from '../../cost/compute-cost.js';
import { sumOf } from '../../kernel/sums.js';
import type { Scenario } from '../../scenario/scenario.js';
import { computeBranches } from '../../scenario/sections/stored-bytes.js';
import { PLAN_ELSEWHERE } from '../../scenario/vendor/vendor-settings.js';
import type { ComputeObservations, RunObservations } from '../../simulation/run/observation.js';
import { cents } from '../../vendors/cents.js';
import { OF_PLAN, type VendorLine, vendorBill } from '../../vendors/vendor-bill.js';
import type { Vendor, VendorSize, VendorUse } from '../../vendors/vendor-file.js';

/** The load, as measured in a run that no quota ends. */
export interface Load {
  readonly scenario: Scenario;
  /** Metered as on Neon; its prices do not matter. */
  readonly bill: Bill;
  readonly computes: readonly ComputeObservations[];
}

/** The load of a run that no quota ended. */
export function measuredLoad(scenario: Scenario, observations: RunObservations, record: RunRecord): Load {
  // Data written over a private link is not sent elsewhere.
  const metered = { ...withoutLimits(scenario), data: { ...scenario.data, private_share: 0 } };
  const bill = billOf(metered, observations, record, { period: 'month' });
  return { scenario, bill, computes: observations.computes };
}

/** A scenario without its quota and the limits of its plan. */
export function withoutLimits(scenario: Scenario): Scenario {
  return { ...scenario, quota: {}, plan: PLAN_ELSEWHERE };
}

/** A line of a bill, with its amount to the cent. */
export interface BilledLine extends VendorLine {
  readonly amount_usd: number;
}

/** A month's bill of one plan, whose lines and minimum are to the cent. */
export interface Priced {
  readonly tier: string | undefined;
  readonly lines: readonly BilledLine[];
  readonly minimum_usd: number;
  readonly usd: number;
}

/** The bill of the cheapest of some plans, by default of all, with one line for each price. @throws NotComparable */
export function cheapest(
  vendor: Vendor,
  { scenario }: Load,
  use: readonly VendorUse[],
  tiers: readonly (string | undefined)[] = vendor.tiers ?? [undefined],
): Priced {
  const day = scenario.start.slice(0, 10);
  const { tier, bill } = tiers
    .map((one) => ({ tier: one, bill: vendorBill(vendor, { day, tier: one }, use) }))
    .reduce((best, each) => (each.bill.usd < best.bill.usd ? each : best));
  const lines = withWholeCredit(together(bill.lines));
  const lines_cents = sumOf(lines, ({ amount_usd }) => cents(amount_usd));
  const minimum_cents = bill.minimum_usd === 0 ? 0 : Math.max(0, cents(bill.usd) - lines_cents);
  return {
    tier,
    lines,
    minimum_usd: minimum_cents / 100,
    usd: (lines_cents + minimum_cents) / 100,
  };
}

/** Lines of one price as one. */
function together(lines: readonly VendorLine[]): readonly BilledLine[] {
  const prices = [...new Set(lines.map(({ price }) => price))];
  return prices.map((price) => {
    const own = lines.filter((line) => line.price === price);
    const sum = (of: 'quantity' | 'billable' | 'usd') => sumOf(own, (line) => line[of]);
    const usd = sum('usd');
    return {
      ...own[0]!,
      quantity: sum('quantity'),
      billable: sum('billable'),
      usd,
      amount_usd: cents(usd) / 100,
    };
  });
}

/** A credit that is not used up pays for the lines of use to the cent, not for the fee of the plan. */
function withWholeCredit(lines: readonly BilledLine[]): readonly BilledLine[] {
  return lines.map((line) => {
    const { item, usd, price } = line;
    if (item !== 'credit' || usd <= price.usd) return line;
    const paid = lines.filter(
      (each) => !OF_PLAN.includes(each.item) && (price.on ?? each.item) === each.item,
    );
    return { ...line, amount_usd: -sumOf(paid, ({ amount_usd }) => cents(amount_usd)) / 100 };
  });
}

/** The use of a month. @param index 0 for the lower bound, 1 for the upper bound */
export function used(
  vendor: Vendor,
  sizes: readonly VendorSize[] | undefined,
  { scenario, bill, computes }: Load,
  run: Load['computes'] | undefined,
  index: number,
): readonly VendorUse[] {
  const { billing, prices, queries, unit, meters = {} } = vendor;
  const scale = MONTH_SECONDS / scenario.duration_seconds;
  const { data } = scenario;
  const bytes = data.logical_size_bytes + (data.growth_bytes_per_second * MONTH_SECONDS) / 2;
  const copies = billing.shared_storage === true ? 1 + computeBranches(scenario.computes) : computes.length;
  const sold = (item: string) => item in meters || prices.some((price) => price.item === item);
  const compute = computes.map(({ cpu_seconds }, place): VendorUse => {
    const own = run?.[place];
    if (sizes !== undefined) {
      const hours = own === undefined ? HOURS_PER_MONTH : (own.active_seconds * scale) / 3600;
      return { item: 'compute', size: sizes[place]!.name, hours };
    }
    if (own !== undefined) {
      return { item: 'compute', hours: (own.cu_seconds * scale) / 3600 / unit!.vcpu };
    }
    return { item: 'cpu', units: cpu_seconds / scenario.duration_seconds };
  });
  const sent = bill.month.lines
    .filter(({ metric }) => /transfer/.test(metric))
    .reduce((sum, { quantity }) => sum + quantity * 1e9, 0);
  const stored = Array.from({ length: copies }, () => ({ item: 'storage', bytes, hours: HOURS_PER_MONTH }));
  // However simple a query, its time on CPU is sold.
  const cpu_ms = sumOf(computes, ({ cpu_seconds }) => cpu_seconds) * scale * 1000;
  const least = cpu_ms * (meters['sql_cpu_ms']?.times ?? 0);
  const units =
    queries && Math.max(least, bill.queries_per_month * (index === 0 ? queries.from : queries.to));
  return [
    ...compute.filter(({ item }) => item === 'compute' || sold(item)),
    ...[...stored, { item: 'egress', bytes: sent }].filter(({ item }) => sold(item)),
    ...(queries === undefined ? [] : [{ item: queries.sold_as, units }]),
  ];
}
