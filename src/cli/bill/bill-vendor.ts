import { RunRecord } from '../../cost/bill/run-record.js';
import { monthWarnings } from '../../findings/catalogue.js';
import { vendorBillReport } from '../../report/answers/bill/bill-vendor.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import type { Scenario } from '../../scenario/scenario.js';
import { DEFAULT_VENDOR } from '../../scenario/sections/vendor.js';
import { type VendorInvoice, vendorInvoice } from '../../study/elsewhere/vendor-invoice.js';
import { lowerEnd, refuseWorkbook } from '../../study/elsewhere/vendor-size.js';
import type { SourcedVariant } from '../../study/runs/scenario-source.js';
import { simulateInSlices } from '../shared/in-slices.js';
import type { Interruption } from '../shared/interruption.js';
import { type OutputOptions, withOutputs } from '../shared/outputs.js';
import { inEveryForm } from '../shared/report-forms.js';

/** Options of a bill that ask about Neon alone. */
const OF_NEON = ['invoice', 'budget', 'ttl', 'elsewhere', 'worlds'] as const;

type VendorBillOptions = OutputOptions & {
  readonly quiet?: boolean | undefined;
  readonly period: string;
} & { readonly [Name in (typeof OF_NEON)[number]]?: unknown };

/**
 * Prints the month's bill of a scenario that names another vendor, with both ends of a range.
 * @throws ScenarioError for an option that asks about Neon alone, and for a scenario with previews; as a run does
 */
export async function billVendor(
  variant: SourcedVariant,
  options: VendorBillOptions,
  interruption: Interruption,
): Promise<number> {
  const { scenario } = variant;
  refuseNeonOptions(scenario, options);
  return withOutputs(options, ['bill', 'bill.json'], async (report) => {
    const invoiceOf = async (own: Scenario): Promise<VendorInvoice> => {
      const record = new RunRecord(own);
      return vendorInvoice(own, await simulateInSlices(own, record, interruption, options), record);
    };
    const lower = await lowerEnd(variant);
    const least = lower && (await invoiceOf(lower));
    const invoice = await invoiceOf(scenario);
    const warnings = monthWarnings([scenario]);
    const json = { ...invoice, least_usd: least?.total_usd ?? null, warnings };
    return report({
      ...inEveryForm(vendorBillReport({ invoice, least }, warnings), [variant]),
      files: { 'bill.json': `${JSON.stringify(json, null, 2)}\n` },
      json: () => json,
    });
  });
}

function refuseNeonOptions({ name, vendor, previews }: Scenario, options: VendorBillOptions): void {
  const neon = `--set vendor=${DEFAULT_VENDOR}`;
  refuseWorkbook(options.xlsx, true);
  const asked = OF_NEON.find((each) => options[each] !== undefined);
  if (asked !== undefined) {
    throw refusal(`--${asked}`, `only for bills of ${DEFAULT_VENDOR}; leave it out, or add ${neon}`);
  }
  if (options.period !== 'month') {
    throw refusal('--period', `the bill of ${vendor!.name} is that of a month; leave the option out`);
  }
  if (previews === undefined) return;
  throw refusal(name, `previews have prices at ${DEFAULT_VENDOR} alone; remove them, or add ${neon}`);
}
