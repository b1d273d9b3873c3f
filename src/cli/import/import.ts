import { Command } from '@commander-js/extra-typings';
import { SOURCE_NAME_LIST, SOURCE_NAMES } from '../../ingest/recording/source-names.js';
import { path } from '../shared/option-values.js';
import { OPTIONS, withOptionsOf } from '../shared/options.js';
import { recordingsCommand } from '../shared/reading-options.js';

/** Makes `neap import`. */
export const importCommand = () =>
  withOptionsOf(
    new Command('import')
      .description(
        'Recognizes files that a database, a pooler, a monitoring system, a web server or a load test has written, and ' +
          'writes a scenario with load, demand, connections, start and duration. Each value says how surely it is known; the ' +
          'recorded arrivals are in a CSV file next to it. A file that can be read in several ways is refused with the ' +
          'option for each. With a source and no file, prints the commands that export one. Texts of queries are left out. ' +
          'Files packed by gzip, zstd, bzip2 or xz are unpacked.',
      )
      .argument(
        '[files...]',
        'exported files, with the name of their source before them if it is not recognized',
      )
      .option('--write <file>', 'scenario to write; an existing file is kept', path, 'imported.yaml'),
    recordingsCommand(),
  )
    .option('--keep-text', 'keep the texts of queries, as descriptions of loads')
    .option('--project-id <id>', 'project in the commands that are printed')
    .option('--org-id <id>', 'organization in them')
    .option('--id <name>', 'instance, application or metric in them')
    .addOption(OPTIONS.quiet())
    .addHelpText(
      'after',
      `
Sources:
${SOURCE_NAME_LIST.map((name) => `  ${name.padEnd(20)}${SOURCE_NAMES[name].summary}`).join('\n')}
Any other file is read as a table: counts per interval, a level such as CPU %, or a row per query.

Examples:
  $ neap import access.log
  $ neap import postgresql-*.log.gz --write my-app.yaml
  $ neap import requests.csv --dates dmy
  $ neap import pg-stat-statements
  $ neap import before.csv after.csv
  $ neap import cloudwatch --id my-instance

Exit codes:
  0 done; 2 invalid file or options, nothing is written`,
    );
