import { billOf } from '../../cost/bill/bill.js';
import { compareBill } from '../../cost/bill/bill-comparison.js';
import { budgetCap } from '../../cost/bill/caps.js';
import { chargesOf } from '../../cost/bill/charges.js';
import { RunRecord } from '../../cost/bill/run-record.js';
import { readInvoice } from '../../ingest/read-invoice.js';
import { billReport } from '../../report/answers/bill/bill.js';
import { counted } from '../../report/figures/figure-text.js';
import { focusCsv, realFocusCsv } from '../../report/files/focus-csv.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import { asRefusal } from '../../scenario/document/input-text.js';
import { elsewhereStudy } from '../../study/elsewhere/elsewhere.js';
import { elsewhereSource } from '../../study/elsewhere/vendor-size.js';
import { summarise } from '../../study/run/summary.js';
import { compileForBill, readSource } from '../../study/runs/scenario-source.js';
import { billWorldsStudy } from '../../study/worlds/bill-worlds.js';
import { priceAtStart } from '../../vendors/price-stretch.js';
import { billExplained } from '../bill/bill-explain.js';
import { billTerraform } from '../bill/bill-terraform.js';
import { billVendor } from '../bill/bill-vendor.js';
import { tryFixes } from '../run/run-alternatives.js';
import { answerAside } from '../shared/answer-study.js';
import { longWorkText, refuseEndless } from '../shared/endless-work.js';
import { noticingSignals } from '../shared/interruption.js';
import { simulateOnce } from '../shared/one-run.js';
import { commandOf, flag, isGiven, type OptionsOf, oneOf, value } from '../shared/option-table.js';
import { aboveZero, durationSeconds, path } from '../shared/option-values.js';
import { OPTIONS, outOption } from '../shared/options.js';
import { withOutputs } from '../shared/outputs.js';
import { worldsOf, worldsOption } from '../shared/worlds.js';

const BILL_OPTIONS = {
  '--period <which>': oneOf(
    ['month', 'run'],
    'bill a month of 730 h at the mean rate of use, or the run by calendar month',
    { default: 'month' },
  ),
  '--invoice <file>': value(
    path,
    'compare with a real invoice: consumption history v2 as JSON, or totals as YAML',
  ),
  '--budget <usd>': value(amount, 'print the cap on compute time that keeps a month within this amount'),
  '--ttl <durations>': value(ttls, 'compare TTLs of preview branches, such as 1d,7d,never'),
  '--elsewhere': flag('add the cost of the same month on other platforms, and how many queries wait there'),
  '--terraform <file>': value(
    path,
    'price a Terraform plan: the JSON of "terraform show -json plan.tfplan"',
    { conflicts: ['period', 'invoice', 'budget', 'ttl', 'elsewhere', 'worlds'] },
  ),
  '--explain': flag(
    'find what keeps a database awake, from its operations and consumption instead of a scenario',
    {
      conflicts: ['period', 'invoice', 'budget', 'ttl', 'elsewhere', 'terraform', 'worlds', 'set', 'html'],
    },
  ),
  '--worlds <n>': worldsOption('bill'),
  ...OPTIONS.html,
  ...OPTIONS.xlsx,
  ...OPTIONS.md,
  ...OPTIONS.workers,
  ...outOption('bill.csv, bill.json and FOCUS files'),
  ...OPTIONS.set,
  ...OPTIONS.json,
  ...OPTIONS.quiet,
};

/** Makes `neap bill`. */
export const declare = () =>
  commandOf('bill', {
    about:
      'Simulates a scenario and prints the invoice of the platform line by line: compute, storage, instant ' +
      'restore, snapshots, transfer and extra branches, at the prices of its start. Storage and transfer are ' +
      'configured under data: in the scenario; defaults are listed as assumptions.',
    argument: ['<files...>', 'scenario file, YAML or JSON; with --explain the exported records'],
    options: BILL_OPTIONS,
    refuse: (called) =>
      called.args.length > 1 && !isGiven(called, 'explain')
        ? `a bill is of one scenario, and ${called.args.length} files are given; records of a database need --explain`
        : undefined,
    help: `Examples:
  $ neap bill my-app.yaml --set data.logical_size_bytes=40GB --set data.egress_per_query=20kB
  $ neap bill my-app.yaml --period run --out results
  $ neap bill my-app.yaml --budget 100 --elsewhere
  $ neap bill my-app.yaml --ttl 1d,3d,7d,14d,never
  $ neap bill my-app.yaml --invoice consumption.json
  $ neap bill my-app.yaml --terraform plan.json
  $ neap bill --explain operations-1.json operations-2.json consumption.json

consumption.json is the answer of GET /consumption_history/v2/projects, or a list of such
pages. Typed totals are a mapping:

  from: 2026-03-01
  to: 2026-04-01
  metrics: { compute_unit_seconds: 500000, root_branch_bytes_month: 2500000000000 }
  amounts_usd: { compute_unit_seconds: 30.83 }

--explain reads pages of GET /projects/{id}/operations and of GET /consumption_history (hourly or
daily, v2 or legacy), in any order, as JSON or one per line: neap import operations prints the calls.

--out writes focus.csv, a FOCUS 1.2 file, and focus-invoice.csv for an --invoice with metrics.`,
  });

