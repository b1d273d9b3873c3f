import { z } from 'zod';
import { type PoolSpecification, SESSION_FEATURES } from '../../../workload/load-specification.js';
import {
  POOL_PRESET_NAMES,
  POOL_PRESET_SYNONYMS,
  POOL_PRESETS,
  type PoolPreset,
} from '../../../workload/pool-preset.js';
import { oneOfForms } from '../../form/choice.js';
import {
  countDistribution,
  durationDistribution,
  durationDistributionOrNever,
} from '../../form/distribution-schema.js';
import { formatDuration } from '../../form/quantity.js';
import {
  DURATION,
  DURATION_OR_NEVER,
  positive,
  quantity,
  wholeNumberSchema,
} from '../../form/quantity-schema.js';
import { keyFor, record, seconds } from '../../form/record.js';
import { text, trueOrFalse, word } from '../../form/text-schema.js';
import { assumed, type ScenarioAssumption } from '../../model/assumption.js';
import type { Problem } from '../list-section.js';
import { instances } from './instances.js';

const KIND = 'How clients hold connections.';

const shared = {
  via: word(['direct', 'pooler'], "direct, or through the platform's pooler.").prefault('direct'),
  user: text(
    'the name of a user',
    64,
    'Database user; the pooler keeps separate server connections for each user and database.',
  ).prefault('app'),
  database: text('the name of a database', 64, 'Database that the queries are for.').prefault('app'),
};

/** For connections that carry queries. */
const queried = {
  ...shared,
  round_trip: seconds(
    quantity(
      DURATION,
      'Time that network and driver add to each query of the load, instead of model.round_trip_latency.',
    ).optional(),
  ),
  relies_on: z
    .array(word(SESSION_FEATURES))
    .describe(
      'Session features that the queries need; not simulated, but reported as a finding if they use the pooler.',
    )
    .optional(),
};

const perQuery = record({ kind: z.literal('per_query').describe(KIND).prefault('per_query'), ...queried });

const POOL = {
  kind: z.literal('pool').describe(KIND),
  ...queried,
  preset: word(
    POOL_PRESET_NAMES,
    'A client library whose defaults the pool uses, except for the settings of this section.',
    POOL_PRESET_SYNONYMS,
  ).optional(),
  size: wholeNumberSchema(1, 'Maximum number of connections of the pool; optional with a preset.').optional(),
  instances: instances.optional(),
  min_idle: wholeNumberSchema(0, 'Idle connections that the pool always keeps open.').optional(),
  idle_timeout: seconds(
    quantity(
      DURATION_OR_NEVER,
      'An idle connection above min_idle is closed after this long; never by default.',
    ).optional(),
  ),
  max_lifetime: seconds(
    positive(
      DURATION_OR_NEVER,
      'A connection older than this is closed when it is next idle; never by default.',
    ).optional(),
  ),
  keepalive: seconds(
    positive(
      DURATION_OR_NEVER,
      'Idle connections are tested this often, which keeps the compute awake; never by default.',
    ).optional(),
  ),
  acquire_timeout: seconds(
    durationDistributionOrNever
      .describe('How long a query waits for a connection of the pool; without limit by default.')
      .optional(),
  ),
  max_waiting: wholeNumberSchema(0, 'How many queries may wait for a connection of the pool.').optional(),
  stale: word(
    ['noticed', 'tested', 'handed_out'],
    'How the pool finds out that an idle connection was cut: immediately, reopening min_idle (noticed, the default), when it tests the connection at check-out (tested), or by handing it to a query, which fails (handed_out).',
  ).optional(),
};

const pool = record(POOL, {
  check({ size, preset }, problem) {
    if (size !== undefined || preset !== undefined) return;
    problem('expected a whole number of 1 or more, or a preset such as node-postgres', 'size');
  },
});

const session = record(
  {
    kind: z.literal('session').describe(KIND),
    ...queried,
    hold: seconds(durationDistribution.describe('How long a session stays open.').optional()),
    queries: countDistribution.describe('Queries of a session.').optional(),
    think: seconds(durationDistribution.describe('From the end of one query to the next.').optional()),
    in_transaction: trueOrFalse(
      'Whether the session is one transaction, which stays open between its queries.',
    ).prefault(false),
  },
  {
    check({ hold, queries }, problem) {
      if (hold !== undefined || queries !== undefined) return;
      problem('a session needs hold (a duration) or queries (a count), so that it ends');
    },
  },
);

/** Connections for data that the compute sends. @param reason why they cannot use the pooler */
function subscription<const Kind extends 'listen' | 'replication'>(
  kind: Kind,
  clients: string,
  reason: string,
) {
  return record(
    { kind: z.literal(kind).describe(KIND), ...shared, clients: wholeNumberSchema(0, clients) },
    {
      check({ via }, problem) {
        if (via !== 'direct') problem(`expected direct: ${reason}`, 'via');
      },
    },
  );
}

