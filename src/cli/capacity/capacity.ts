import { Command } from '@commander-js/extra-typings';
import { share, wholeNumber } from '../shared/option-values.js';
import { manyRuns, OPTIONS } from '../shared/options.js';

/** Makes `neap capacity`. */
export const capacityCommand = () =>
  manyRuns(
    new Command('capacity')
      .description(
        'Finds the load at which a configuration first misses an objective, as a multiple of the load of the ' +
          'scenario, with a range. Reports which objective fails first, which resource is the bottleneck, and, with ' +
          '--growth, when that load will be reached. Scheduled jobs do not grow; all other loads do.',
      )
      .argument('<file>', 'scenario file, YAML or JSON')
      .addOption(OPTIONS.constraint())
      .addOption(OPTIONS.noSlo())
      .option('--growth <rate>', 'growth of the load, such as 8%/month, 2x/year or 5%..10%/month')
      .option('--load-tolerance <share>', 'relative error allowed in the load that is found', share, 0.01)
      .option(
        '--replications <n>',
        'replications at each load (5, or 3 of a busy load that is known within 5 % by them)',
        wholeNumber(2),
      )
      .addOption(OPTIONS.html())
      .addOption(OPTIONS.xlsx()),
    'capacity.csv, one row per load tried,',
  ).addHelpText(
    'after',
    `
Examples:
  $ neap capacity my-app.yaml
  $ neap capacity my-app.yaml --constraint 'latency_p99 <= 300ms' --growth 8%/month
  $ neap capacity my-app.yaml --set duration=1d --constraint 'success_rate >= 99.9%' --no-slo

A constraint takes the place of the scenario's objective on the same figure.
Runs take as long as the scenario is: --set duration=1d answers sooner.

Exit codes:
  0 done; 1 done and an objective is missed at the present load; 2 invalid input;
  3 a run failed; 130 interrupted`,
  );
