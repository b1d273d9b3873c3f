import {
  DURATION,
  DURATION_OR_NEVER,
  plainNumber,
  positive,
  quantity,
  RATIO,
  wholeNumberSchema,
} from '../form/quantity-schema.js';
import { refuse } from '../form/read-by.js';
import { section } from '../form/section.js';
import { word } from '../form/text-schema.js';

/** What a client does when an attempt fails. */
export const retrySchema = section(
  {
    attempts: wholeNumberSchema(1, 'Attempts in all; 1 by default.').optional(),
    budget: quantity(
      RATIO,
      'Retries that the clients of the load together may make for each first attempt of the last ten seconds, such as 20%, and one besides.',
    ).optional(),
    give_up: positive(
      DURATION,
      'No retry begins later than this after the intended arrival of the query.',
    ).optional(),
    first: quantity(DURATION, 'The first backoff.').prefault('100ms'),
    factor: plainNumber(
      'a number of 1 or more',
      (value) => value >= 1,
      { minimum: 1 },
      'Growth of the backoff.',
    ).prefault(2),
    max: quantity(DURATION, 'The longest backoff.').prefault('30s'),
    jitter: word(['none', 'equal', 'full'], 'How much of the backoff is random.').prefault('full'),
    connect_timeout: positive(
      DURATION_OR_NEVER,
      "An attempt without a connection after this long fails; by default never, or as the pool's preset says.",
    ).optional(),
  },
  'What a client does when an attempt fails; without this section it tries once.',
).superRefine((retry, context) => {
  if (retry.first > retry.max) {
    refuse(context, 'expected a first backoff of at most max, which is 30s by default', 'first');
  }
  const limit = retry.budget !== undefined ? 'budget' : 'give_up';
  if (retry.attempts === undefined && retry[limit] !== undefined) {
    refuse(context, `expected how many attempts there may be, 2 or more for ${limit} to matter`, 'attempts');
  }
});

/** What a load has that says nothing of retries. */
export const NO_RETRY = retrySchema.parse({});