const listen = subscription(
  'listen',
  'Sessions that wait for notifications.',
  'LISTEN needs a dedicated session, and the pooler, in transaction mode, lends a server connection for one transaction only',
);

const replication = subscription(
  'replication',
  'Subscribers of logical replication; each keeps the compute awake.',
  'the pooler does not support the replication protocol',
);

export const connection = oneOfForms(
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
      'How clients hold connections: one per query, a pool of them, sessions, or connections that only listen or replicate.',
  },
);

/** Connections as read: the defaults of a pool's preset are not filled in. */
export type ConnectionItem = z.output<typeof connection>;
type PoolItem = z.output<typeof pool>;

/** How clients hold connections, with every default filled in. */
export function completeConnection(item: ConnectionItem) {
  if (!('round_trip_seconds' in item)) return item;
  const { round_trip_seconds, relies_on, ...held } = item.kind === 'pool' ? completePool(item) : item;
  return { ...held, ...(relies_on === undefined ? {} : { relies_on }) };
}

/** A pool: settings of the scenario, then of the preset, then no limit and no automatic actions. */
function completePool(item: PoolItem) {
  const preset = presetOf(item);
  const size = item.size ?? preset!.size.value;
  const idle = preset?.min_idle.value ?? 0;
  const { keepalive_seconds: keepalive, instances: several, ...written } = item;
  const keepalive_seconds = limit(keepalive, preset?.keepalive_seconds?.value);
  return {
    ...written,
    size,
    min_idle: item.min_idle ?? (idle === 'size' ? size : Math.min(idle, size)),
    idle_timeout_seconds: limit(item.idle_timeout_seconds, preset?.idle_timeout_seconds.value),
    max_lifetime_seconds: limit(item.max_lifetime_seconds, preset?.max_lifetime_seconds.value),
    acquire_timeout_seconds: acquireTimeout(item, preset),
    stale: item.stale ?? preset?.stale.value ?? 'noticed',
    ...(keepalive_seconds === undefined ? {} : { keepalive_seconds }),
    ...(several === undefined ? {} : { instances: several }),
  };
}

/** How long an attempt waits for a connection to open: as written, otherwise as in the pool's preset. */
export function connectTimeout(written: number | undefined, item: ConnectionItem): number | undefined {
  return limit(written, presetOf(item)?.connect_timeout_seconds.value);
}

function presetOf(item: ConnectionItem): PoolPreset | undefined {
  return item.kind === 'pool' && item.preset !== undefined ? POOL_PRESETS[item.preset] : undefined;
}

function acquireTimeout(
  { acquire_timeout_seconds: written }: PoolItem,
  preset: PoolPreset | undefined,
): PoolSpecification['acquire_timeout_seconds'] {
  if (written !== undefined) {
    const never = written.kind === 'constant' && written.value === Number.POSITIVE_INFINITY;
    return never ? undefined : written;
  }
  const value = preset?.acquire_timeout_seconds.value;
  return value === undefined ? undefined : { kind: 'constant', value };
}

/** The written limit, with Infinity for never, otherwise the preset's. */
function limit(written: number | undefined, preset: number | undefined): number | undefined {
  return written === Number.POSITIVE_INFINITY ? undefined : (written ?? preset);
}

/** Reports a pool whose minimum of idle connections exceeds its size; paths within the load. */
export function checkPool(item: ConnectionItem, problem: Problem): void {
  if (item.kind !== 'pool') return;
  const { size, min_idle } = completePool(item);
  if (min_idle <= size) return;
  problem(
    ['connection', 'min_idle'],
    `expected at most ${size}, which is the size of the pool, got ${min_idle}`,
    { related: [['connection', 'size']] },
  );
}

/**
 * Defaults from the preset of a pool that the scenario does not replace.
 * @param place the load
 * @param connect_timeout as set by the load's retries
 */
export function poolAssumptions(
  item: ConnectionItem,
  place: string,
  connect_timeout: number | undefined,
): readonly ScenarioAssumption[] {
  const preset = presetOf(item);
  if (item.kind !== 'pool' || preset === undefined) return [];
  const written: Readonly<Record<string, unknown>> = { ...item, connect_timeout_seconds: connect_timeout };
  return (Object.keys(preset) as (keyof PoolPreset)[])
    .filter((setting) => written[setting] === undefined)
    .map((setting) => {
      const key = keyFor(POOL, setting);
      const name = key === undefined ? `${place}.retry.connect_timeout` : `${place}.connection.${key}`;
      const from = preset[setting]!;
      const value = setting === 'min_idle' ? completePool(item).min_idle : from.value;
      return assumed(name, settingValue(setting, value), from);
    });
}

function settingValue(setting: keyof PoolPreset, value: string | number | undefined): string | number {
  if (value === undefined) return 'never';
  return setting.endsWith('_seconds') ? formatDuration(Number(value)) : value;
}
