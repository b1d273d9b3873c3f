import {
  DURATION,
  DURATION_OR_NEVER,
  plainNumber,
  positive,
  quantity,
  RATIO,
  wholeNumber,
} from './quantity-schema.js';
import { section } from './section.js';
import { word } from './text-schema.js';

/** What a client does when an attempt fails. */
export const retrySchema = section(
  {
    attempts: wholeNumber(1, 'Attempts in all; 1 unless given.').optional(),
    budget: quantity(
      RATIO,
      'Retries that the clients of the load together may make for each first attempt, such as 20%.',
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
      "An attempt without a connection after this long fails; never, or a pool's preset, unless given.",
    ).optional(),
  },
  'What a client does when an attempt fails; without this section it tries once.',
).superRefine((retry, context) => {
  if (retry.first > retry.max) {
    const message = 'expected a first backoff of at most max, which is 30s unless given';
    context.addIssue({ code: 'custom', path: ['first'], message });
  }
  const limit = retry.budget !== undefined ? 'budget' : 'give_up';
  if (retry.attempts === undefined && retry[limit] !== undefined) {
    const message = `expected how many attempts there may be, 2 or more for ${limit} to matter`;
    context.addIssue({ code: 'custom', path: ['attempts'], message });
  }
});

/** What a load has that says nothing of retries. */
export const NO_RETRY = retrySchema.parse({});
