import type { z } from 'zod';
import { readsPages } from '../../workload/load-specification.js';
import { keyed, oneOfForms } from '../form/choice.js';
import { countDistribution, durationDistribution, sizeDistribution } from '../form/distribution-schema.js';
import { COUNT, DURATION, positive, quantity, SIZE } from '../form/quantity-schema.js';
import { refuse } from '../form/read-by.js';
import { section } from '../form/section.js';
import { entityName, text } from '../form/text-schema.js';
import { connectionSchema } from './connection-schema.js';
import { processSchema } from './process-schema.js';
import { rateSchema } from './rate-shapes.js';
import { retrySchema } from './retry-schema.js';
import { routeSchema } from './route-schema.js';
import { timeZone } from './time-zone-schema.js';

const popularity = oneOfForms('an exponent of 0 or more, or { zipf: exponent }', [
  { name: '*', schema: quantity(COUNT) },
  keyed('zipf', quantity(COUNT, 'The exponent.'), (exponent) => exponent),
]);

/** Up to here a number of bytes is exact; no table of pages could be made of much more. */
const MAX_WORKING_SET_BYTES = Number.MAX_SAFE_INTEGER + 1;

/** What one query asks of the compute. */
const querySchema = section(
  {
    cpu: durationDistribution.describe('CPU time of one query: seconds of one vCPU.'),
    wait: durationDistribution.prefault('0s').describe('Time spent waiting for neither CPU nor pages.'),
    pages: countDistribution.prefault(0).describe('Pages of 8 KiB read.'),
    working_set: quantity(SIZE, 'Distinct bytes that the load reads, over all its queries.', (bytes) =>
      bytes <= MAX_WORKING_SET_BYTES ? undefined : 'expected at most 8192TiB',
    ).prefault(0),
    popularity: popularity
      .describe('Exponent of the Zipf distribution by which pages are chosen; 0 is uniform.')
      .optional(),
    memory: sizeDistribution.prefault(0).describe('Private memory while the query runs.'),
    temp: sizeDistribution.prefault(0).describe('Temporary files while the query runs.'),
    statement_timeout: positive(
      DURATION,
      'A query that has been worked on for this long is cancelled (57014).',
    ).optional(),
  },
  'What one query asks of the compute.',
).superRefine((query, context) => {
  if (!readsPages(query) || query.working_set > 0) return;
  refuse(context, 'expected the size of the data that the pages are read from, such as 2GiB', 'working_set');
});

/** One source of queries. Which keys a load of each kind needs is checked apart, by what is written. */
export const loadSchema = section(
  {
    name: entityName('load', 'Name of the load; unique.'),
    description: text('a sentence', 1000, 'Who or what sends the queries.').optional(),
    compute: entityName('compute', 'Name of the compute that gets the queries; or give a route.').optional(),
    route: routeSchema.optional(),
    timezone: timeZone(
      "By whose clock its days, weeks and cron expressions are read; the scenario's by default.",
    ).optional(),
    process: processSchema.optional(),
    rate: rateSchema.optional(),
    query: querySchema.optional(),
    connection: connectionSchema.prefault({}),
    retry: retrySchema.optional(),
  },
  'One source of queries.',
);

/** A query's demands as the scenario says them. */
export type QueryForm = z.output<typeof querySchema>;

/** What a load asks that has no queries: nothing. */
export const NO_QUERY: QueryForm = querySchema.parse({ cpu: '0s' });

/** A load as the scenario says it. */
export type LoadForm = z.output<typeof loadSchema>;
