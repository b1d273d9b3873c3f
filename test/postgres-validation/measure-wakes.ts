import { loadavg } from 'node:os';
import pg from 'pg';
import { databaseAddress } from '../../src/load/database/database-address.js';
import type { AttemptRow } from '../../src/load/record/load-record.js';
import { planLoad } from '../../src/load/send/load-plan.js';
import { observeLoad } from '../../src/load/send/observe-load.js';
import { type PostgresFixture, withPostgres } from '../../src/testing/emulator/with-postgres.js';
import { type ComputeRow, seenCounts } from './counts-row.js';
import { type MeasuredCounts, measuredAt } from './measured.js';
import { scenarioOf } from './scenario-of.js';
import { serverBinaries } from './server.js';

/** As of every server here: vacuuming keeps a compute awake at times that the simulator does not know. */
const SETTINGS = { autovacuum: 'off' };

/** Wakes before the load, and how many clients cause each together. */
const WAKES = 9;
const AT_ONCE = 5;

/** Sends the load of a row about a compute to a real server behind the emulator's proxy. */
export function measureWakes(row: ComputeRow, signal: AbortSignal): Promise<MeasuredCounts> {
  const { cpus, suspend_timeout_seconds } = row;
  return withPostgres((database) => measureOn(database, row, signal), {
    programs: serverBinaries()!,
    endpoint: {
      autoscaling_limit_min_cu: cpus,
      autoscaling_limit_max_cu: cpus,
      suspend_timeout_seconds,
    },
  });
}

async function measureOn(
  database: PostgresFixture,
  row: ComputeRow,
  signal: AbortSignal,
): Promise<MeasuredCounts> {
  const { name, seconds, load, tables = false, meanwhile } = row;
  const other_load = loadavg()[0]!;
  await database.adapter.updateProjectEndpoint({
    ...{ project_id: database.project_id, endpoint_id: database.endpoint_id },
    endpoint: { settings: { pg_settings: SETTINGS } },
  });
  const scenario = await scenarioOf({ name, seconds, text: load });
  const attempts: AttemptRow[] = [];
  let noted: Promise<Readonly<Record<string, number>>> = Promise.resolve({});
  let starts_before = 0;
  let connecting = { connect_seconds: 0, fork_seconds: 0 };
  const seen = await observeLoad(scenario, planLoad(scenario, { tables, pooler: false }), {
    database: databaseAddress(database.connection_uri, name),
    signal,
    async ready() {
      connecting = await connectingAfterWakes(database);
      await database.suspend();
      starts_before = (await startsOf(database)).length;
    },
    began() {
      if (meanwhile !== undefined) noted = meanwhile(database.connection_uri);
    },
    observer: { attempt: (attempt) => attempts.push(attempt) },
  });
  signal.throwIfAborted();
  const { record, server_version, began_ms } = seen!;
  const lengths_ms = (await startsOf(database)).slice(starts_before);
  const wakes = {
    wakes: lengths_ms.length,
    wake_seconds: lengths_ms.reduce((sum, each) => sum + each, 0) / lengths_ms.length / 1000,
  };
  const counts = seenCounts(record, attempts, { ...wakes, ...(await noted) });
  return {
    name,
    ...measuredAt(began_ms, other_load),
    server_version,
    given: { wake_seconds: wakes.wake_seconds, ...connecting },
    figures: row.figures(counts),
  };
}

/**
 * How long a client takes to connect to a compute that it has woken, the wake itself aside, and by how much each of
 * several who come together is later than the one before; both in the middle of some wakes.
 */
async function connectingAfterWakes(
  database: PostgresFixture,
): Promise<Readonly<Record<'connect_seconds' | 'fork_seconds', number>>> {
  const firsts: number[] = [];
  const gaps: number[] = [];
  for (let wake = 0; wake < WAKES; wake++) {
    await database.suspend();
    const before = (await startsOf(database)).length;
    const connected = await Promise.all(
      Array.from({ length: AT_ONCE }, () => connectSeconds(database.connection_uri)),
    );
    const [start_ms = 0] = (await startsOf(database)).slice(before);
    const [first, last] = [Math.min(...connected), Math.max(...connected)];
    firsts.push(first - start_ms / 1000);
    gaps.push((last - first) / (AT_ONCE - 1));
  }
  return { connect_seconds: middle(firsts), fork_seconds: middle(gaps) };
}

async function connectSeconds(connectionString: string): Promise<number> {
  const began = performance.now();
  const client = new pg.Client({ connectionString });
  await client.connect();
  const seconds = (performance.now() - began) / 1000;
  await client.end();
  return seconds;
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** How long each start of the compute has taken so far, oldest first, in ms. */
async function startsOf({ adapter, project_id, endpoint_id }: PostgresFixture): Promise<readonly number[]> {
  const { operations } = await adapter.listProjectOperations({ project_id, limit: 1000 });
  return operations
    .filter((operation) => operation.action === 'start_compute' && operation.endpoint_id === endpoint_id)
    .map(({ total_duration_ms }) => total_duration_ms)
    .reverse();
}
