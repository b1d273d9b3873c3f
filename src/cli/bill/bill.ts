import { Command, Option } from '@commander-js/extra-typings';
import { BILL_WORLDS } from '../../study/worlds/world-counts.js';
import { aboveZero, durationSeconds, path } from '../shared/option-values.js';
import { OPTIONS, type OptionsOf, refuseAlone, refuseTwoForms } from '../shared/options.js';
import { worldsOption } from '../worlds/drawn-worlds.js';

/** Makes `neap bill`. */
export const billCommand = () =>
  refuseAlone(
    refuseTwoForms(
      new Command('bill')
        .description(
          'Simulates a scenario and prints the line items of the platform: compute, storage of roots and children, ' +
            'instant restore, snapshots, transfer, extra branches, with what is included, minimums and rounding, at the ' +
            'prices of the day. What the project stores and sends stands under data: in the scenario; defaults are ' +
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
          'a real account to lay beside it: consumption history v2 as JSON, or totals as YAML',
          path,
        )
        .option('--budget <usd>', 'the cap on compute time that keeps a month within so many dollars', amount)
        .option(
          '--ttl <durations>',
          'TTLs to compare for branches that come and go, such as 1d,7d,never',
          ttls,
        )
        .addOption(
          new Option(
            '--terraform <file>',
            'what a Terraform plan costs: the JSON of "terraform show -json plan.tfplan"',
          )
            .argParser(path)
            .conflicts(['period', 'invoice', 'budget', 'ttl', 'worlds', 'focus', 'focusInvoice', 'parquet']),
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
        .addOption(OPTIONS.seed())
        .addOption(OPTIONS.set())
        .addOption(OPTIONS.json())
        .addOption(OPTIONS.allowLong())
        .addOption(OPTIONS.quiet()),
    ),
    { focusInvoice: ['invoice'], parquet: ['out'] },
  ).addHelpText('after', HELP);

/** The options of `neap bill`. */
export type BillOptions = OptionsOf<typeof billCommand>;

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
  $ neap bill my-app.yaml --invoice consumption.json
  $ neap bill my-app.yaml --set 'load.web.rate={ between: [5/s, 20/s] }' --worlds 200
  $ neap bill my-app.yaml --period run --focus planned.csv
  $ neap bill my-app.yaml --terraform plan.json

consumption.json is what GET /consumption_history/v2/projects answers, or a list of such
pages. Totals that you type are a mapping:

  from: 2026-03-01
  to: 2026-04-01
  metrics: { compute_unit_seconds: 500000, root_branch_bytes_month: 2500000000000 }
  amounts_usd: { compute_unit_seconds: 30.83 }

Exit codes:
  0 done; 2 invalid input; 3 the run failed; 130 interrupted`;
