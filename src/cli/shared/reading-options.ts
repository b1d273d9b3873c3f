import { Command, Option } from '@commander-js/extra-typings';
import {
  DATE_ORDERS,
  DECIMAL_SIGNS,
  DUPLICATE_RULES,
  TIME_FORMATS,
} from '../../workload/trace/reading/reading.js';
import { aboveZero, durationSeconds, given, PER, wholeNumber } from './option-values.js';
import type { OptionsOf } from './options.js';

const KINDS = ['counts', 'level', 'arrivals'] as const;

/** The options of a command that reads recordings: each settles something that a file may leave open. */
export const recordingsCommand = () =>
  new Command()
    .addOption(
      new Option('--time <column>', 'time column, by name or by number from 1').argParser(given('a column')),
    )
    .addOption(
      new Option('--value <name>', 'column, metric, database, project or compute that is the load').argParser(
        given('a name'),
      ),
    )
    .addOption(
      new Option('--fleet', 'take every column of numbers as a tenant of a fleet').conflicts('value'),
    )
    .addOption(
      new Option('--kind <kind>', 'meaning of a row: a count, a level such as CPU %, or one query').choices(
        KINDS,
      ),
    )
    .addOption(new Option('--per <unit>', 'what a count is a number of queries per').choices(PER))
    .addOption(new Option('--scale <number>', 'multiplies counts or levels').argParser(aboveZero()))
    .addOption(
      new Option(
        '--counter <boolean>',
        'whether the value counts up, so that its differences are meant',
      ).choices(['true', 'false'] as const),
    )
    .addOption(
      new Option('--interval <duration>', 'width of an interval, or time between snapshots').argParser(
        durationSeconds(0.000001),
      ),
    )
    .addOption(
      new Option(
        '--gaps <rule>',
        'an interval without a row or a value is left out, counts as 0, or is refused',
      ).choices(['keep', 'zero', 'refuse'] as const),
    )
    .addOption(new Option('--duplicates <rule>', 'rows that repeat a time').choices(DUPLICATE_RULES))
    .addOption(new Option('--dates <order>', 'order of day, month and year').choices(DATE_ORDERS))
    .addOption(new Option('--decimal <sign>', 'decimal sign of the numbers').choices(DECIMAL_SIGNS))
    .addOption(
      new Option(
        '--zone <zone>',
        'time zone of times that name none, such as +02:00 or Europe/Berlin',
      ).argParser(given('a time zone')),
    )
    .addOption(
      new Option('--time-format <format>', 'meaning of plain numbers in the time column').choices(
        TIME_FORMATS,
      ),
    )
    .addOption(
      new Option('--only <column=label>', 'keep the rows with one label').argParser(
        given('a column and a label'),
      ),
    )
    .addOption(
      new Option(
        '--from <moment>',
        'keep what is at or after this timestamp, or duration from the first row',
      ),
    )
    .addOption(
      new Option('--to <moment>', 'keep what is before this timestamp, or duration from the first row'),
    )
    .addOption(
      new Option('--vcpu <number>', 'number of vCPUs of the machine whose CPU % was recorded').argParser(
        aboveZero(),
      ),
    )
    .addOption(
      new Option('--queries-per-request <n>', 'queries that one request makes')
        .argParser(wholeNumber(1))
        .default(1),
    );

/** The options of an import that were given on the command line. */
export function importOptions(given: OptionsOf<typeof recordingsCommand> & { readonly keepText?: true }) {
  return {
    time: given.time,
    value: given.value,
    kind: given.kind,
    per: given.per,
    scale: given.scale,
    counter: given.counter === undefined ? undefined : given.counter === 'true',
    interval_seconds: given.interval,
    gaps: given.gaps,
    duplicates: given.duplicates,
    dates: given.dates,
    decimal: given.decimal,
    zone: given.zone,
    time_format: given.timeFormat,
    only: given.only,
    from: given.from,
    to: given.to,
    queries_per_request: given.queriesPerRequest,
    vcpu: given.vcpu,
    keep_text: given.keepText === true,
  };
}
