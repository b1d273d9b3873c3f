import { Command } from '@commander-js/extra-typings';
import { path } from '../shared/option-values.js';
import { OPTIONS, withOptionsOf } from '../shared/options.js';
import { recordingsCommand } from '../shared/reading-options.js';

/** Makes `neap trace`. */
export const traceCommand = () =>
  withOptionsOf(
    new Command('trace')
      .description(
        'Reads recorded traffic, a table or any file that neap import recognizes, and prints how it was read, the volume, ' +
          'burstiness, seasonality and idle time of the traffic, and missing intervals. Assumptions are printed. A file that ' +
          'can be read in several ways is refused with the option for each. Writes nothing without --write.',
      )
      .argument(
        '<files...>',
        'recorded files: counts per interval, a level such as CPU %, single arrivals, or logs',
      )
      .option(
        '--write <file>',
        'write a scenario that replays the recording; an existing file is kept',
        path,
      ),
    recordingsCommand(),
  )
    .addOption(OPTIONS.json())
    .addOption(OPTIONS.quiet())
    .addHelpText(
      'after',
      `
Examples:
  $ neap trace requests.csv
  $ neap trace export.csv.gz --time created_at --value hits
  $ neap trace cpu.csv --kind level --vcpu 4
  $ neap trace xacts.csv --counter true --gaps keep
  $ neap trace machines.csv --kind level --fleet --write fleet.yaml

Exit codes:
  0 done; 2 invalid file or options, or a file with several readings`,
    );
