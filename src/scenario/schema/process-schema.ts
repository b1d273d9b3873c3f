import { z } from 'zod';
import type { ProcessSpecification } from '../../workload/load-specification.js';
import { keyed, oneOfForms } from '../form/choice.js';
import { durationDistribution } from '../form/distribution-schema.js';
import { DURATION, positive, quantity, RATE, wholeNumberSchema } from '../form/quantity-schema.js';
import { refuse } from '../form/read-by.js';
import { section } from '../form/section.js';
import { word } from '../form/text-schema.js';
import { cronExpression } from './cron-schema.js';
import { mmppStates } from './rate-shapes.js';

/** An arrival process as the scenario says it: by a word that needs a rate, or complete in itself. */
export type ProcessForm =
  | { readonly kind: 'by_rate'; readonly process: 'poisson' | 'regular' | 'trace' }
  | Pick<Extract<ProcessSpecification, { kind: 'cron' }>, 'kind' | 'schedule' | 'count' | 'jitter'>
  | { readonly kind: 'complete'; readonly process: ProcessSpecification };

const complete = (process: ProcessSpecification): ProcessForm => ({ kind: 'complete', process });

const byWord = word(['poisson', 'regular', 'trace']).transform(
  (process): ProcessForm => ({ kind: 'by_rate', process }),
);

const renewal = section(
  { gap: durationDistribution.describe('From one arrival to the next.') },
  'Independent gaps with any distribution.',
);

const regular = section(
  {
    every: positive(DURATION, 'From one arrival to the next.'),
    offset: quantity(DURATION, 'The first arrival.').prefault('0s'),
  },
  'Arrivals at equal distances.',
);

const cron = section(
  {
    schedule: cronExpression,
    count: wholeNumberSchema(1, 'Arrivals at each firing.').prefault(1),
    jitter: durationDistribution.describe('How late each arrival is, drawn for each of them.').prefault('0s'),
  },
  'Arrivals when a cron expression fires.',
);

const closed = section(
  {
    clients: wholeNumberSchema(1, 'Clients, each with one query at a time.'),
    think: durationDistribution
      .describe('From the end of a query of a client to its next one.')
      .prefault('0s'),
    ramp: quantity(DURATION, 'How long it takes until all clients have begun, evenly.').prefault('0s'),
  },
  'Clients that each wait for their query before they send the next.',
);

const arrivals = z
  .array(quantity(DURATION))
  .superRefine((moments, context) => {
    const early = moments.findIndex((moment, index) => index > 0 && moment < moments[index - 1]!);
    if (early < 0) return;
    refuse(context, 'expected a moment that is not before the one listed before it', early);
  })
  .describe('Moments from the start of the scenario, in ascending order.');

/** How the moments of arrival come about. */
export const processSchema: z.ZodType<ProcessForm> = oneOfForms(
  'poisson, regular, trace, or one of { renewal }, { mmpp }, { regular }, { cron }, { arrivals }, { closed }',
  [
    { name: '*', schema: byWord },
    keyed('renewal', renewal, ({ gap }) => complete({ kind: 'renewal', gap })),
    keyed('mmpp', mmppStates(RATE), (states) =>
      complete({ kind: 'poisson', rate: { kind: 'mmpp', states } }),
    ),
    keyed('regular', regular, ({ every, offset }) =>
      complete({
        kind: 'regular',
        rate: { kind: 'constant', per_second: 1 / every },
        offset_seconds: offset,
      }),
    ),
    keyed('cron', cron, (value): ProcessForm => ({ kind: 'cron', ...value })),
    keyed('arrivals', arrivals, (moments) =>
      complete({ kind: 'arrivals', times_seconds: Float64Array.from(moments) }),
    ),
    keyed('closed', closed, ({ clients, think, ramp }) =>
      complete({ kind: 'closed', clients, think_seconds: think, ramp_seconds: ramp }),
    ),
  ],
  {
    id: 'Process',
    description:
      'poisson, regular and trace follow the rate; { renewal: { gap } }, { mmpp: [{ rate, mean }] }, { regular: { every } }, { cron: { schedule } } and { arrivals: [moments] } set their own times; in { closed: { clients, think } } each client waits for its query before it sends the next.',
  },
);