/** FOCUS files of `--out`. */
const FOCUS = 'focus.csv';
const FOCUS_INVOICE = 'focus-invoice.csv';

function ttls(text: string): readonly number[] {
  return text.split(',').map((each) => {
    const own = each.trim();
    return own === 'never' ? Number.POSITIVE_INFINITY : durationSeconds(0.001)(own);
  });
}

function amount(text: string): number {
  return aboveZero('an amount such as 100 or 49.50')(text.replace(/^\$/, ''));
}

/**
 * Simulates a scenario and prints its invoice.
 * @throws ScenarioError, TraceError, PolicyError, ResultDirectoryError for wrong input, InvariantError for a failed run
 */
export async function act(
  files: readonly string[],
  options: OptionsOf<typeof BILL_OPTIONS>,
): Promise<number> {
  if (options.explain === true) return billExplained(files, options);
  const [name] = files as [string];
  return noticingSignals(async (interruption) => {
    await interruption.mayBeBlocked();
    await interruption.heed();
    if (options.terraform !== undefined) {
      return billTerraform(name, options.terraform, options, interruption);
    }
    const source = await elsewhereSource(await readSource(name, options));
    const variant = await compileForBill(source);
    if (variant.scenario.vendor !== undefined) return billVendor(variant, options, interruption);
    const { scenario } = variant;
    const worlds = worldsOf('bill', scenario, name, options.worlds);
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
    const used = invoice === undefined ? undefined : readInvoice(invoice, '--invoice');
    const charged = [FOCUS, ...(used === undefined || used.timeframes.length === 0 ? [] : [FOCUS_INVOICE])];
    const files = ['bill', ...(scenario.fleet === undefined ? [] : ['charges']), 'bill.json', ...charged];
    return withOutputs(options, files, async (report) => {
      const record = new RunRecord(scenario);
      const observations = await simulateOnce(scenario, record, interruption, options);
      const { bill, compared } = asRefusal(name, RangeError, () => {
        const made = billOf(scenario, observations, record, {
          period: options.period,
          ttls_seconds: options.ttl,
        });
        return { bill: made, compared: used && compareBill(scenario, made, used) };
      });
      // No month is projected for the bill of a run.
      const ignored_findings = [...(scenario.ignored_findings ?? []), 'job_unlike_month'] as const;
      const seen = options.period === 'run' ? { ...scenario, ignored_findings } : scenario;
      const made = summarise(seen, observations);
      const exact = { ...options, fidelity: 'exact' } as const;
      const summary = await tryFixes(made, { scenario, source }, exact, interruption);
      const charges = chargesOf(scenario, observations, bill);
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
      const measured = { bill, observations, record };
      const inWorlds = billWorldsStudy(source, scenario, bill.month, worlds);
      const work = refuseEndless(scenario, { runs: worlds });
      const drawn =
        worlds === 0
          ? undefined
          : await answerAside(inWorlds, interruption, options, {
              whole: (runs) => counted(runs, 'world'),
              foreseen: longWorkText(work, worlds, workers),
            });
      const others =
        options.elsewhere === true
          ? await answerAside(elsewhereStudy(source, scenario, measured), interruption, { quiet, workers })
          : undefined;
      const { warnings } = scenario;
      const { findings = [] } = summary;
      const details = {
        ...(drawn && { worlds: drawn }),
        ...(others && { elsewhere: others }),
        ...(charges && { charges }),
        ...(warnings.length > 0 && { warnings }),
        ...(findings.length > 0 && { findings }),
      };
      const json = { ...bill, ...details, budget: budget ?? null, comparison: compared ?? null };
      return report({
        report: billReport(bill, {
          compared,
          budget,
          worlds: drawn,
          elsewhere: others,
          charges,
          warnings,
          summary,
          asked: source,
        }),
        variants: [{ ...variant, source }],
        files: {
          [FOCUS]: focusCsv(bill),
          ...(compared &&
            charged.includes(FOCUS_INVOICE) && {
              [FOCUS_INVOICE]: realFocusCsv(compared, scenario.name),
            }),
        },
        json: () => json,
      });
    });
  });
}
