import { type Bill, billOf } from '../../cost/bill/bill.js';
import { RunRecord } from '../../cost/bill/run-record.js';
import { monthWarnings } from '../../findings/catalogue.js';
import { readTerraformPlan } from '../../ingest/terraform/read-plan.js';
import { terraformSettings } from '../../ingest/terraform/terraform-settings.js';
import { type BilledChange, terraformReport } from '../../report/answers/bill/bill-change.js';
import { asRefusal } from '../../scenario/document/input-text.js';
import { compileChanged, compileVariant, readSource } from '../../study/runs/scenario-source.js';
import { cents } from '../../vendors/cents.js';
import type { Interruption } from '../shared/interruption.js';
import { type OneRunOptions, simulateOnce } from '../shared/one-run.js';
import { type OutputOptions, withOutputs } from '../shared/outputs.js';

/** Changes of the scenario. */
interface SourceOptions {
  readonly set?: readonly string[];
}

/**
 * Bills a scenario with the settings before and after a Terraform plan, with the same random numbers.
 * @throws ScenarioError for an invalid plan, or one with settings that a scenario must not have
 */
export async function billTerraform(
  file: string,
  plan: string,
  options: OutputOptions & OneRunOptions & SourceOptions,
  interruption: Interruption,
): Promise<number> {
  const source = await readSource(file, { set: options.set });
  const now = await compileVariant(source);
  const { scenario } = now;
  const settings = terraformSettings(readTerraformPlan(plan, '--terraform'), scenario);
  return withOutputs(options, ['bill.json'], async (report) => {
    const billed = async (own: readonly string[]): Promise<Bill> => {
      const { scenario: changed } = await compileChanged(source)(own);
      const record = new RunRecord(changed);
      const observations = await simulateOnce(changed, record, interruption, options);
      return asRefusal(file, RangeError, () => billOf(changed, observations, record, { period: 'month' }));
    };
    const before = await billed(settings.before);
    const after = await billed(settings.after);
    const change: BilledChange = {
      before,
      after,
      difference_usd: (cents(after.month.total_usd) - cents(before.month.total_usd)) / 100,
      read: settings.read,
      left_out: settings.left_out,
    };
    return report({
      report: terraformReport(change, monthWarnings([scenario])),
      variants: [now],
      json: () => change,
    });
  });
}
