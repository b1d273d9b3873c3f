import { z } from 'zod';
import { parseDuration } from '../quantity.js';
import { shown } from './choice.js';
import {
  DURATION,
  plainNumber,
  positive,
  quantity,
  SIGNED_DURATION,
  wholeNumber,
} from './quantity-schema.js';
import { section } from './section.js';
import { text, word } from './text-schema.js';

/** Where a cut of a trace begins or ends: an ISO 8601 timestamp, or seconds from the first row. */
const moment = z
  .unknown()
  .transform((value, context): string | number => {
    const seconds = typeof value === 'number' && value >= 0 ? value : parseDuration(value);
    if (seconds !== undefined) return seconds;
    if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value)))
      return value;
    context.addIssue({
      code: 'custom',
      message: `expected an ISO 8601 timestamp such as 1998-05-04T00:00:00Z, or a duration from the first row such as 2h, got ${shown(value)}`,
    });
    return z.NEVER;
  })
  .meta({ anyOf: [{ type: 'string' }, { type: 'number', minimum: 0 }] });

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
    kind: word(
      ['counts', 'level', 'arrivals'],
      'counts: queries in each interval; level: CPU % of a machine of `vcpu` vCPU; arrivals: a row is a query.',
    ),
    scale: plainNumber(
      'a number above 0',
      (value) => value > 0,
      { exclusiveMinimum: 0 },
      'Multiplies counts or levels.',
    ).prefault(1),
    shift: quantity(
      SIGNED_DURATION,
      'Moves the trace later by this much, earlier with a minus sign.',
    ).prefault('0s'),
    from: moment.describe('Keep what is at or after this moment.').optional(),
    to: moment.describe('Keep what is before this moment.').optional(),
    repeat: wholeNumber(1, 'How many times the trace is played, one after the other.').prefault(1),
    interval: positive(DURATION, 'Width of an interval; found by itself when left out.').optional(),
    gaps: word(
      ['report', 'error'],
      'report: an interval without a row has no arrivals, with a warning; error: refuse the file.',
    ).prefault('report'),
    duplicates: word(
      ['error', 'sum', 'first', 'last'],
      'What to do with rows that repeat a timestamp.',
    ).prefault('error'),
    vcpu: plainNumber(
      'a number of vCPU above 0',
      (value) => value > 0,
      { exclusiveMinimum: 0 },
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
