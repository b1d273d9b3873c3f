import { z } from 'zod';
import { shown } from '../form/choice.js';
import { parseDuration } from '../form/quantity.js';
import {
  DURATION,
  numberAboveZero,
  positive,
  quantity,
  SIGNED_DURATION,
  wholeNumberSchema,
} from '../form/quantity-schema.js';
import { readBy } from '../form/read-by.js';
import { section } from '../form/section.js';
import { text, trueOrFalse, word } from '../form/text-schema.js';

/** Where a cut of a trace begins or ends: an ISO 8601 timestamp, or seconds from the first row. */
const moment = readBy(
  (value): string | number | undefined => {
    const seconds = typeof value === 'number' && value >= 0 ? value : parseDuration(value);
    const isTimestamp = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value);
    return seconds ?? (isTimestamp && !Number.isNaN(Date.parse(value)) ? value : undefined);
  },
  (value) =>
    `expected an ISO 8601 timestamp such as 1998-05-04T00:00:00Z, or a duration from the first row such as 2h, got ${shown(value)}`,
).meta({ anyOf: [{ type: 'string' }, { type: 'number', minimum: 0 }] });

const fleetColumns = z.union([
  z.literal('all'),
  z.array(text('the name of a column', 256)).min(1, 'expected one column at least'),
]);

/** A recorded trace: which file and columns, how to read them, and what to do with them. */
export const traceSchema = section(
  {
    file: text('the path of a CSV file', 4096, 'CSV file; relative to the scenario file, or absolute.'),
    time: text(
      'the name of a column',
      256,
      'Column with the timestamp or offset; found by itself when left out.',
    ).optional(),
    value: text(
      'the name of a column',
      256,
      'Column with the value; found by itself when left out.',
    ).optional(),
    values: fleetColumns
      .describe(
        'Columns of a load on a fleet, one tenant a column: their names, or all for every column of numbers.',
      )
      .optional(),
    kind: word(
      ['counts', 'level', 'arrivals'],
      'counts: queries in each interval; level: CPU % of a machine of `vcpu` vCPU; arrivals: a row is a query.',
    ),
    counter: trueOrFalse(
      'Whether the value counts up, so that differences are the counts; told by its name and course when left out.',
    ).optional(),
    per: word(
      ['interval', 'second', 'minute', 'hour'],
      'What a count is a number of queries per; told by the cells or the name of the column when left out.',
    ).optional(),
    scale: numberAboveZero('a number above 0', 'Multiplies counts or levels.').prefault(1),
    shift: quantity(
      SIGNED_DURATION,
      'Moves the trace later by this much, earlier with a minus sign.',
    ).prefault('0s'),
    from: moment.describe('Keep what is at or after this moment.').optional(),
    to: moment.describe('Keep what is before this moment.').optional(),
    repeat: wholeNumberSchema(1, 'How many times the trace is played, one after the other.').prefault(1),
    interval: positive(DURATION, 'Width of an interval; found by itself when left out.').optional(),
    gaps: word(
      ['keep', 'zero', 'refuse', 'report', 'error'],
      'An interval without a row or a value: keep leaves it out, with a warning, and nothing arrives then; zero counts it as 0; refuse refuses the file. report and error are older names of keep and refuse.',
    ).prefault('keep'),
    duplicates: word(
      ['error', 'sum', 'first', 'last'],
      'What to do with rows that repeat a timestamp.',
    ).prefault('error'),
    vcpu: numberAboveZero(
      'a number of vCPU above 0',
      'vCPU of the machine whose CPU % a level is.',
    ).optional(),
    placement: word(
      ['uniform', 'even'],
      'Where in its interval an arrival of a count falls: at random, or evenly spaced.',
    ).prefault('uniform'),
  },
  'A recorded trace.',
);

/** A trace as the scenario selects it. */
export type TraceForm = z.output<typeof traceSchema>;
