import { z } from 'zod';
import { readsPages } from '../reads-pages.js';
import { choice } from './choice.js';
import { countDistribution, durationDistribution, sizeDistribution } from './distribution-schema.js';
import { processSchema } from './process-schema.js';
import { COUNT, DURATION, plainNumber, positive, quantity, SIZE, wholeNumber } from './quantity-schema.js';
import { rateSchema } from './rate-schema.js';
import { section } from './section.js';
import { entityName, text, word } from './text-schema.js';

const popularity = choice('an exponent of 0 or more, or { zipf: exponent }', [
  { name: '*', schema: quantity(COUNT) },
  { name: 'zipf', schema: section({ zipf: quantity(COUNT) }).transform(({ zipf }) => zipf) },
]);

/** What one query asks of the compute. */
const querySchema = section(
  {
    cpu: durationDistribution.describe('CPU time of one query: seconds of one vCPU.'),
    wait: durationDistribution.prefault('0s').describe('Time spent waiting for neither CPU nor pages.'),
    pages: countDistribution.prefault(0).describe('Pages of 8 KiB read.'),
    working_set: quantity(SIZE, 'Distinct bytes that the load reads, over all its queries.').prefault(0),
    popularity: popularity
      .describe('Exponent of the Zipf law by which pages are chosen; 0 is uniform.')
      .optional(),
    memory: sizeDistribution.prefault(0).describe('Private memory while the query runs.'),
    temp: sizeDistribution.prefault(0).describe('Temporary files while the query runs.'),
  },
  'What one query asks of the compute.',
).superRefine((query, context) => {
  if (!readsPages(query) || query.working_set > 0) return;
  const message = 'expected the size of the data that the pages are read from, such as 2GiB';
  context.addIssue({ code: 'custom', path: ['working_set'], message });
});

const via = word(['direct', 'pooler'], "direct, or through the platform's pooler.").prefault('direct');

const perQuery = section({ kind: z.literal('per_query').prefault('per_query'), via });

const pool = section({
  kind: z.literal('pool'),
  via,
  size: wholeNumber(1, 'Connections the pool keeps.'),
  acquire_timeout: durationDistribution
    .describe('How long a query waits for a connection of the pool.')
    .optional(),
  max_waiting: wholeNumber(0, 'How many queries may wait for a connection of the pool.').optional(),
});

const session = section({
  kind: z.literal('session'),
  via,
  hold: durationDistribution.describe('How long a session stays open.').optional(),
  queries: countDistribution.describe('Queries of a session.').optional(),
  think: durationDistribution.describe('From the end of one query to the next.').optional(),
}).superRefine((value, context) => {
  if (value.hold !== undefined || value.queries !== undefined) return;
  context.addIssue({
    code: 'custom',
    message: 'a session needs hold (a duration) or queries (a count), so that it ends',
  });
});

/** How a load's clients hold connections. */
const connectionSchema = choice(
  '{ kind: per_query }, { kind: pool, size } or { kind: session, hold }',
  [
    { name: 'per_query', schema: perQuery },
    { name: 'pool', schema: pool },
    { name: 'session', schema: session },
  ],
  {
    kind: { key: 'kind', fallback: 'per_query' },
    description: 'How clients hold connections: one a query, a pool of them, or sessions.',
  },
);

/** What a client does when an attempt fails. */
const retrySchema = section(
  {
    attempts: wholeNumber(1, 'Attempts in all.').prefault(1),
    first: quantity(DURATION, 'The first backoff.').prefault('100ms'),
    factor: plainNumber(
      'a number of 1 or more',
      (value) => value >= 1,
      { minimum: 1 },
      'Growth of the backoff.',
    ).prefault(2),
    max: quantity(DURATION, 'The longest backoff.').prefault('30s'),
    jitter: word(['none', 'equal', 'full'], 'How much of the backoff is random.').prefault('full'),
    connect_timeout: positive(DURATION, 'An attempt without a connection after this long fails.').optional(),
  },
  'What a client does when an attempt fails; without this section it tries once.',
).superRefine((retry, context) => {
  if (retry.first <= retry.max) return;
  const message = 'expected a first backoff of at most max, which is 30s unless given';
  context.addIssue({ code: 'custom', path: ['first'], message });
});

/** One source of queries, sent to one compute. */
export const loadSchema = section(
  {
    name: entityName('load', 'Name of the load; unique.'),
    description: text('a sentence', 1000).optional(),
    compute: entityName('compute', 'Name of the compute that gets the queries.'),
    process: processSchema.optional(),
    rate: rateSchema.optional(),
    query: querySchema,
    connection: connectionSchema.prefault({}),
    retry: retrySchema.optional(),
  },
  'One source of queries.',
);

/** A load as the scenario says it. */
export type LoadForm = z.output<typeof loadSchema>;
