import type { z } from 'zod';
import { type DemandSpecification, readsPages } from '../../../workload/load-specification.js';
import { keyed, oneOfForms } from '../../form/choice.js';
import { countDistribution, durationDistribution, sizeDistribution } from '../../form/distribution-schema.js';
import { COUNT, DURATION, DURATION_OR_NEVER, positive, quantity, SIZE } from '../../form/quantity-schema.js';
import { as, bytes, record, seconds } from '../../form/record.js';
import { assumed, type ScenarioAssumption } from '../../model/assumption.js';

const popularity = oneOfForms('an exponent of 0 or more, or { zipf: exponent }', [
  { name: '*', schema: quantity(COUNT) },
  keyed('zipf', quantity(COUNT, 'The exponent.'), (exponent) => exponent),
]);

/** Memory that is taken when the query starts, or grows while it runs. */
const memory: z.ZodType<Pick<DemandSpecification, 'memory_bytes' | 'memory_growth_seconds'>> = oneOfForms(
  'a size, a distribution of sizes, or { peak, over }',
  [
    {
      name: 'peak',
      matches: (mapping) => 'peak' in mapping || 'over' in mapping,
      schema: record(
        {
          peak: as('memory_bytes', sizeDistribution.describe('Private memory once it has grown.')),
          over: as(
            'memory_growth_seconds',
            positive(DURATION, 'It grows at a constant rate for this long, from the start of the query.'),
          ),
        },
        { description: 'Memory that grows while the query runs.' },
      ),
    },
    {
      name: '*',
      matches: () => true,
      schema: sizeDistribution.transform((memory_bytes) => ({ memory_bytes })),
    },
  ],
);

/** Up to here a number of bytes is exact; larger page tables would not be feasible. */
const MAX_WORKING_SET_BYTES = Number.MAX_SAFE_INTEGER + 1;

export const query = record(
  {
    cpu: seconds(durationDistribution.describe('CPU time of one query: seconds of one vCPU.')),
    wait: seconds(
      durationDistribution.prefault('0s').describe('Time spent waiting for neither CPU nor pages.'),
    ),
    pages: countDistribution.prefault(0).describe('Pages of 8 KiB read.'),
    working_set: bytes(
      quantity(SIZE, 'Distinct bytes that the load reads, over all its queries.', (bytes) =>
        bytes <= MAX_WORKING_SET_BYTES ? undefined : 'expected at most 8192TiB',
      ).prefault(0),
    ),
    popularity: as(
      'popularity_exponent',
      popularity.describe('Exponent of the Zipf distribution of page choices; 0 is uniform.').optional(),
    ),
    memory: memory.prefault(0).describe('Private memory while the query runs.'),
    temp: bytes(sizeDistribution.prefault(0).describe('Temporary files while the query runs.')),
    egress: bytes(
      quantity(
        SIZE,
        'Bytes that leave the platform when it completes; data.egress_per_query by default.',
      ).optional(),
    ),
    statement_timeout: seconds(
      positive(
        DURATION_OR_NEVER,
        'A query that has been worked on for this long is cancelled (57014); never by default.',
      )
        .transform((seconds) => (seconds === Number.POSITIVE_INFINITY ? undefined : seconds))
        .optional(),
    ),
  },
  {
    description: 'Resources that one query needs.',
    check({ pages, working_set }, problem) {
      if (!readsPages({ pages }) || working_set > 0) return;
      problem('expected the size of the data that the pages are read from, such as 2GiB', 'working_set');
    },
  },
);

type QueryItem = z.output<typeof query>;

/** Exponent of the Zipf distribution of page popularity for a load that sets none. */
const DEFAULT_POPULARITY = {
  default: 0.9,
  source: 'page accesses are usually fitted with exponents of 0.8 to 1.1',
  confidence: 'low',
  alternatives: { low: '0.7', high: '1.1' },
} as const;

const NO_QUERY = query.parse({ cpu: '0s' });

/** Demands of a query with every default filled in. @param asked `undefined` for connections without queries */
export function completeQuery({ memory, ...asked }: QueryItem = NO_QUERY) {
  const { default: exponent } = DEFAULT_POPULARITY;
  return { ...asked, ...memory, popularity_exponent: asked.popularity_exponent ?? exponent };
}

/** Assumed values that the scenario does not replace. @param place of the query */
export function queryAssumptions(asked: QueryItem | undefined, place: string): readonly ScenarioAssumption[] {
  if (asked === undefined || !readsPages(asked) || asked.popularity_exponent !== undefined) return [];
  const { default: exponent, alternatives } = DEFAULT_POPULARITY;
  return [assumed(`${place}.popularity`, exponent, DEFAULT_POPULARITY, alternatives)];
}
