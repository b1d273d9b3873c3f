import { parseCount, parseDuration } from '../form/quantity.js';
import { exact, NUMBER_FROM_ZERO, quantity, SIZE, wholeNumbers } from '../form/quantity-schema.js';
import { section } from '../form/section.js';

/** The name ends in its unit, so a bare number is seconds; a duration is accepted as well. */
const SECONDS = exact({
  name: 'QuotaSeconds',
  expected: 'seconds of 0 or more, or a duration such as 100h',
  parse: (value) => parseCount(value) ?? parseDuration(value),
  json: { anyOf: [NUMBER_FROM_ZERO, { type: 'string' }] },
});

const seconds = (description: string) => quantity(SECONDS, description).optional();
const bytes = (description: string) => quantity(exact(SIZE), description).optional();

const KEYS = {
  active_time_seconds: seconds('Active time of all computes in a month.'),
  compute_time_seconds: seconds('CU-seconds of all computes in a month.'),
  written_data_bytes: bytes('Bytes written in a month.'),
  data_transfer_bytes: bytes('Bytes sent in a month, public and private.'),
  logical_size_bytes: bytes('Logical size of a branch, beyond which writes fail.'),
};

/** Limits per calendar month, by the API's names; an absent field means no limit. */
export type QuotaSpecification = { readonly [Name in keyof typeof KEYS]?: number };

export const quota = section(
  KEYS,
  'Limits of the project per calendar month; its computes are suspended when one is reached. 0 means no limit.',
).transform(
  (form): QuotaSpecification => Object.fromEntries(Object.entries(form).filter(([, limit]) => limit)),
);

export const spendingLimit = quantity(
  exact(wholeNumbers(1)),
  'Monthly spending limit of the organization, in cents: it sends emails at 80 and 100 %, and never suspends computes.',
);
