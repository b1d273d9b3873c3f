import { Command, Option } from '@commander-js/extra-typings';
import { PLAN_NAMES } from '../../vendors/plan-limits.js';
import { aboveZero, durationSeconds, path, wholeNumber } from '../shared/option-values.js';
import { OPTIONS, type OptionsOf, refuseAlone } from '../shared/options.js';
import { baseUrlOption, KEY_HELP } from '../shared/service-connection.js';

/** Makes `neap probe`. */
export const probeCommand = () =>
  refuseAlone(
    new Command('probe')
      .description(
        'Measures how long a database of your own takes to wake: connects and closes, waits until the compute sleeps, ' +
          'connects again, and takes off what a connection to a running compute takes. Says first what that will take ' +
          'and cost, and asks. Writes a row as soon as it is known, in the form that "neap calibrate" reads; called again ' +
          'with the same file it goes on. Nothing in the database is changed.',
      )
      .argument('[url]', 'database to connect to (or the environment variable DATABASE_URL)')
      .option('--wakes <n>', 'how many wakes the file is to have', wholeNumber(1), 20)
      .option('--csv <file>', 'file to write, or to go on with', path, 'wakes.csv')
      .addOption(
        new Option('--idle <duration>', "the compute's suspend timeout")
          .default(300, '5m')
          .argParser(durationSeconds(1)),
      )
      .addOption(
        new Option('--margin <duration>', 'how much longer to wait: the platform looks from time to time')
          .default(30, '30s')
          .argParser(durationSeconds(0)),
      )
      .addOption(
        new Option(
          '--connect-timeout <duration>',
          'how long to wait for a connection; longer ones are given up',
        )
          .default(60, '60s')
          .argParser(durationSeconds(0.1)),
      )
      .option(
        '--cu <size>',
        'smallest size of the compute, for the estimated cost',
        aboveZero('a size in CU, such as 0.25'),
        0.25,
      )
      .addOption(
        new Option('--plan <plan>', 'plan by whose price it is estimated')
          .choices(PLAN_NAMES)
          .default('launch'),
      )
      .option(
        '--project-id <id>',
        'ask the API whether the compute sleeps, instead of waiting for the timeout',
      )
      .option(
        '--endpoint-id <id>',
        "the compute's id; by default the one in the URL's options, or the first label of its host",
      )
      .addOption(baseUrlOption())
      .option('-y, --yes', 'do not ask before connecting')
      .addOption(OPTIONS.quiet()),
    { endpointId: ['projectId'], baseUrl: ['projectId'] },
  ).addHelpText(
    'after',
    `
Examples:
  $ DATABASE_URL=postgresql://... neap probe --wakes 200 --yes
  $ neap probe postgresql://user@ep-cool-rain-123456.us-east-2.aws.neon.tech/app --project-id my-project
  $ neap calibrate wakes.csv

Probe a compute that nobody else uses: a connection of somebody else keeps it awake, or wakes it. Such
rows have the outcome "awake", and "neap calibrate" leaves them out. A p99 takes 200 wakes.

The password of the URL is never shown. ${KEY_HELP}

Exit codes:
  0 the file has as many wakes as asked for; 2 invalid options, or the answer was no; 3 the database or the
  platform could not be reached; 130 interrupted, what was measured is kept`,
  );

/** The options of `neap probe`. */
export type ProbeOptions = OptionsOf<typeof probeCommand>;
