import { Command, Option } from '@commander-js/extra-typings';
import { aboveZero, durationSeconds, PER } from '../shared/option-values.js';
import { OPTIONS } from '../shared/options.js';

const KINDS = ['counts', 'level', 'arrivals'] as const;

/** Makes `neap trace`. */
export const traceCommand = () =>
  new Command('trace')
    .description(
      'Reads a CSV file of recorded traffic, packed by gzip or zstd or not, and prints which columns hold the time and the ' +
        'value, the volume, burstiness, seasonality and idle time of the traffic, missing rows, and the part of a ' +
        'scenario that replays it. What is guessed is said with the reason; a file that can be read in two ways is ' +
        'refused with what to say. Writes nothing.',
    )
    .argument('<file>', 'CSV file: counts per interval, a level such as CPU %, or single arrivals')
    .option('--time <column>', 'time column, by name or by number from 1')
    .addOption(
      new Option('--value <column>', 'column of the count or level, by name or number').conflicts('fleet'),
    )
    .option('--fleet', 'take every column of numbers as a tenant of a fleet')
    .addOption(new Option('--kind <kind>', 'meaning of a row; guessed by default').choices(KINDS))
    .addOption(
      new Option(
        '--counter <boolean>',
        'whether the value counts up, so that its differences are meant',
      ).choices(['true', 'false'] as const),
    )
    .addOption(
      new Option('--per <unit>', 'what a count is per; told by cells or name by default').choices(PER),
    )
    .option('--scale <number>', 'multiplies counts or levels', aboveZero())
    .option(
      '--interval <duration>',
      'width of an interval; the commonest distance of rows by default',
      durationSeconds(0.000001),
    )
    .addOption(
      new Option(
        '--gaps <rule>',
        'an interval without a row or a value is left out, counts as 0, or is refused',
      )
        .choices(['keep', 'zero', 'refuse'] as const)
        .default('keep' as const),
    )
    .addOption(
      new Option(
        '--duplicates <rule>',
        'rows that repeat a time; sum for counts and last for a level by default',
      ).choices(['error', 'sum', 'first', 'last'] as const),
    )
    .option('--from <moment>', 'keep what is at or after this timestamp, or duration from the first row')
    .option('--to <moment>', 'keep what is before this timestamp, or duration from the first row')
    .option('--vcpu <number>', 'number of vCPUs of the machine whose CPU % was recorded', aboveZero())
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
  $ neap trace machines.csv --kind level --fleet

Exit codes:
  0 done; 2 invalid file or options`,
    );
