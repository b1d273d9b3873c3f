import { z } from 'zod';
import type { ProcessSpecification } from '../../../workload/load-specification.js';
import { keyed, oneOfForms } from '../../form/choice.js';
import { cronExpression } from '../../form/clock.js';
import { durationDistribution } from '../../form/distribution-schema.js';
import { DURATION, positive, quantity, RATE, wholeNumberSchema } from '../../form/quantity-schema.js';
import { refuse } from '../../form/read-by.js';
import { record, seconds } from '../../form/record.js';
import { word } from '../../form/text-schema.js';
import type { Problem } from '../list-section.js';
import type { LoadItem } from './load.js';
import { mmppStates } from './rate.js';

type Process<Kind extends ProcessSpecification['kind']> = Extract<
  ProcessSpecification,
  { readonly kind: Kind }
>;

export type RateFollowing = 'poisson' | 'regular' | 'trace';

const byWord = word(['poisson', 'regular', 'trace']).transform((follows) => ({
  kind: 'by_rate' as const,
  follows,
}));

const renewal = record(
  { gap: durationDistribution.describe('From one arrival to the next.') },
  { description: 'Independent gaps with any distribution.', constants: { kind: 'renewal' } },
);

const regular = record(
  {
    every: positive(DURATION, 'From one arrival to the next.'),
    offset: quantity(DURATION, 'The first arrival.').prefault('0s'),
  },
  { description: 'Arrivals at equal intervals.' },
).transform(
  ({ every, offset }): Process<'regular'> => ({
    kind: 'regular',
    rate: { kind: 'constant', per_second: 1 / every },
    offset_seconds: offset,
    has_own_times: true,
  }),
);

const cron = record(
  {
    schedule: cronExpression,
    count: wholeNumberSchema(1, 'Arrivals at each firing.').prefault(1),
    jitter: durationDistribution.describe('How late each arrival is, drawn for each one.').prefault('0s'),
  },
  { description: 'Arrivals when a cron expression fires.', constants: { kind: 'cron' } },
);

const closed = record(
  {
    clients: wholeNumberSchema(1, 'Clients, each with one query at a time.'),
    think: seconds(
      durationDistribution.describe('From the end of a query of a client to its next one.').prefault('0s'),
    ),
    ramp: seconds(quantity(DURATION, 'Time over which the clients start, evenly spaced.').prefault('0s')),
  },
  {
    description: 'Clients that each wait for their query before they send the next.',
    constants: { kind: 'closed' },
  },
);

const arrivals = z
  .array(quantity(DURATION))
  .superRefine((moments, context) => {
    const early = moments.findIndex((moment, index) => index > 0 && moment < moments[index - 1]!);
    if (early < 0) return;
    refuse(context, 'expected moments in ascending order', early);
  })
  .describe('Moments from the start of the scenario, in ascending order.');

/** How the times of arrivals are generated; time zones and rates are not filled in. */
export const process = oneOfForms(
  'poisson, regular, trace, or one of { renewal }, { mmpp }, { regular }, { cron }, { arrivals }, { closed }',
  [
    { name: '*', schema: byWord },
    keyed('renewal', renewal),
    keyed(
      'mmpp',
      mmppStates(RATE),
      (states): Process<'poisson'> => ({
        kind: 'poisson',
        rate: { kind: 'mmpp', states },
      }),
    ),
    keyed('regular', regular),
    keyed('cron', cron),
    keyed(
      'arrivals',
      arrivals,
      (moments): Process<'arrivals'> => ({
        kind: 'arrivals',
        times_seconds: Float64Array.from(moments),
      }),
    ),
    keyed('closed', closed),
  ],
  {
    id: 'Process',
    description:
      'poisson, regular and trace follow the rate; { renewal: { gap } }, { mmpp: [{ rate, mean }] }, { regular: { every } }, { cron: { schedule } } and { arrivals: [moments] } set their own times; in { closed: { clients, think } } each client waits for its query before it sends the next.',
  },
);

/** Reports work inside the database with clients. */
export function checkInside(
  { wakes, process: own, connection: held, retry: tried, route }: LoadItem,
  problem: Problem,
): void {
  if (wakes !== false) return;
  const clientless = (key: string) =>
    problem([key], `wakes: false is work inside the database, which has no clients; leave ${key} out`, {
      related: [['wakes']],
    });
  if (held.kind !== 'per_query' || held.via !== 'direct') clientless('connection');
  if (own?.kind === 'closed') clientless('process');
  if (tried !== undefined) clientless('retry');
  if (route !== undefined) clientless('route');
}
