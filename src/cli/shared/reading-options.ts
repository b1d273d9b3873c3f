import { InvalidArgumentError } from '@commander-js/extra-typings';
import {
  DATE_ORDERS,
  DECIMAL_SIGNS,
  DUPLICATE_RULES,
  TIME_FORMATS,
} from '../../workload/trace/reading/reading.js';
import { flag, type OptionsOf, oneOf, value } from './option-table.js';
import { aboveZero, durationSeconds, given, PER, wholeNumber } from './option-values.js';

/** The options of a command that reads recordings: each settles something that a file may leave open. */
export const READING_OPTIONS = {
  '--time <column>': value(given('a column'), 'time column, by name or by number from 1'),
  '--value <name>': value(
    given('a name'),
    'column, metric, database, project or compute that is the load; a+b adds two columns',
  ),
  '--fleet': flag('take every column of numbers as a tenant of a fleet', { conflicts: ['value'] }),
  '--kind <kind>': oneOf(
    ['counts', 'level', 'arrivals'],
    'meaning of a row: a count, a level such as CPU %, or one query',
  ),
  '--per <unit>': oneOf(PER, 'what a count is a number of queries per'),
  '--scale <number>': value(aboveZero(), 'multiplies counts or levels'),
  '--counter <boolean>': oneOf(
    ['true', 'false'],
    'whether the value counts up, so that its differences are meant',
  ),
  '--interval <duration>': value(
    durationSeconds(0.000001),
    'width of an interval, or time between snapshots',
  ),
  '--gaps <rule>': oneOf(
    ['keep', 'zero', 'refuse'],
    'an interval without a row or a value is left out, counts as 0, or is refused',
  ),
  '--duplicates <rule>': oneOf(DUPLICATE_RULES, 'rows that repeat a time'),
  '--dates <order>': oneOf(DATE_ORDERS, 'order of day, month and year'),
  '--decimal <sign>': oneOf(DECIMAL_SIGNS, 'decimal sign of the numbers'),
  '--zone <zone>': value(
    given('a time zone'),
    'time zone of times that name none, such as +02:00 or Europe/Berlin',
  ),
  '--time-format <format>': oneOf(TIME_FORMATS, 'meaning of plain numbers in the time column'),
  '--only <column=label>': value(given('a column and a label'), 'keep the rows with one label'),
  '--window <from..to>': value(
    readWindow,
    'keep what is at or after the first and before the second; each is a timestamp, a duration from the first row, or left out',
  ),
  '--vcpu <number>': value(aboveZero(), 'number of vCPUs of the machine whose CPU % was recorded'),
  '--queries-per-request <n>': value(wholeNumber(1), 'queries that one request makes', { default: 1 }),
};

/** Reads `FROM..TO`; either may be missing. */
function readWindow(text: string): { readonly from?: string; readonly to?: string } {
  const [from = '', to = '', ...others] = text.split('..').map((each) => each.trim());
  if (others.length > 0 || !text.includes('..') || from + to === '') {
    throw new InvalidArgumentError('expected two moments such as 2026-01-05..2026-01-12, 1h.. or ..7d');
  }
  return { ...(from !== '' && { from }), ...(to !== '' && { to }) };
}

/** How an import reads its files, by the options of the command line. */
export function importOptions(given: OptionsOf<typeof READING_OPTIONS>) {
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
    from: given.window?.from,
    to: given.window?.to,
    queries_per_request: given.queriesPerRequest,
    vcpu: given.vcpu,
  };
}
