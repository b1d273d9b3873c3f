import { Command, Option } from '@commander-js/extra-typings';
import { parse } from 'yaml';
import { billOf } from '../../cost/bill/bill.js';
import { compareBill } from '../../cost/bill/bill-comparison.js';
import { type BilledUse, BilledUseError, readBilledUse } from '../../cost/bill/billed-use.js';
import { budgetCap } from '../../cost/bill/caps.js';
import { RunRecord } from '../../cost/bill/run-record.js';
import { monthWarnings } from '../../findings/catalogue.js';
import { billReport } from '../../report/answers/bill/bill.js';
import { focusCsv, realFocusCsv } from '../../report/files/focus-csv.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import { inputText, refusing } from '../../scenario/document/input-text.js';
import { elsewhereStudy } from '../../study/elsewhere/elsewhere.js';
import { compileSource, readSource } from '../../study/runs/scenario-source.js';
import { billWorldsStudy } from '../../study/worlds/bill-worlds.js';
import { BILL_WORLDS } from '../../study/worlds/world-counts.js';
import { priceAtStart } from '../../vendors/price-stretch.js';
import { billTerraform } from '../bill/bill-terraform.js';
import { answerAside } from '../shared/answer-study.js';
import { longWorkText, refuseEndless } from '../shared/endless-work.js';
import { simulateInSlices } from '../shared/in-slices.js';
import { noticingSignals } from '../shared/interruption.js';
import { aboveZero, durationSeconds, path } from '../shared/option-values.js';
import { OPTIONS, type OptionsOf, refuseAlone, refuseTwoForms } from '../shared/options.js';
import { withOutputs } from '../shared/outputs.js';
import { inEveryForm } from '../shared/report-forms.js';
import { worldsOf, worldsOption } from '../worlds/drawn-worlds.js';

/** Makes `neap bill`. */
export const declare = () =>
  refuseAlone(
    refuseTwoForms(
      new Command('bill')
        .description(
          'Simulates a scenario and prints the line items of the platform: compute, storage of roots and children, ' +
            'instant restore, snapshots, transfer, extra branches, with what is included, minimums and rounding, at the ' +
            'current prices. Storage and transfer are configured under data: in the scenario; defaults are ' +
            'listed as assumptions. Cost elsewhere (cost_usd) is that of compute alone.',
        )
        .argument('<file>', 'scenario file, YAML or JSON')
        .addOption(
          new Option(
            '--period <which>',
            'a month of 730 h at the mean rate of use, or the run by calendar month',
          )
            .choices(['month', 'run'] as const)
            .default('month' as const),
        )
        .option(
          '--invoice <file>',
          'a real invoice to compare with: consumption history v2 as JSON, or totals as YAML',
          path,
        )
        .option('--budget <usd>', 'the cap on compute time that keeps a month within this amount', amount)
        .option(
          '--ttl <durations>',
          'TTLs to compare for branches that come and go, such as 1d,7d,never',
          ttls,
        )
        .option(
          '--elsewhere',
          'what a month of the same load costs on other platforms, and how many queries wait there',
        )
        .addOption(
          new Option(
            '--terraform <file>',
            'what a Terraform plan costs: the JSON of "terraform show -json plan.tfplan"',
          )
            .argParser(path)
            .conflicts([
              'period',
              'invoice',
              'budget',
              'ttl',
              'elsewhere',
              'worlds',
              'focus',
              'focusInvoice',
              'parquet',
            ]),
        )
        .option('--focus <file>', 'write the bill as a FOCUS 1.2 file (CSV)', path)
        .option('--focus-invoice <file>', 'write what --invoice comes to as a FOCUS 1.2 file (CSV)', path)
        .addOption(worldsOption(BILL_WORLDS))
        .addOption(OPTIONS.workers())
        .addOption(OPTIONS.out('bill.csv and bill.json'))
        .addOption(OPTIONS.parquet())
        .addOption(OPTIONS.md())
        .addOption(OPTIONS.html())
        .addOption(OPTIONS.xlsx())
        .addOption(OPTIONS.set())
        .addOption(OPTIONS.json())
        .addOption(OPTIONS.quiet()),
    ),
    { focusInvoice: ['invoice'], parquet: ['out'] },
  ).addHelpText('after', HELP);

/** The options of `neap bill`. */
export type BillOptions = OptionsOf<typeof declare>;

function ttls(text: string): readonly number[] {
  return text.split(',').map((each) => {
    const own = each.trim();
    return own === 'never' ? Number.POSITIVE_INFINITY : durationSeconds(0.001)(own);
  });
}

