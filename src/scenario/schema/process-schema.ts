import { z } from 'zod';
import type { Distribution } from '../../kernel/distribution.js';
import type { ProcessSpecification } from '../../workload/load-specification.js';
import { choice } from './choice.js';
import { cronExpression } from './cron-schema.js';
import { durationDistribution } from './distribution-schema.js';
import { DURATION, positive, quantity, RATE, wholeNumber } from './quantity-schema.js';
import { mmppStates } from './rate-shapes.js';
import { section } from './section.js';
import { word } from './text-schema.js';

/** An arrival process as the scenario says it: by a word that needs a rate, or complete in itself. */
export type ProcessForm =
  | { readonly kind: 'by_rate'; readonly process: 'poisson' | 'regular' | 'trace' }
  | {
      readonly kind: 'cron';
      readonly schedule: string;
      readonly count: number;
      readonly jitter: Distribution;
    }
  | { readonly kind: 'complete'; readonly process: ProcessSpecification };

const byWord = word(['poisson', 'regular', 'trace']).transform(
  (process): ProcessForm => ({ kind: 'by_rate', process }),
);

const renewal = section({ renewal: section({ gap: durationDistribution }) }).transform(
  ({ renewal: { gap } }): ProcessForm => ({ kind: 'complete', process: { kind: 'renewal', gap } }),
);

const mmpp = section({ mmpp: mmppStates(RATE) }).transform(
  (value): ProcessForm => ({
    kind: 'complete',
    process: { kind: 'poisson', rate: { kind: 'mmpp', states: value.mmpp } },
  }),
);

const regular = section({
  regular: section({
    every: positive(DURATION, 'From one arrival to the next.'),
    offset: quantity(DURATION, 'The first arrival.').prefault('0s'),
  }),
}).transform(
  ({ regular: { every, offset } }): ProcessForm => ({
    kind: 'complete',
    process: { kind: 'regular', rate: { kind: 'constant', per_second: 1 / every }, offset_seconds: offset },
  }),
);

const cron = section({
  cron: section({
    schedule: cronExpression,
    count: wholeNumber(1, 'Arrivals at each firing.').prefault(1),
    jitter: durationDistribution.prefault('0s'),
  }),
}).transform((value): ProcessForm => ({ kind: 'cron', ...value.cron }));

const closed = section({
  closed: section({
    clients: wholeNumber(1, 'Clients, each with one query at a time.'),
    think: durationDistribution
      .describe('From the end of a query of a client to its next one.')
      .prefault('0s'),
    ramp: quantity(DURATION, 'How long it takes until all clients have begun, evenly.').prefault('0s'),
  }),
}).transform(
  ({ closed: { clients, think, ramp } }): ProcessForm => ({
    kind: 'complete',
    process: { kind: 'closed', clients, think_seconds: think, ramp_seconds: ramp },
  }),
);

const arrivals = section({
  arrivals: z.array(quantity(DURATION)).superRefine((moments, context) => {
    const early = moments.findIndex((moment, index) => index > 0 && moment < moments[index - 1]!);
    if (early < 0) return;
    context.addIssue({
      code: 'custom',
      path: [early],
      message: 'expected a moment that is not before the one listed before it',
    });
  }),
}).transform(
  (value): ProcessForm => ({
    kind: 'complete',
    process: { kind: 'arrivals', times_seconds: Float64Array.from(value.arrivals) },
  }),
);

/** How the moments of arrival come about. */
export const processSchema: z.ZodType<ProcessForm> = choice(
  'poisson, regular, trace, or one of { renewal }, { mmpp }, { regular }, { cron }, { arrivals }, { closed }',
  [
    { name: '*', schema: byWord },
    { name: 'renewal', schema: renewal },
    { name: 'mmpp', schema: mmpp },
    { name: 'regular', schema: regular },
    { name: 'cron', schema: cron },
    { name: 'arrivals', schema: arrivals },
    { name: 'closed', schema: closed },
  ],
  {
    id: 'Process',
    description:
      'poisson, regular and trace follow the rate; { renewal: { gap } }, { mmpp: [{ rate, mean }] }, { regular: { every } }, { cron: { schedule } } and { arrivals: [moments] } set their own times; in { closed: { clients, think } } each client waits for its query before it sends the next.',
  },
);
