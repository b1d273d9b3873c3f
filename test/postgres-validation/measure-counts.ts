import { databaseAddress } from '../../src/load/database/database-address.js';
import type { AttemptRow } from '../../src/load/record/load-record.js';
import { planLoad } from '../../src/load/send/load-plan.js';
import { observeLoad } from '../../src/load/send/observe-load.js';
import type { CountsRow } from './counts.js';
import type { MeasuredCounts } from './measured.js';
import { RealPooler } from './pooler.js';
import { scenarioOf } from './scenario-of.js';
import { RealServer } from './server.js';

/** Sends the load of a row that counts to a real server of its own. */
export async function measureCounts(row: CountsRow, signal: AbortSignal): Promise<MeasuredCounts> {
  const { name, seconds, load, prepare, meanwhile } = row;
  const server = await RealServer.start(row.server);
  let pooler: RealPooler | undefined;
  try {
    if (row.pooler !== undefined) pooler = await RealPooler.start(server, row.pooler);
    const scenario = await scenarioOf({ name, seconds, text: load });
    const plan = planLoad(scenario, { tables: row.tables === true, pooler: pooler !== undefined });
    const attempts: AttemptRow[] = [];
    let noted: Promise<Readonly<Record<string, number>>> = Promise.resolve({});
    let [began, ended] = [0, 0];
    const seen = await observeLoad(scenario, plan, {
      database: databaseAddress(server.url, name),
      pooler: pooler && databaseAddress(pooler.url, name),
      signal,
      ready: async () => prepare?.(server),
      began: () => {
        began = server.group.cpuSeconds();
        if (meanwhile !== undefined) noted = meanwhile(server);
      },
      observer: {
        attempt: (attempt) => attempts.push(attempt),
        timeline: () => {
          ended = server.group.cpuSeconds();
        },
      },
    });
    signal.throwIfAborted();
    const { record, server_version, began_ms } = seen!;
    const cpu_seconds = ended - began;
    const counts = {
      completed: record.completed,
      failed_by_error: record.failedByError,
      retried_by_error: record.retriedByError,
      attempts,
      mean_ms: record.latency.mean * 1000,
      cpu_seconds,
      noted: await noted,
    };
    return {
      name,
      date: new Date(began_ms).toISOString().slice(0, 10),
      server_version,
      given: { ...counts.noted },
      figures: row.figures(counts),
    };
  } finally {
    await pooler?.remove();
    await server.remove();
  }
}
