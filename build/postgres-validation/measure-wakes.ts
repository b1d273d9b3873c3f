import pg from 'pg';
import { databaseAddress } from '../../src/load/database/database-address.js';
import type { AttemptRow } from '../../src/load/record/load-record.js';
import { planLoad } from '../../src/load/send/load-plan.js';
import { observeLoad } from '../../src/load/send/observe-load.js';
import { type PostgresFixture, withPostgres } from '../../src/testing/emulator/with-postgres.js';
import { type ComputeRow, type Given, seenCounts } from './counts-row.js';
import { otherLoad } from './machine.js';
import { type MeasuredCounts, measuredAt } from './measured.js';
import { scenarioOf } from './scenario-of.js';
import { programsForCores, UNATTENDED } from './server.js';
import { middle, NOTHING } from './session-costs.js';

/**
 * Number of wakes before the load by one client and by several, and the number of the latter: about as many as arrive
 * during a wake of the load. Ten clients delay each other little more than half as much as five do.
 */
const WAKES = 7;
const AT_ONCE = 5;

/** Sends the load of a row about a compute to a real server behind the emulator's proxy. */
export async function measureWakes(row: ComputeRow, signal: AbortSignal): Promise<MeasuredCounts> {
  const { cpus, suspend_timeout_seconds } = row;
  // The emulator and its proxy run in this process, on its core.
  const programs = programsForCores('0');
  try {
    return await withPostgres((database) => measureOn(database, row, signal), {
      programs: programs.folder,
      endpoint: {
        autoscaling_limit_min_cu: cpus,
        autoscaling_limit_max_cu: cpus,
        suspend_timeout_seconds,
      },
    });
  } finally {
    programs.remove();
  }
}

async function measureOn(
  database: PostgresFixture,
  row: ComputeRow,
  signal: AbortSignal,
): Promise<MeasuredCounts> {
  const { name, seconds, load, tables = false, meanwhile } = row;
  const other_load = await otherLoad();
  await database.adapter.updateProjectEndpoint({
    ...{ project_id: database.project_id, endpoint_id: database.endpoint_id },
    endpoint: { settings: { pg_settings: UNATTENDED } },
  });
  const scenario = await scenarioOf({ name, seconds, text: load });
  const attempts: AttemptRow[] = [];
  let noted: Promise<Given> = Promise.resolve({});
  let starts_before = 0;
  let connecting: Given = {};
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
  const wakes_seconds = lengths_ms.map((each) => each / 1000);
  const counts = seenCounts(record, attempts, { wakes: lengths_ms.length, ...(await noted) });
  return {
    name,
    ...measuredAt(began_ms, other_load),
    server_version,
    given: { wakes_seconds, ...connecting },
    figures: row.figures(counts),
  };
}

/**
 * The time for a client to connect and get an answer after it has woken a compute, excluding the wake, and the delay
 * that each of several simultaneous clients adds. Both are medians over some wakes.
 */
async function connectingAfterWakes(database: PostgresFixture): Promise<Given> {
  const alone: number[] = [];
  const together: number[] = [];
  for (let wake = 0; wake < WAKES; wake++) {
    alone.push(await answeredAfterWake(database, 1));
    together.push(await answeredAfterWake(database, AT_ONCE));
  }
  const connection_cpu_seconds = (middle(together) - middle(alone)) / (AT_ONCE - 1);
  return { connect_seconds: Math.max(0, middle(alone) - connection_cpu_seconds), connection_cpu_seconds };
}

/** Seconds from the end of a wake until the last of several simultaneous clients is answered. */
async function answeredAfterWake(database: PostgresFixture, clients: number): Promise<number> {
  await database.suspend();
  const before = (await startsOf(database)).length;
  const answered = await Promise.all(
    Array.from({ length: clients }, () => answerSeconds(database.connection_uri)),
  );
  const [start_ms = 0] = (await startsOf(database)).slice(before);
  return Math.max(...answered) - start_ms / 1000;
}

async function answerSeconds(connectionString: string): Promise<number> {
  const began = performance.now();
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(NOTHING);
  const seconds = (performance.now() - began) / 1000;
  await client.end();
  return seconds;
}

/** Duration of each start of the compute so far, oldest first, in ms. */
async function startsOf({ adapter, project_id, endpoint_id }: PostgresFixture): Promise<readonly number[]> {
  const { operations } = await adapter.listProjectOperations({ project_id, limit: 1000 });
  return operations
    .filter((operation) => operation.action === 'start_compute' && operation.endpoint_id === endpoint_id)
    .map(({ total_duration_ms }) => total_duration_ms)
    .reverse();
}
