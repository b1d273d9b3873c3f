import { Command } from '@commander-js/extra-typings';
import { path } from '../shared/option-values.js';
import { OPTIONS, refuseTwoForms } from '../shared/options.js';

/** Makes `neap merge`. */
export const mergeCommand = () =>
  refuseTwoForms(
    new Command('merge')
      .description(
        'Takes the folders that a command has written with --shard, in any order, and gives the result of the ' +
          'undivided command, byte for byte. The command, the scenario and the files that it names are in the ' +
          'folders; what follows says only how the result is shown, and is as in that command.',
      )
      .argument('<folders...>', 'the --out DIR of every shard, or folders that hold these'),
  )
    .addOption(OPTIONS.out('the result files of the command'))
    .addOption(OPTIONS.md())
    .addOption(OPTIONS.stepSummary())
    .addOption(OPTIONS.json())
    .addOption(OPTIONS.html())
    .addOption(OPTIONS.xlsx())
    .option('--figures <names>', 'figures to show, joined by commas, or all')
    .addOption(OPTIONS.ignore())
    .option('--openmetrics <file>', 'write the timeline as OpenMetrics', path)
    .addOption(OPTIONS.parquet())
    .option('--baseline <summary.json>', 'an earlier run to compare with', path)
    .option('--fail-on <change>', 'exit with 4 if a figure changes by more against --baseline; repeatable')
    .option('--without-each', 'also run without each load; these runs are made here')
    .addOption(OPTIONS.workers())
    .addOption(OPTIONS.resume())
    .addOption(OPTIONS.quiet())
    .addHelpText('after', HELP);

const HELP = `
Examples:
  $ neap sweep my-app.yaml --vary max=1,2,4 --shard 1/3 --out shards/1   likewise 2/3 and 3/3
  $ neap merge shards/1 shards/2 shards/3 --out results --html results/page.html
  $ neap merge shards

Where a command decides by its results what to run next (neap plan, neap run
--precision), a shard makes its part of the runs that are known to be needed
from the beginning. The rest is made by neap merge, or by further shards that
go on from all of the first: --shard 1/3 --from shards --out more/1.

Folders that a policy module came with are imported again: merge what you trust.

Exit codes: those of the command that was divided; 2 where shards are missing,
damaged, or of different work.`;
