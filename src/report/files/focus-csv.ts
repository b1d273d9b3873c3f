import type { Bill } from '../../cost/bill/bill.js';
import type { BillComparison } from '../../cost/bill/bill-comparison.js';
import type { Invoice, InvoiceLine } from '../../cost/bill/invoice.js';
import { monthStart } from '../../kernel/calendar-month.js';
import { cents } from '../../vendors/cents.js';
import { METRIC_UNITS } from '../../vendors/invoice-metrics.js';
import { csvText } from '../tables/csv.js';
import type { FileCell } from '../tables/file-table.js';

/** A stretch of time, in ms since the epoch. */
type Span = readonly [start_ms: number, end_ms: number];

interface FocusAccount {
  readonly id: string;
  readonly name: string;
  readonly simulated: boolean;
  readonly seed: string | null;
}

interface Charge {
  readonly account: FocusAccount;
  readonly plan: string;
  readonly period: Span;
  /** The part of it that was simulated, or that the history covers. */
  readonly charged: Span;
  /** `undefined` for adjustments of the whole invoice. */
  readonly line: InvoiceLine | undefined;
  readonly description: string;
  readonly billed_usd: number;
}

/** A number without an exponent; one below 0 stays a number, since a spreadsheet would take its text for a formula. */
function decimal(value: number): string | number {
  if (value < 0) return value;
  const text = String(value);
  return text.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : text;
}

/** ISO 8601 to the second, as the specification requires. */
function moment(at_ms: number): string {
  return `${new Date(Math.round(at_ms)).toISOString().slice(0, 19)}Z`;
}

/** Billing units in the specification's form: a singular, and the time in the plural. */
const UNITS: Readonly<Record<string, string>> = {
  'CU-hours': 'CU-Hours',
  'GB-months': 'GB-Months',
  GB: 'GB',
  'branch-months': 'Branch-Months',
};

/** A value of an invoice line; empty for adjustments of the whole invoice. */
const ofLine =
  (cell: (line: InvoiceLine) => FileCell) =>
  ({ line }: Charge): FileCell =>
    line === undefined ? null : cell(line);
const listCost = ({ line, billed_usd }: Charge): number => line?.cost_usd ?? billed_usd;
const sku = ({ plan, line }: Charge): string | null => (line === undefined ? null : `${plan}/${line.metric}`);

/**
 * The columns: those that FOCUS 1.2 makes mandatory, those of its conditional and recommended ones that apply, and
 * further ones under `x_`.
 */
const COLUMNS: readonly (readonly [header: string, cell: (charge: Charge) => FileCell])[] = [
  ['BilledCost', ({ billed_usd }) => decimal(billed_usd)],
  ['BillingAccountId', ({ account }) => account.id],
  ['BillingAccountName', ({ account }) => account.name],
  ['BillingAccountType', () => 'Organization'],
  ['BillingCurrency', () => 'USD'],
  ['BillingPeriodEnd', ({ period }) => moment(period[1])],
  ['BillingPeriodStart', ({ period }) => moment(period[0])],
  ['ChargeCategory', ({ line }) => (line === undefined ? 'Adjustment' : 'Usage')],
  ['ChargeClass', () => null],
  ['ChargeDescription', ({ description }) => description],
  ['ChargeFrequency', ({ line }) => (line === undefined ? 'Recurring' : 'Usage-Based')],
  ['ChargePeriodEnd', ({ charged }) => moment(charged[1])],
  ['ChargePeriodStart', ({ charged }) => moment(charged[0])],
  ['ConsumedQuantity', ofLine(({ quantity }) => decimal(quantity))],
  ['ConsumedUnit', ofLine(({ unit }) => UNITS[unit]!)],
  ['ContractedCost', (charge) => decimal(listCost(charge))],
  ['ContractedUnitPrice', ofLine(({ usd_per_unit }) => decimal(usd_per_unit))],
  ['EffectiveCost', ({ billed_usd }) => decimal(billed_usd)],
  ['InvoiceId', () => null],
  ['InvoiceIssuerName', () => 'Neon'],
  ['ListCost', (charge) => decimal(listCost(charge))],
  ['ListUnitPrice', ofLine(({ usd_per_unit }) => decimal(usd_per_unit))],
  ['PricingCategory', ofLine(() => 'Standard')],
  ['PricingQuantity', ofLine(({ billable }) => decimal(billable))],
  ['PricingUnit', ofLine(({ unit }) => UNITS[unit]!)],
  ['ProviderName', () => 'Neon'],
  ['PublisherName', () => 'Neon'],
  ['ServiceCategory', () => 'Databases'],
  ['ServiceName', () => 'Neon Postgres'],
  ['ServiceSubcategory', () => 'Relational Databases'],
  ['SkuId', sku],
  ['SkuMeter', ofLine(({ metric }) => METRIC_UNITS[metric].label)],
  ['SkuPriceId', sku],
  ['x_Simulated', ({ account }) => String(account.simulated)],
  ['x_Scenario', ({ account }) => account.name],
  ['x_Seed', ({ account }) => account.seed],
  ['x_ApiMetric', ofLine(({ metric }) => metric)],
];

