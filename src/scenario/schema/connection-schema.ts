import { z } from 'zod';
import { POOL_PRESET_NAMES } from '../../workload/pool-preset.js';
import { oneOfForms } from '../form/choice.js';
import {
  countDistribution,
  durationDistribution,
  durationDistributionOrNever,
} from '../form/distribution-schema.js';
import {
  DURATION,
  DURATION_OR_NEVER,
  positive,
  quantity,
  wholeNumberSchema,
} from '../form/quantity-schema.js';
import { refuse } from '../form/read-by.js';
import { section } from '../form/section.js';
import { text, trueOrFalse, word } from '../form/text-schema.js';

const KIND = 'How clients hold connections.';

const shared = {
  via: word(['direct', 'pooler'], "direct, or through the platform's pooler.").prefault('direct'),
  user: text(
    'the name of a user',
    64,
    'Database user; the pooler keeps server connections for each user and database apart.',
  ).prefault('app'),
  database: text('the name of a database', 64, 'Database that the queries are for.').prefault('app'),
};

/** Of connections that queries go over. */
const queried = {
  ...shared,
  round_trip: quantity(
    DURATION,
    'What network and driver add to each query of the load, instead of model.round_trip_latency.',
  ).optional(),
};

const perQuery = section({ kind: z.literal('per_query').describe(KIND).prefault('per_query'), ...queried });

const pool = section({
  kind: z.literal('pool').describe(KIND),
  ...queried,
  preset: word(
    POOL_PRESET_NAMES,
    'A client library whose defaults the pool has, save for what stands beside it.',
  ).optional(),
  size: wholeNumberSchema(1, 'Most connections of the pool; may be left out with a preset.').optional(),
  min_idle: wholeNumberSchema(0, 'Idle connections that the pool keeps open without being asked.').optional(),
  idle_timeout: quantity(
    DURATION_OR_NEVER,
    'An idle connection above min_idle is closed after this long; never by default.',
  ).optional(),
  max_lifetime: positive(
    DURATION_OR_NEVER,
    'A connection this old is closed when it is idle next; never by default.',
  ).optional(),
  acquire_timeout: durationDistributionOrNever
    .describe('How long a query waits for a connection of the pool; without limit by default.')
    .optional(),
  max_waiting: wholeNumberSchema(0, 'How many queries may wait for a connection of the pool.').optional(),
  stale: word(
    ['noticed', 'tested', 'handed_out'],
    'How the pool finds out that an idle connection was cut: at once, and opens min_idle again (noticed, the default), when it tests the connection at check-out (tested), or by handing it to a query, which fails (handed_out).',
  ).optional(),
}).superRefine((value, context) => {
  if (value.size !== undefined || value.preset !== undefined) return;
  refuse(
    context,
    'expected a whole number of 1 or more, or a preset such as node-postgres beside it',
    'size',
  );
});

const session = section({
  kind: z.literal('session').describe(KIND),
  ...queried,
  hold: durationDistribution.describe('How long a session stays open.').optional(),
  queries: countDistribution.describe('Queries of a session.').optional(),
  think: durationDistribution.describe('From the end of one query to the next.').optional(),
  in_transaction: trueOrFalse(
    'Whether the session is one transaction, which stays open between its queries.',
  ).prefault(false),
}).superRefine((value, context) => {
  if (value.hold !== undefined || value.queries !== undefined) return;
  refuse(context, 'a session needs hold (a duration) or queries (a count), so that it ends');
});

/** Connections that wait for the compute to speak, and why they cannot go through the pooler. */
function subscription<const Kind extends 'listen' | 'replication'>(
  kind: Kind,
  clients: string,
  reason: string,
) {
  return section({
    kind: z.literal(kind).describe(KIND),
    ...shared,
    clients: wholeNumberSchema(0, clients),
  }).superRefine(({ via }, context) => {
    if (via !== 'direct') refuse(context, `expected direct: ${reason}`, 'via');
  });
}

const listen = subscription(
  'listen',
  'Sessions that wait for notifications.',
  'LISTEN needs a session of its own, and the pooler, in transaction mode, lends a server connection for one transaction only',
);

const replication = subscription(
  'replication',
  'Subscribers of logical replication; each keeps the compute awake.',
  'the pooler does not pass the replication protocol on',
);

/** How a load's clients hold connections. */
export const connectionSchema = oneOfForms(
  '{ kind: per_query }, { kind: pool, size }, { kind: session, hold }, { kind: listen, clients } or { kind: replication, clients }',
  [
    { name: 'per_query', schema: perQuery },
    { name: 'pool', schema: pool },
    { name: 'session', schema: session },
    { name: 'listen', schema: listen },
    { name: 'replication', schema: replication },
  ],
  {
    kind: { key: 'kind', fallback: 'per_query' },
    description:
      'How clients hold connections: one a query, a pool of them, sessions, or connections that only listen or replicate.',
  },
);

/** Connections as the scenario says them. */
export type ConnectionForm = z.output<typeof connectionSchema>;
