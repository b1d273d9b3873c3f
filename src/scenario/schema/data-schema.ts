import type { z } from 'zod';
import { parseDuration, parseSize } from '../form/quantity.js';
import {
  DURATION,
  positive,
  type Quantity,
  quantity,
  SHARE,
  SIZE,
  wholeNumberSchema,
} from '../form/quantity-schema.js';
import { refuse } from '../form/read-by.js';
import { section } from '../form/section.js';

/** Seconds of the month by which a growth is told: 730 hours, as costs per month are. */
const MONTH_SECONDS = 730 * 3600;

const BYTE_RATE_TEXT = /^\s*(.+?)\s*\/\s*(.+?)\s*$/;

/** Reads bytes per time, such as `500MB/d`; bytes per second, or `undefined`. */
function parseByteRate(value: unknown): number | undefined {
  if (value === 0 || value === '0') return 0;
  const match = typeof value === 'string' ? BYTE_RATE_TEXT.exec(value) : null;
  if (match === null) return undefined;
  const bytes = parseSize(match[1]!);
  const seconds = match[2] === 'month' ? MONTH_SECONDS : parseDuration(`1${match[2]}`);
  return bytes === undefined || seconds === undefined || seconds === 0 ? undefined : bytes / seconds;
}

/** Bytes per second, written as bytes per some time. */
export const BYTE_RATE: Quantity = {
  name: 'ByteRate',
  expected: 'bytes per time such as 500MB/d, 20kB/s or 2GB/month (of 730 h)',
  parse: parseByteRate,
  json: { anyOf: [{ type: 'string' }, { const: 0 }] },
};

/** The longest restore window of any plan. Source: the platform's API schema. */
const MAX_HISTORY_SECONDS = 2_592_000;

const history = quantity(
  {
    name: 'HistoryRetention',
    expected: 'a restore window of 0 to 30 days: seconds, or a duration such as 6h or 7d',
    parse: (value) => (typeof value === 'number' ? value : parseDuration(value)),
    json: { anyOf: [{ type: 'integer', minimum: 0, maximum: MAX_HISTORY_SECONDS }, { type: 'string' }] },
  },
  'How far back instant restore reaches, in seconds or as a duration.',
  (value) =>
    value >= 0 && value <= MAX_HISTORY_SECONDS
      ? undefined
      : 'expected a restore window of 0 to 30 days (2592000 s)',
);

/** What the project stores, how it changes, and what leaves it: for the lines of an invoice besides compute. */
export const dataSchema = section(
  {
    logical_size_bytes: quantity(SIZE, 'Size of the data on the root branch at the start.').optional(),
    growth: quantity(BYTE_RATE, 'By how much the data grows.').optional(),
    written: quantity(
      BYTE_RATE,
      'What inserts, updates and deletes write to the root branch: the history that instant restore keeps.',
    ).optional(),
    history_retention_seconds: history.optional(),
    egress_per_query: quantity(SIZE, 'Bytes that leave the platform for a query that completes.').optional(),
    replicated_share: quantity(
      SHARE,
      'The part of what is written that each subscriber of logical replication is sent.',
    ).optional(),
    private_share: quantity(
      SHARE,
      'The part of transfer that takes a private link, where what is written counts as well.',
    ).optional(),
    snapshots: section(
      {
        manual: wholeNumberSchema(0, 'Manual snapshots that are kept, each a full copy.').prefault(0),
        every: positive(DURATION, 'Time between scheduled snapshots.').optional(),
        keep: wholeNumberSchema(1, 'Scheduled snapshots that are kept; 7 by default.').optional(),
      },
      'Snapshots of the root branch.',
    )
      .superRefine(({ every, keep }, context) => {
        if (keep !== undefined && every === undefined) {
          refuse(
            context,
            'expected the time between scheduled snapshots beside keep, such as every: 1d',
            'every',
          );
        }
      })
      .optional(),
    branches: section(
      {
        count: wholeNumberSchema(0, 'Child branches beside those of the computes.'),
        written: quantity(BYTE_RATE, 'What is written to each child branch.').optional(),
        age: quantity(DURATION, 'How long ago they were created when the run begins.').optional(),
      },
      'Child branches that stand all the time.',
    ).optional(),
  },
  'What the project stores and sends: for the invoice that "neap bill" prints.',
);

/** The data as the scenario says it. */
export type DataForm = z.output<typeof dataSchema>;
