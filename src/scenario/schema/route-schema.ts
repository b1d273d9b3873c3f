import { z } from 'zod';
import type { RouteSpecification } from '../../workload/load-specification.js';
import { choice } from './choice.js';
import { weight } from './law-schema.js';
import { section } from './section.js';
import { entityName } from './text-schema.js';

type Targets = RouteSpecification['targets'];

const listed = z
  .array(entityName('compute'))
  .min(1, 'expected at least one compute')
  .superRefine((names, context) => {
    for (const [index, name] of names.entries()) {
      if (names.indexOf(name) === index) continue;
      context.addIssue({
        code: 'custom',
        path: [index],
        message: `"${name}" is listed twice; give it a weight instead, as in { ${name}: 2 }`,
      });
    }
  })
  .transform((names): Targets => names.map((compute) => ({ compute, weight: 1 })));

const weighted = z
  .record(z.string(), weight())
  .refine((weights) => Object.keys(weights).length > 0, 'expected at least one compute with its weight')
  .transform(
    (weights): Targets => Object.entries(weights).map(([compute, share]) => ({ compute, weight: share })),
  );

const targets = choice(
  'a list of computes such as [replica-1, replica-2], or a mapping of computes to weights such as { replica-1: 2 }',
  [
    { name: '*', schema: listed },
    { name: 'weights', schema: weighted, matches: () => true },
  ],
  {
    id: 'RouteTargets',
    description: 'Computes, each with a weight of 1, or a mapping of computes to weights.',
  },
);

/** Over which computes a load's queries go, and how one is chosen. */
export const routeSchema: z.ZodType<RouteSpecification> = choice(
  '{ weight: { replica-1: 2, replica-2: 1 } } or { least_connections: [replica-1, replica-2] }',
  [
    {
      name: 'weight',
      schema: section({ weight: targets }).transform(
        (route): RouteSpecification => ({ by: 'weight', targets: route.weight }),
      ),
    },
    {
      name: 'least_connections',
      schema: section({ least_connections: targets }).transform(
        (route): RouteSpecification => ({ by: 'least_connections', targets: route.least_connections }),
      ),
    },
  ],
  {
    id: 'Route',
    description:
      'Over which computes the queries go: at random by weight, or to the one with the fewest connections of the load by weight.',
  },
);
