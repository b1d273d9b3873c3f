import { monthWarnings } from '../../findings/catalogue.js';
import { vendorBillReport } from '../../report/answers/bill/bill-vendor.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import type { Scenario } from '../../scenario/scenario.js';
import { DEFAULT_VENDOR } from '../../scenario/sections/vendor.js';
import { vendorBillStudy } from '../../study/elsewhere/vendor-invoice.js';
import { refuseWorkbook } from '../../study/elsewhere/vendor-size.js';
import type { SourcedVariant } from '../../study/runs/scenario-source.js';
import type { Interruption } from '../shared/interruption.js';
import { answerOneRun } from '../shared/one-run.js';
import { type OutputOptions, withOutputs } from '../shared/outputs.js';

/** Options of a bill that ask about Neon alone. */
const OF_NEON = ['invoice', 'budget', 'ttl', 'elsewhere', 'worlds'] as const;

type VendorBillOptions = OutputOptions & {
  readonly quiet?: boolean | undefined;
  readonly period: string;
} & { readonly [Name in (typeof OF_NEON)[number]]?: unknown };

/**
 * Prints the month's bill of a scenario that names another vendor, with both ends of a range.
 * @throws ScenarioError for an option that asks about Neon alone; as `vendorBillStudy` does
 */
export async function billVendor(
  variant: SourcedVariant,
  options: VendorBillOptions,
  interruption: Interruption,
): Promise<number> {
  const { scenario } = variant;
  refuseNeonOptions(scenario, options);
  return withOutputs(options, ['bill', 'bill.json'], async (report) => {
    const { quiet } = options;
    const range = await answerOneRun(scenario, vendorBillStudy(variant), interruption, { quiet });
    const warnings = monthWarnings([scenario]);
    const json = { ...range.invoice, least_usd: range.least?.total_usd ?? null, warnings };
    return report({
      report: vendorBillReport(range, warnings),
      variants: [variant],
      json: () => json,
    });
  });
}

function refuseNeonOptions({ vendor }: Scenario, options: VendorBillOptions): void {
  const neon = `--set vendor=${DEFAULT_VENDOR}`;
  refuseWorkbook(options.xlsx, true);
  const asked = OF_NEON.find((each) => options[each] !== undefined);
  if (asked !== undefined) {
    throw refusal(`--${asked}`, `only for bills of ${DEFAULT_VENDOR}; leave it out, or add ${neon}`);
  }
  if (options.period !== 'month') {
    throw refusal('--period', `the bill of ${vendor!.name} is that of a month; leave the option out`);
  }
}
