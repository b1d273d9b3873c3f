import { parse } from 'yaml';
import { type Bill, billOf } from '../../cost/bill/bill.js';
import { compareBill } from '../../cost/bill/bill-comparison.js';
import { type BilledUse, BilledUseError, readBilledUse } from '../../cost/bill/billed-use.js';
import { budgetCap } from '../../cost/bill/caps.js';
import { RunRecord } from '../../cost/bill/run-record.js';
import { monthWarnings } from '../../findings/catalogue.js';
import { billReport } from '../../report/answers/bill/bill.js';
import { focusCsv, realFocusCsv } from '../../report/csv/focus-csv.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import { inputText, refusing } from '../../scenario/document/input-text.js';
import type { Scenario } from '../../scenario/scenario.js';
import { compileSource, readSource, type ScenarioSource } from '../../study/runs/scenario-source.js';
import { type BillOverWorlds, billWorlds } from '../../study/worlds/bill-worlds.js';
import { BILL_WORLDS } from '../../study/worlds/world-counts.js';
import { priceAtStart } from '../../vendors/price-stretch.js';
import { longWorkText, refuseEndless } from '../shared/endless-work.js';
import { simulateInSlices } from '../shared/in-slices.js';
import { type Interruption, noticingSignals } from '../shared/interruption.js';
import { withOutputs } from '../shared/outputs.js';
import { withProgress } from '../shared/progress.js';
import { inEveryForm } from '../shared/report-forms.js';
import { worldsOf } from '../worlds/drawn-worlds.js';
import type { BillOptions } from './bill.js';
import { billTerraform } from './bill-terraform.js';

/**
 * Simulates a scenario and prints its invoice.
 * @throws ScenarioError, TraceError, PolicyError, ResultDirectoryError for wrong input, InvariantError for a failed run
 */
export async function printBill(name: string, options: BillOptions): Promise<number> {
  return noticingSignals(async (interruption) => {
    await interruption.mayBeBlocked();
    await interruption.heed();
    if (options.terraform !== undefined) {
      return billTerraform(name, options.terraform, options, interruption);
    }
    const source = await readSource(name, { set: options.set, seed: options.seed });
    const asked = await compileSource(source);
    // What tenants are metered for is told by their own sizes.
    const tenants = { ...source, set: [...source.set, 'computes.rows=tenants'] };
    const scenario = asked.fleet === undefined ? asked : await compileSource(tenants);
    const worlds = worldsOf(scenario, name, options.worlds, BILL_WORLDS);
    if (options.ttl !== undefined && scenario.previews === undefined) {
      throw refusal(
        '--ttl',
        `${name} has no previews: whose age could end; add them, or leave the option out`,
      );
    }
    const { invoice } = options;
    const used = invoice === undefined ? undefined : readInvoice(invoice);
    return withOutputs(options, ['bill.csv', 'bill.json'], async (report, file) => {
      const focus = file(options.focus);
      const focusInvoice = file(options.focusInvoice);
      const record = new RunRecord(scenario);
      const observations = await simulateInSlices(scenario, record, interruption, options);
      const { bill, compared } = refusing(name, RangeError, () => {
        const made = billOf(scenario, observations, record, {
          period: options.period,
          ttls_seconds: options.ttl,
        });
        return { bill: made, compared: used && compareBill(scenario, made, used) };
      });
      const most_cu = scenario.computes.reduce((sum, each) => sum + each.autoscaling_limit_max_cu, 0);
      const budget =
        options.budget === undefined
          ? undefined
          : budgetCap(options.budget, bill.month, {
              most_cu,
              minimum_usd: priceAtStart(scenario).minimum_usd,
              running_hours: bill.running_hours,
            });
      const drawn = await drawnBills(source, scenario, bill, worlds, interruption, options);
      const warnings = options.period === 'run' ? scenario.warnings : monthWarnings([scenario]);
      const told = { ...(drawn && { worlds: drawn }), ...(warnings.length > 0 && { warnings }) };
      const json = { ...bill, ...told, budget: budget ?? null, comparison: compared ?? null };
      if (focusInvoice !== undefined && compared !== undefined && compared.months.length === 0) {
        throw refusal(
          '--focus-invoice',
          'amounts alone are no charges; expected a consumption history, or metrics',
        );
      }
      focus?.commit(focusCsv(bill));
      if (compared !== undefined) focusInvoice?.commit(realFocusCsv(compared, scenario.name));
      return report({
        ...inEveryForm(billReport(bill, { compared, budget, worlds: drawn, warnings }), [
          { name: scenario.name, scenario, source },
        ]),
        files: { 'bill.json': `${JSON.stringify(json, null, 2)}\n` },
        json: () => json,
      });
    });
  });
}

/** JSON is YAML, but is read much faster as what it is; of a key that is there twice only YAML complains. */
function fromJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return text.length > TYPED_LENGTH ? value : parse(text);
  } catch {
    return parse(text);
  }
}

/** What somebody has typed is shorter. */
const TYPED_LENGTH = 10_000;

function readInvoice(file: string): BilledUse {
  const source = `--invoice ${file}`;
  const text = inputText(file, source);
  let value: unknown;
  try {
    value = /^\s*[[{]/.test(text) ? fromJson(text) : parse(text);
  } catch (error) {
    const [first = ''] = (error as Error).message.split('\n');
    throw refusal(source, `this is neither JSON nor YAML: ${first}`);
  }
  return refusing(source, BilledUseError, () => readBilledUse(value));
}

/**
 * The bill in each of some worlds, with a line of progress; stops where a signal asks to.
 * @returns `undefined` for no worlds
 * @throws as {@link billWorlds}
 */
async function drawnBills(
  source: ScenarioSource,
  scenario: Scenario,
  { month }: Bill,
  worlds: number,
  interruption: Interruption,
  { quiet, allowLong, workers }: Pick<BillOptions, 'quiet' | 'allowLong' | 'workers'>,
): Promise<BillOverWorlds | undefined> {
  if (worlds === 0) return undefined;
  return withProgress(quiet, 1, interruption, (line) => {
    const long = longWorkText(refuseEndless(scenario, allowLong === true), worlds, workers);
    if (long !== undefined) line.foresee(long);
    return billWorlds(source, scenario, month, worlds, {
      workers,
      signal: interruption.signal,
      progress: (progress) => line.updateRuns(progress, 'world'),
    });
  });
}