function amount(text: string): number {
  return aboveZero('an amount such as 100 or 49.50')(text.replace(/^\$/, ''));
}

const HELP = `
Examples:
  $ neap bill my-app.yaml
  $ neap bill my-app.yaml --set data.logical_size_bytes=40GB --set data.egress_per_query=20kB
  $ neap bill my-app.yaml --period run --out results
  $ neap bill my-app.yaml --xlsx bill.xlsx --html bill.html
  $ neap bill my-app.yaml --budget 100
  $ neap bill my-app.yaml --ttl 1d,3d,7d,14d,never
  $ neap bill my-app.yaml --elsewhere
  $ neap bill my-app.yaml --invoice consumption.json
  $ neap bill my-app.yaml --set 'load.web.rate={ between: [5/s, 20/s] }' --worlds 200
  $ neap bill my-app.yaml --period run --focus planned.csv
  $ neap bill my-app.yaml --terraform plan.json

consumption.json is what GET /consumption_history/v2/projects answers, or a list of such
pages. Totals that you type are a mapping:

  from: 2026-03-01
  to: 2026-04-01
  metrics: { compute_unit_seconds: 500000, root_branch_bytes_month: 2500000000000 }
  amounts_usd: { compute_unit_seconds: 30.83 }`;

/**
 * Simulates a scenario and prints its invoice.
 * @throws ScenarioError, TraceError, PolicyError, ResultDirectoryError for wrong input, InvariantError for a failed run
 */
export async function act(name: string, options: BillOptions): Promise<number> {
  return noticingSignals(async (interruption) => {
    await interruption.mayBeBlocked();
    await interruption.heed();
    if (options.terraform !== undefined) {
      return billTerraform(name, options.terraform, options, interruption);
    }
    const source = await readSource(name, options);
    const asked = await compileSource(source);
    // The metering of tenants depends on their own sizes.
    const tenants = { ...source, set: [...source.set, 'computes.rows=tenants'] };
    const scenario = asked.fleet === undefined ? asked : await compileSource(tenants);
    const worlds = worldsOf(scenario, name, options.worlds, BILL_WORLDS);
    if (options.ttl !== undefined && scenario.previews === undefined) {
      throw refusal(
        '--ttl',
        `${name} has no previews: whose age could end; add them, or leave the option out`,
      );
    }
    if (options.elsewhere === true && (scenario.fleet ?? scenario.previews) !== undefined) {
      const has = scenario.fleet === undefined ? 'previews' : 'a fleet';
      throw refusal('--elsewhere', `${name} has ${has}; expected a scenario without fleet and previews`);
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
      const { quiet, workers } = options;
      const inWorlds = billWorldsStudy(source, scenario, bill.month, worlds);
      const work = refuseEndless(scenario, { runs: worlds });
      const drawn =
        worlds === 0
          ? undefined
          : await answerAside(inWorlds, interruption, options, 'world', longWorkText(work, worlds, workers));
      const others =
        options.elsewhere === true
          ? await answerAside(elsewhereStudy(source, scenario, bill, observations), interruption, { quiet })
          : undefined;
      const warnings = options.period === 'run' ? scenario.warnings : monthWarnings([scenario]);
      const details = {
        ...(drawn && { worlds: drawn }),
        ...(others && { elsewhere: others }),
        ...(warnings.length > 0 && { warnings }),
      };
      const json = { ...bill, ...details, budget: budget ?? null, comparison: compared ?? null };
      if (focusInvoice !== undefined && compared !== undefined && compared.months.length === 0) {
        throw refusal(
          '--focus-invoice',
          'the invoice has only amounts, no usage; expected a consumption history, or metrics',
        );
      }
      focus?.commit(focusCsv(bill));
      if (compared !== undefined) focusInvoice?.commit(realFocusCsv(compared, scenario.name));
      return report({
        ...inEveryForm(billReport(bill, { compared, budget, worlds: drawn, elsewhere: others, warnings }), [
          { name: scenario.name, scenario, source },
        ]),
        files: { 'bill.json': `${JSON.stringify(json, null, 2)}\n` },
        json: () => json,
      });
    });
  });
}

/** JSON is YAML, but its parser is much faster; only the YAML parser reports duplicate keys. */
function fromJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return text.length > TYPED_LENGTH ? value : parse(text);
  } catch {
    return parse(text);
  }
}

/** Anything that a person types is shorter. */
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
