import { z } from 'zod';
import { choice } from './choice.js';
import { COUNT, RATE } from './quantity-schema.js';
import { type RateForm, shapes } from './rate-shapes.js';
import { section } from './section.js';

const factorShapes = shapes(COUNT, () => factorSchema);

/** A shape of plain multipliers, for the later factors of a product. */
const factorSchema: z.ZodType<RateForm> = choice(
  'a number, or a shape of plain numbers such as { base: 1, daily: 0.6 }',
  factorShapes,
  { id: 'Factor', description: 'A multiplier: a number, or a shape whose rates are plain numbers.' },
);

const product = z.tuple([z.lazy((): z.ZodType<RateForm> => rateSchema)]).rest(factorSchema);

/** How a load's rate moves with time. */
export const rateSchema: z.ZodType<RateForm> = choice(
  'a rate such as 40/s, or a shape such as { base: 40/s, daily: 0.6 }',
  [
    ...shapes(RATE, () => rateSchema),
    {
      name: 'product',
      schema: section({ product }).transform(
        (value): RateForm => ({ kind: 'product', parts: value.product }),
      ),
    },
  ],
  { id: 'RateShape', description: 'A constant rate such as 40/s, or a shape.' },
);