function focusText(charged: readonly Charge[]): string {
  return csvText([
    COLUMNS.map(([header]) => header),
    ...charged.map((charge) => COLUMNS.map(([, cell]) => cell(charge))),
  ]);
}

/** A simulated bill as a FOCUS 1.2 file: a row for each line of each invoice. */
export function focusCsv(bill: Bill): string {
  const start_ms = Date.parse(bill.start);
  const end_ms = start_ms + bill.duration_seconds * 1000;
  const account = {
    id: `neap:simulated:${bill.scenario}`,
    name: bill.scenario,
    simulated: true,
    seed: bill.seed,
  };
  return focusText(
    bill.invoices.flatMap((invoice) => {
      if (invoice.month !== null) return chargesOfMonth(account, invoice, invoice.month, [start_ms, end_ms]);
      const whole: Span = [start_ms, start_ms + invoice.hours * 3_600_000];
      return charges(account, invoice, whole, whole);
    }),
  );
}

/** A real account's consumption as a FOCUS 1.2 file. */
export function realFocusCsv({ months, from, to }: BillComparison, scenario: string): string {
  const account = { id: 'neap:imported', name: scenario, simulated: false, seed: null };
  const covered: Span = [Date.parse(from), Date.parse(to)];
  return focusText(months.flatMap((invoice) => chargesOfMonth(account, invoice, invoice.month, covered)));
}

/** The known charges of a calendar month, `YYYY-MM`. */
function chargesOfMonth(
  account: FocusAccount,
  invoice: Invoice,
  month: string,
  [from, to]: Span,
): readonly Charge[] {
  const start = Date.parse(`${month}-01T00:00:00Z`);
  const end = monthStart(start, 1);
  return charges(account, invoice, [start, end], [Math.max(start, from), Math.min(end, to)]);
}

/** The charges add up to what is due. */
function charges(account: FocusAccount, invoice: Invoice, period: Span, charged: Span): readonly Charge[] {
  const { plan, lines, minimum_usd, total_usd, due_usd } = invoice;
  const base = { account, plan, period, charged };
  const adjusted = (description: string, billed_usd: number): readonly Charge[] =>
    billed_usd === 0 ? [] : [{ ...base, line: undefined, description, billed_usd }];
  // Where the price changes within the month, each stretch has its own lines.
  const [start, end] = charged;
  const begins = lines.map(({ since }) => (since === undefined ? start : Date.parse(since)));
  const own = (from: number): Span => [Math.max(start, from), begins.find((each) => each > from) ?? end];
  return [
    ...lines.map(
      (line, index): Charge => ({
        ...base,
        charged: own(begins[index]!),
        line,
        description: `${line.label}, ${plan} plan`,
        billed_usd: line.amount_usd,
      }),
    ),
    ...adjusted(`Up to the monthly minimum of the ${plan} plan`, minimum_usd),
    ...adjusted('Invoices under $0.50 are not collected', (cents(due_usd) - cents(total_usd)) / 100),
  ];
}
