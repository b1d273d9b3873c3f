import { Argument, Command, Option } from '@commander-js/extra-typings';
import { IMPORT_SOURCE_NAMES, IMPORT_SOURCES } from '../../workload/import/sources.js';
import { aboveZero, durationSeconds, PER, path, wholeNumber } from '../shared/option-values.js';
import { OPTIONS } from '../shared/options.js';

const KINDS = ['counts', 'level'] as const;

/** Makes `neap import`. */
export const importCommand = () =>
  new Command('import')
    .description(
      'Reads what a database, a pooler, a monitoring system or a web server has recorded, and writes a scenario with ' +
        'load, demand, connections, start and duration, in which each thing says how surely it is known, and beside it ' +
        'the recorded arrivals as CSV. Without a file, prints the commands that export one. Texts of queries are left ' +
        'out. Files packed by gzip or zstd are read as they are.',
    )
    .addArgument(
      new Argument('[source]', 'where the files come from; listed without one').choices(IMPORT_SOURCE_NAMES),
    )
    .argument('[files...]', 'exported files')
    .option('--scenario <file>', 'scenario to write', path, 'imported.yaml')
    .option('--force', 'overwrite files that exist')
    .option('--value <name>', 'metric, database, project or compute, where a file has several')
    .option('--interval <duration>', 'time between snapshots that have no clock', durationSeconds(0.001))
    .addOption(
      new Option('--per <unit>', 'what the values of a series are per, where its name does not tell').choices(
        PER,
      ),
    )
    .addOption(
      new Option('--kind <kind>', 'what the values of a series are, where its name does not tell').choices(
        KINDS,
      ),
    )
    .option('--scale <number>', 'multiplies the values of a series', aboveZero())
    .option('--queries-per-request <n>', 'queries that one request makes', wholeNumber(1), 1)
    .option('--vcpu <number>', 'number of vCPUs of the machine whose CPU % was recorded', aboveZero())
    .option('--keep-text', 'keep the texts of queries, as descriptions of loads')
    .option('--project-id <id>', 'project in the commands that are printed')
    .option('--org-id <id>', 'organization in them')
    .option('--id <name>', 'instance, application or metric in them')
    .addOption(OPTIONS.quiet())
    .addHelpText(
      'after',
      `
Sources:
${IMPORT_SOURCE_NAMES.map((name) => `  ${name.padEnd(20)}${IMPORT_SOURCES[name].summary}`).join('\n')}

Examples:
  $ neap import pg-stat-statements
  $ neap import pg-stat-statements before.csv after.csv --scenario my-app.yaml
  $ neap import postgres-log postgresql-*.csv.gz
  $ neap import access-log access.log --queries-per-request 6
  $ neap import cloudwatch --id my-instance

Exit codes:
  0 done; 2 invalid file or options, nothing is written`,
    );
