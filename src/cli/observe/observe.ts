import { Command, Option } from '@commander-js/extra-typings';
import { durationSeconds, path } from '../shared/option-values.js';
import { flagOf, isGiven, OPTIONS, type OptionsOf, refuseAlone } from '../shared/options.js';
import { baseUrlOption, KEY_HELP } from '../shared/service-connection.js';

const MIN_POLL_SECONDS = 0.2;
/** Options that select the service and its parts, by their names in code, in the order of the help. */
const HTTP_ONLY: readonly string[] = ['baseUrl', 'projectId', 'orgId', 'regionId'];

/** Options that only apply to a platform, and not to a load; same form. */
const PLATFORM_ONLY: readonly string[] = [
  'adapter',
  'baseUrl',
  'poll',
  'projectId',
  'allowExisting',
  'orgId',
  'regionId',
];

/** Makes `neap observe`. */
export const observeCommand = () =>
  refuseAlone(new Command('observe'), {
    allowExisting: ['projectId'],
    databaseUrl: ['load'],
    poolerUrl: ['load'],
    compute: ['load'],
    tables: ['load'],
    workOf: ['load'],
  })
    .description(
      "Creates a project with the scenario's branches and computes, executes its events (update, restart, start, " +
        'suspend) when they are due, and polls states and operations meanwhile; then deletes what it has created, ' +
        'also after an error or Ctrl-C. Writes the files that "neap run" writes, for comparison; what cannot be ' +
        'seen from outside stays empty. With --load it calls no platform: it sends the loads of one compute as real ' +
        'queries to a database, with the arrivals and demands that "neap run" has with that seed, and records every attempt.',
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
    .option('--load', "send the scenario's load to a database instead")
    .option('--database-url <url>', 'database to send it to (or the environment variable DATABASE_URL)')
    .option('--pooler-url <url>', 'the same database over a pooler, for loads with via: pooler')
    .option('--compute <name>', 'compute whose loads are sent, where several have some')
    .option('--tables', 'make a table as large as the working set, and read pages of it')
    .option(
      '--work-of <dir>',
      'queries do as much work as those of this load that was sent, instead of as much as the database does now in the same time',
      path,
    )
    .addOption(OPTIONS.set())
    .option('--dry-run', 'show the calls, or the load, without making any that changes anything')
    .option('-y, --yes', 'do not ask before making calls or sending load that cost money')
    .addOption(OPTIONS.json())
    .addHelpText('after', HELP)
    .hook('preAction', (called) => {
      const { load, adapter } = called.opts();
      const refused = load === true ? PLATFORM_ONLY : adapter === 'http' ? [] : HTTP_ONLY;
      const name = refused.find((each) => isGiven(called, each));
      if (name === undefined) return;
      const why =
        load === true
          ? 'has no effect with --load, which calls no platform; leave it out'
          : 'applies to --adapter http only';
      called.error(`error: ${flagOf(called, name)} ${why}`);
    });

/** The options of `neap observe`. */
export type ObserveOptions = OptionsOf<typeof observeCommand>;

const HELP = `
Examples:
  $ neap observe trial.yaml --dry-run
  $ neap observe trial.yaml --yes --out observed
  $ neap observe trial.yaml --base-url http://127.0.0.1:8432/api/v2 --yes --out observed
  $ neap run trial.yaml --out simulated                   for comparison
  $ neap observe my-app.yaml --load --dry-run             what sending its load would do
  $ DATABASE_URL=postgresql://... neap observe my-app.yaml --load --yes --out observed
  $ neap compare simulated observed
  $ neap observe tuesday.yaml --load --work-of monday --yes --out tuesday

${KEY_HELP}
A load is sent in real time to a separate schema, neap_load, which is dropped at the end; the
password of the URL is never shown. Ctrl-C ends the load, and what was seen is kept.
A second Ctrl-C stops at once, and reports what is left and how to delete it.`;
