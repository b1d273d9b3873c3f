import { oneOfForms } from '../../form/choice.js';
import { DURATION, positive, quantity, wholeNumberSchema } from '../../form/quantity-schema.js';
import { as, record, seconds } from '../../form/record.js';

const deploys = record(
  {
    every: seconds(positive(DURATION, 'From one deploy to the next; the first comes after this long.')),
    overlap: seconds(
      quantity(DURATION, 'How long the pools of old instances stay open after the new ones take over.'),
    ),
  },
  {
    description:
      'Deploys that start the same number of new instances, which take over the queries immediately.',
    check({ every, overlap }, problem) {
      if (overlap >= every) problem('expected less than every: the next deploy would come first', 'overlap');
    },
  },
);

const fixedInstances = record(
  {
    count: wholeNumberSchema(1, 'Number of instances.'),
    deploys: deploys.optional(),
  },
  { constants: { kind: 'fixed' as const } },
);

const instancesByLoad = record(
  {
    up_to: as(
      'count',
      wholeNumberSchema(1, 'Maximum number of instances; they follow the load, as those of functions do.'),
    ),
    queries_each: wholeNumberSchema(
      1,
      'Queries that one instance handles at a time; one more starts another instance.',
    ),
    keep: seconds(positive(DURATION, 'An instance without a query for this long ends, and closes its pool.')),
  },
  { constants: { kind: 'by_load' as const } },
);

/** The instances of an application that has a pool. */
export const instances = oneOfForms(
  'a number of instances, { count, deploys } or { up_to, queries_each, keep }',
  [
    {
      name: '*',
      schema: wholeNumberSchema(1).transform((count) => ({
        kind: 'fixed' as const,
        count,
        deploys: undefined,
      })),
    },
    { name: 'count', schema: fixedInstances },
    { name: 'up_to', schema: instancesByLoad },
  ],
  { description: 'Instances of the application, each with its own pool; one by default.' },
);
