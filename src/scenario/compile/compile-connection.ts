import type { ConnectionSpecification, PoolSpecification } from '../../workload/load-specification.js';
import { POOL_PRESETS, type PoolPreset } from '../../workload/pool-preset.js';
import type { ConnectionForm } from '../schema/connection-schema.js';

/** A pool as the scenario says it. */
export type PoolForm = Extract<ConnectionForm, { kind: 'pool' }>;

/** How clients hold connections, with every default filled in. */
export function compileConnection(connection: ConnectionForm): ConnectionSpecification {
  const { via, user, database } = connection;
  const shared = { via, user, database };
  switch (connection.kind) {
    case 'per_query':
      return { kind: 'per_query', ...shared };
    case 'pool':
      return { ...compilePool(connection), ...shared };
    case 'session':
      return {
        kind: 'session',
        ...shared,
        hold_seconds: connection.hold,
        queries: connection.queries,
        think_seconds: connection.think,
        in_transaction: connection.in_transaction,
      };
    case 'listen':
    case 'replication':
      return { kind: connection.kind, ...shared, clients: connection.clients };
  }
}

/** A pool: what the scenario says, else what the preset has, else no limit and nothing done unasked. */
export function compilePool(form: PoolForm): PoolSpecification {
  const preset = presetOf(form);
  const size = form.size ?? preset!.size.value;
  const idle = preset?.min_idle.value ?? 0;
  return {
    kind: 'pool',
    preset: form.preset,
    size,
    min_idle: form.min_idle ?? (idle === 'size' ? size : Math.min(idle, size)),
    idle_timeout_seconds: limit(form.idle_timeout, preset?.idle_timeout_seconds.value),
    max_lifetime_seconds: limit(form.max_lifetime, preset?.max_lifetime_seconds.value),
    acquire_timeout_seconds: acquireTimeout(form, preset),
    max_waiting: form.max_waiting,
    stale: form.stale ?? preset?.stale.value ?? 'noticed',
  };
}

/** How long an attempt waits for a connection to open: as written, else as the pool's preset has it. */
export function connectTimeout(written: number | undefined, connection: ConnectionForm): number | undefined {
  const preset = connection.kind === 'pool' ? presetOf(connection) : undefined;
  return limit(written, preset?.connect_timeout_seconds.value);
}

/** The library whose defaults a pool has, if the scenario names one. */
export function presetOf({ preset }: PoolForm): PoolPreset | undefined {
  return preset === undefined ? undefined : POOL_PRESETS[preset];
}

function acquireTimeout(
  { acquire_timeout }: PoolForm,
  preset: PoolPreset | undefined,
): PoolSpecification['acquire_timeout_seconds'] {
  if (acquire_timeout !== undefined) {
    const never = acquire_timeout.kind === 'constant' && acquire_timeout.value === Number.POSITIVE_INFINITY;
    return never ? undefined : acquire_timeout;
  }
  const value = preset?.acquire_timeout_seconds.value;
  return value === undefined ? undefined : { kind: 'constant', value };
}

/** A written limit, where Infinity stands for never, else the preset's. */
function limit(written: number | undefined, preset: number | undefined): number | undefined {
  return written === Number.POSITIVE_INFINITY ? undefined : (written ?? preset);
}
