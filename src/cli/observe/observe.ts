import { Command, Option } from '@commander-js/extra-typings';
import { durationSeconds } from '../shared/option-values.js';
import { OPTIONS, refuseAlone } from '../shared/options.js';
import { baseUrlOption, KEY_HELP } from '../shared/service-connection.js';

const MIN_POLL_SECONDS = 0.2;
/** Options that say which service, or what of it, by their names in code. */
const HTTP_ONLY: ReadonlySet<string> = new Set(['baseUrl', 'projectId', 'orgId', 'regionId']);

/** Makes `neap observe`. */
export const observeCommand = () =>
  refuseAlone(new Command('observe'), { allowExisting: ['projectId'] })
    .summary("execute a scenario's events on a real platform, and record what happens")
    .description(
      "Creates a project with the scenario's branches and computes, executes its events (update, restart, start, " +
        'suspend) when they are due, and polls states and operations meanwhile; then deletes what it has created, ' +
        'also after an error or Ctrl-C. Writes the files that "neap run" writes, for comparison; what cannot be ' +
        'seen from outside stays empty. Generates no load: clients that connect to the computes wake them.',
    )
    .argument('<file>', 'scenario file, YAML or JSON')
    .addOption(
      new Option('--adapter <kind>', 'http: a service, in wall-clock time; simulated: the rules in process')
        .choices(['http', 'simulated'] as const)
        .default('http' as const),
    )
    .addOption(baseUrlOption())
    .addOption(OPTIONS.out('the result files'))
    .addOption(
      new Option('--poll <duration>', 'interval between polls of states and operations')
        .default(1, '1s')
        .argParser(durationSeconds(MIN_POLL_SECONDS)),
    )
    .option('--project-id <id>', 'create the branches and computes in this project instead of a new one')
    .option('--allow-existing', 'edit, restart and suspend computes that already exist in the project')
    .addOption(new Option('--org-id <id>', 'create the project in this organization').conflicts('projectId'))
    .addOption(new Option('--region-id <id>', 'create the project in this region').conflicts('projectId'))
    .addOption(OPTIONS.set())
    .option('--dry-run', 'show the calls without making any that changes anything')
    .option('-y, --yes', 'do not ask before making calls that cost money')
    .addOption(OPTIONS.json())
    .addHelpText('after', HELP)
    .hook('preAction', (called) => {
      if (called.opts().adapter === 'http') return;
      const given = called.options.find(
        (option) =>
          HTTP_ONLY.has(option.attributeName()) &&
          called.getOptionValueSource(option.attributeName()) !== undefined,
      );
      if (given !== undefined) called.error(`error: ${given.flags} applies to --adapter http only`);
    });

const HELP = `
Examples:
  $ neap observe trial.yaml --dry-run
  $ neap observe trial.yaml --yes --out observed
  $ neap observe trial.yaml --base-url http://127.0.0.1:8432/api/v2 --yes --out observed
  $ neap run trial.yaml --out simulated                   for comparison

${KEY_HELP}
A second Ctrl-C stops at once, and reports what is left and how to delete it.

Exit codes:
  0 done; 1 done and an objective was missed; 2 invalid input or options, or the answer was no; 3 the
  platform refused or failed, or something could not be deleted; 130 interrupted`;
