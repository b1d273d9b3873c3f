import { parseDuration } from '../form/quantity.js';
import { decided, plainNumbers, quantity, SIZE } from '../form/quantity-schema.js';
import { section } from '../form/section.js';

/** The name ends in its unit, so a bare number is seconds; a duration is accepted as well. */
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
  ).optional();
const bytes = (description: string) => quantity(decided(SIZE), description).optional();

const KEYS = {
  active_time_seconds: seconds('Active time of all computes in a month.'),
  compute_time_seconds: seconds('CU-seconds of all computes in a month.'),
  written_data_bytes: bytes('Bytes written in a month.'),
  data_transfer_bytes: bytes('Bytes sent in a month, public and private.'),
  logical_size_bytes: bytes('Logical size of a branch, beyond which writes fail.'),
};

/** Limits per calendar month, by the API's names; an absent field means no limit. */
export type QuotaSpecification = { readonly [Name in keyof typeof KEYS]?: number };

/** Limits of the project; 0 means no limit. */
export const quota = section(
  KEYS,
  'Limits of the project per calendar month; its computes are suspended when one is reached. 0 means no limit.',
).transform((form): QuotaSpecification => {
  return Object.fromEntries(Object.entries(form).filter(([, limit]) => limit !== undefined && limit > 0));
});

/** Maximum monthly charge that an organization accepts. */
export const spendingLimit = quantity(
  decided(
    plainNumbers('a whole number of 1 or more', (value) => Number.isSafeInteger(value) && value >= 1, {
      type: 'integer',
      minimum: 1,
    }),
  ),
  'Monthly spending limit of the organization, in cents: it sends mails at 80 and 100 %, and never suspends computes.',
);
