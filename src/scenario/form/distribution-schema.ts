import { z } from 'zod';
import type { Distribution } from '../../kernel/distribution.js';
import { normalised } from '../../kernel/distribution-fit.js';
import { keyed, oneOfForms } from './choice.js';
import { fittedDistributions, plainDistributions, weight } from './fitted-distribution-schema.js';
import { COUNT, DURATION, DURATION_OR_NEVER, type Quantity, quantity, SIZE } from './quantity-schema.js';
import { section } from './section.js';

/**
 * A distribution of a kind of quantity: a plain quantity is a constant, otherwise a mapping with the name of
 * a distribution as its only key.
 * @param id name of the definition in the JSON Schema
 * @param wider accepted plain quantities, if they include more than the values of the distributions and mixture parts
 */
function distribution(
  of: Quantity,
  id: string,
  wider?: { readonly alone: Quantity; readonly parts: z.ZodType<Distribution> },
): z.ZodType<Distribution> {
  const alone = wider?.alone ?? of;
  const mixture = z
    .array(
      section({
        weight: weight(),
        of: z
          .lazy((): z.ZodType<Distribution> => wider?.parts ?? schema)
          .describe('The distribution of this part.'),
      }),
    )
    .min(1)
    .describe('A mixture of distributions.');
  const schema: z.ZodType<Distribution> = oneOfForms(
    `${alone.expected}, or a distribution such as { exponential: { mean } }`,
    [
      {
        name: '*',
        schema: quantity(alone).transform((value): Distribution => ({ kind: 'constant', value })),
      },
      ...plainDistributions(of),
      ...fittedDistributions(of),
      keyed('mixture', mixture, (parts): Distribution => {
        const weights = parts.map((part) => part.weight);
        return {
          kind: 'mixture',
          weights: normalised(weights, 'mixture'),
          parts: parts.map((part) => part.of),
        };
      }),
    ],
    { id, description: `${alone.expected} (a constant), or a distribution of such values.` },
  );
  return schema;
}

/** A distribution of durations; seconds. */
export const durationDistribution = distribution(DURATION, 'DurationDistribution');

/** A distribution of durations, or `never`, which is read as a constant of Infinity. */
export const durationDistributionOrNever = distribution(DURATION, 'DurationDistributionOrNever', {
  alone: DURATION_OR_NEVER,
  parts: durationDistribution,
});

/** A distribution of sizes; bytes. */
export const sizeDistribution = distribution(SIZE, 'SizeDistribution');

/** A distribution of plain numbers of 0 or more. */
export const countDistribution = distribution(COUNT, 'CountDistribution');
