import { Command, Option } from '@commander-js/extra-typings';
import { durationsSeconds } from '../shared/option-values.js';
import { isGiven, OPTIONS, studyOptions } from '../shared/options.js';
import { POLICIES_HELP } from './policies-help.js';

/** Makes `neap policies`. */
export const policiesCommand = () =>
  studyOptions(policiesOwnCommand(), 'policies.csv')
    .addHelpText('after', POLICIES_HELP)
    .hook('preAction', (called) => {
      const { side, wakeCost } = called.opts();
      if (side === 'size' && wakeCost !== undefined) {
        called.error(
          'error: --wake-cost has no effect with --side size; it is about suspension: leave one of them out',
        );
      }
    })
    .hook('preAction', (called) => {
      if (called.args.length > 0) return;
      const given = called.options.find(
        (option) => option.attributeName() !== 'json' && isGiven(called, option.attributeName()),
      );
      if (given === undefined) return;
      called.error(
        `error: ${given.long} applies to comparing policies on a scenario, and no file is given; try "neap policies my-app.yaml ${given.long} ..."`,
      );
    });

const policiesOwnCommand = () =>
  new Command('policies')
    .description(
      'Without a file, lists the policies that resize a compute with its load and those that suspend an idle ' +
        'compute: what each does, who published it, and its parameters with their defaults. With a scenario file, ' +
        'runs the scenario under each of them and prints what they cost and how well they serve.',
    )
    .argument('[file]', 'scenario file, YAML or JSON')
    .addOption(
      new Option('--side <side>', 'which policies to compare').choices(['size', 'suspend', 'both'] as const),
    )
    .option(
      '--wake-cost <durations>',
      'what a wake is worth, in running time: one value, or several such as 10s,60s,5m (60s unless given)',
      durationsSeconds,
    )
    .addOption(OPTIONS.html())
    .addOption(OPTIONS.xlsx());
