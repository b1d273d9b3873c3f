import {
  DURATION,
  DURATION_OR_NEVER,
  plainNumber,
  positive,
  quantity,
  RATIO,
  wholeNumberSchema,
} from '../../form/quantity-schema.js';
import { record, seconds } from '../../form/record.js';
import { word } from '../../form/text-schema.js';

export const retry = record(
  {
    attempts: wholeNumberSchema(1, 'Attempts in all; 1 by default.').optional(),
    budget: quantity(
      RATIO,
      'Retries that the clients of the load together may make for each first attempt of the last ten seconds, such as 20%, plus one.',
    ).optional(),
    give_up: seconds(
      positive(
        DURATION,
        'No retry begins later than this after the intended arrival of the query.',
      ).optional(),
    ),
    first: seconds(quantity(DURATION, 'The first backoff.').prefault('100ms')),
    factor: plainNumber(
      'a number of 1 or more',
      (value) => value >= 1,
      { minimum: 1 },
      'Growth of the backoff.',
    ).prefault(2),
    max: seconds(quantity(DURATION, 'The longest backoff.').prefault('30s')),
    jitter: word(['none', 'equal', 'full'], 'How much of the backoff is random.').prefault('full'),
    connect_timeout: seconds(
      positive(
        DURATION_OR_NEVER,
        "An attempt without a connection after this long fails; by default never, or as in the pool's preset.",
      ).optional(),
    ),
  },
  {
    description: 'What a client does when an attempt fails; without this section it tries once.',
    check({ first, max, budget, give_up, attempts }, problem) {
      if (first > max) problem('expected a first backoff of at most max, which is 30s by default', 'first');
      const limit = budget !== undefined ? 'budget' : 'give_up';
      if (attempts === undefined && (budget ?? give_up) !== undefined) {
        problem(`expected 2 or more, since ${limit} limits retries`, 'attempts');
      }
    },
  },
);

/** Without a retry section a query has one attempt; the backoff applies to connections that are opened again. */
export const NO_RETRY = retry.parse({});
