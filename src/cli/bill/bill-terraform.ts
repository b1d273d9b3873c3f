import { type Bill, billOf } from '../../cost/bill/bill.js';
import { RunRecord } from '../../cost/bill/run-record.js';
import { monthWarnings } from '../../findings/catalogue.js';
import { readTerraformPlan } from '../../ingest/terraform/read-plan.js';
import { terraformSettings } from '../../ingest/terraform/terraform-settings.js';
import { type BilledChange, terraformReport } from '../../report/answers/bill/bill-change.js';
import { refusing } from '../../scenario/document/input-text.js';
import { loadScenario } from '../../scenario/load-scenario.js';
import { cents } from '../../vendors/cents.js';
import { type SliceOptions, simulateInSlices } from '../shared/in-slices.js';
import type { Interruption } from '../shared/interruption.js';
import { type OutputOptions, withOutputs } from '../shared/outputs.js';

/** What is changed of the scenario. */
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
  options: OutputOptions & SliceOptions & SourceOptions,
  interruption: Interruption,
): Promise<number> {
  const { set = [] } = options;
  const scenario = await loadScenario(file, { set });
  const settings = terraformSettings(readTerraformPlan(plan, '--terraform'), scenario);
  return withOutputs(options, ['bill.json'], async (report) => {
    const billed = async (own: readonly string[]): Promise<Bill> => {
      const variant = await loadScenario(file, { set: [...set, ...own] });
      const record = new RunRecord(variant);
      const observations = await simulateInSlices(variant, record, interruption, options);
      return refusing(file, RangeError, () => billOf(variant, observations, record, { period: 'month' }));
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
      variants: [{ name: scenario.name, scenario, source: undefined }],
      json: () => change,
    });
  });
}
