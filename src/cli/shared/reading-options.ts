import { Option } from '@commander-js/extra-typings';
import {
  DATE_ORDERS,
  DECIMAL_SIGNS,
  DUPLICATE_RULES,
  TIME_FORMATS,
} from '../../workload/trace/reading/reading.js';
import { aboveZero, durationSeconds, given, PER, wholeNumber } from './option-values.js';

const KINDS = ['counts', 'level', 'arrivals'] as const;

/** Options that answer what a file leaves open. */
export const READING = {
  time: () =>
    new Option('--time <column>', 'time column, by name or by number from 1').argParser(given('a column')),
  value: () =>
    new Option('--value <name>', 'column, metric, database, project or compute that is the load').argParser(
      given('a name'),
    ),
  fleet: () =>
    new Option('--fleet', 'take every column of numbers as a tenant of a fleet').conflicts('value'),
  kind: () =>
    new Option('--kind <kind>', 'meaning of a row: a count, a level such as CPU %, or one query').choices(
      KINDS,
    ),
  per: () => new Option('--per <unit>', 'what a count is a number of queries per').choices(PER),
  scale: () => new Option('--scale <number>', 'multiplies counts or levels').argParser(aboveZero()),
  counter: () =>
    new Option(
      '--counter <boolean>',
      'whether the value counts up, so that its differences are meant',
    ).choices(['true', 'false'] as const),
  interval: () =>
    new Option('--interval <duration>', 'width of an interval, or time between snapshots').argParser(
      durationSeconds(0.000001),
    ),
  gaps: () =>
    new Option(
      '--gaps <rule>',
      'an interval without a row or a value is left out, counts as 0, or is refused',
    ).choices(['keep', 'zero', 'refuse'] as const),
  duplicates: () => new Option('--duplicates <rule>', 'rows that repeat a time').choices(DUPLICATE_RULES),
  dates: () => new Option('--dates <order>', 'order of day, month and year').choices(DATE_ORDERS),
  decimal: () => new Option('--decimal <sign>', 'decimal sign of the numbers').choices(DECIMAL_SIGNS),
  zone: () =>
    new Option(
      '--zone <zone>',
      'time zone of times that name none, such as +02:00 or Europe/Berlin',
    ).argParser(given('a time zone')),
  timeFormat: () =>
    new Option('--time-format <format>', 'meaning of plain numbers in the time column').choices(TIME_FORMATS),
  only: () =>
    new Option('--only <column=label>', 'keep the rows with one label').argParser(
      given('a column and a label'),
    ),
  from: () =>
    new Option('--from <moment>', 'keep what is at or after this timestamp, or duration from the first row'),
  to: () => new Option('--to <moment>', 'keep what is before this timestamp, or duration from the first row'),
  vcpu: () =>
    new Option('--vcpu <number>', 'number of vCPUs of the machine whose CPU % was recorded').argParser(
      aboveZero(),
    ),
  queriesPerRequest: () =>
    new Option('--queries-per-request <n>', 'queries that one request makes')
      .argParser(wholeNumber(1))
      .default(1),
} as const;

/** The options of a command that reads recordings, as it hands them over. */
interface GivenReading {
  readonly time?: string;
  readonly value?: string;
  readonly kind?: (typeof KINDS)[number];
  readonly per?: (typeof PER)[number];
  readonly scale?: number;
  readonly counter?: 'true' | 'false';
  readonly interval?: number;
  readonly gaps?: 'keep' | 'zero' | 'refuse';
  readonly duplicates?: (typeof DUPLICATE_RULES)[number];
  readonly dates?: (typeof DATE_ORDERS)[number];
  readonly decimal?: (typeof DECIMAL_SIGNS)[number];
  readonly zone?: string;
  readonly timeFormat?: (typeof TIME_FORMATS)[number];
  readonly only?: string;
  readonly from?: string;
  readonly to?: string;
  readonly vcpu?: number;
  readonly queriesPerRequest: number;
  readonly keepText?: true;
}

/** The options of an import that were given on the command line. */
export function importOptions(given: GivenReading) {
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
