import { parseDuration } from '../form/quantity.js';
import { decided, plainNumbers, quantity, SIZE } from '../form/quantity-schema.js';
import { section } from '../form/section.js';
import type { QuotaSpecification } from '../specification/quota-specification.js';

/** The name ends in its unit, so a bare number is seconds; a duration is taken as well. */
const seconds = (description: string) =>
  quantity(
    decided({
      name: 'QuotaSeconds',
      expected: 'seconds of 0 or more, or a duration such as 100h',
      parse: (value) =>
        typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : parseDuration(value),
      json: { anyOf: [{ type: 'number', minimum: 0 }, { type: 'string' }] },
    }),
    description,
  );

/** What the project may use, its fields named as in the management API; 0 is no limit. */
export const quotaSchema = section(
  {
    active_time_seconds: seconds('Active time of all computes in a month.').optional(),
    compute_time_seconds: seconds('CU-seconds of all computes in a month.').optional(),
    written_data_bytes: quantity(decided(SIZE), 'Bytes written in a month.').optional(),
    data_transfer_bytes: quantity(decided(SIZE), 'Bytes sent in a month, public and private.').optional(),
    logical_size_bytes: quantity(
      decided(SIZE),
      'Logical size of a branch, beyond which writes fail.',
    ).optional(),
  },
  'What the project may use in a calendar month before its computes are suspended; 0 is no limit.',
).transform((form): QuotaSpecification => {
  return Object.fromEntries(Object.entries(form).filter(([, limit]) => limit !== undefined && limit > 0));
});

/** The most that an organization wants to be charged in a month. */
export const spendingLimitSchema = quantity(
  decided(
    plainNumbers('a whole number of 1 or more', (value) => Number.isSafeInteger(value) && value >= 1, {
      type: 'integer',
      minimum: 1,
    }),
  ),
  'Monthly spending limit of the organization, in cents: mails at 80 and 100 %, and nothing is suspended.',
);
