import { z } from 'zod';
import type { RouteSpecification } from '../../../workload/load-specification.js';
import { keyed, oneOfForms } from '../../form/choice.js';
import { weight } from '../../form/distribution-schema.js';
import { refuse } from '../../form/read-by.js';
import { isMapping } from '../../form/shown.js';
import { entityName } from '../../form/text-schema.js';
import type { ComputeReference, Written } from '../list-section.js';

type Targets = RouteSpecification['targets'];

const listed = z
  .array(entityName('compute'))
  .min(1, 'expected at least one compute')
  .superRefine((names, context) => {
    for (const [index, name] of names.entries()) {
      if (names.indexOf(name) === index) continue;
      refuse(context, `"${name}" is listed twice; give it a weight instead, as in { ${name}: 2 }`, index);
    }
  })
  .transform((names): Targets => names.map((compute) => ({ compute, weight: 1 })));

const weighted = z
  .record(z.string(), weight())
  .refine((weights) => Object.keys(weights).length > 0, 'expected at least one compute with its weight')
  .transform(
    (weights): Targets => Object.entries(weights).map(([compute, share]) => ({ compute, weight: share })),
  );

const targets = oneOfForms(
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

/** The computes that receive a load's queries, and how one is chosen. */
export const routeSchema: z.ZodType<RouteSpecification> = oneOfForms(
  '{ weight: { replica-1: 2, replica-2: 1 } } or { least_connections: [replica-1, replica-2] }',
  [
    keyed('weight', targets, (over): RouteSpecification => ({ by: 'weight', targets: over })),
    keyed(
      'least_connections',
      targets,
      (over): RouteSpecification => ({
        by: 'least_connections',
        targets: over,
      }),
    ),
  ],
  {
    id: 'Route',
    description:
      'Over which computes the queries go: at random by weight, or to the one with the fewest connections of the load by weight.',
  },
);

/** References to computes in a route, as items of a list or as keys. */
export function routeReferences(route: Written): readonly ComputeReference[] {
  const ofFleet = (fleet: string) =>
    `"${fleet}" is a fleet, whose tenants have their own loads; expected compute: ${fleet} instead of the route, or single tenants`;
  return Object.entries(route).flatMap(([by, targets]): readonly ComputeReference[] =>
    Array.isArray(targets)
      ? targets.map((name: unknown, index) => ({ path: ['route', by, index], name, ofFleet }))
      : Object.keys(isMapping(targets) ? targets : {}).map((name) => ({
          path: ['route', by, name],
          name,
          part: 'key',
          ofFleet,
        })),
  );
}
