import { databaseAddress } from '../../src/load/database/database-address.js';
import type { AttemptRow } from '../../src/load/record/load-record.js';
import { planLoad } from '../../src/load/send/load-plan.js';
import { observeLoad } from '../../src/load/send/observe-load.js';
import { type Given, type ServerRow, seenCounts } from './counts-row.js';
import { otherLoad } from './machine.js';
import { type MeasuredCounts, measuredAt } from './measured.js';
import { RealPooler } from './pooler.js';
import { scenarioOf } from './scenario-of.js';
import { RealServer } from './server.js';
import { roundTripMs } from './session-costs.js';
import { CpuCourse } from './speed.js';

/** Sends the load of a row of counts to a separate real server. */
export async function measureCounts(row: ServerRow, signal: AbortSignal): Promise<MeasuredCounts> {
  const { name, seconds, load, prepare, meanwhile, cpu_until_seconds } = row;
  const other_load = await otherLoad();
  const server = await RealServer.start(row.server);
  let pooler: RealPooler | undefined;
  try {
    if (row.pooler !== undefined) pooler = await RealPooler.start(server, row.pooler);
    const scenario = await scenarioOf({ name, seconds, text: load });
    const plan = planLoad(scenario, { tables: row.tables === true, pooler: pooler !== undefined });
    const attempts: AttemptRow[] = [];
    let prepared: Given = {};
    let noted: Promise<Given> = Promise.resolve({});
    let course: CpuCourse | undefined;
    let round_trip_ms = 0;
    const seen = await observeLoad(scenario, plan, {
      database: databaseAddress(server.url, name),
      pooler: pooler && databaseAddress(pooler.url, name),
      signal,
      ready: async () => {
        prepared = (await prepare?.(server)) ?? {};
        if (cpu_until_seconds !== undefined) round_trip_ms = await roundTripMs(server, pooler?.url);
      },
      began: () => {
        course = new CpuCourse(server.group);
        if (meanwhile !== undefined) noted = meanwhile(server);
      },
      observer: { attempt: (attempt) => attempts.push(attempt) },
    });
    signal.throwIfAborted();
    const { record, server_version, began_ms } = seen!;
    const cpuUntil = course!.end();
    const counts = seenCounts(record, attempts, await noted);
    return {
      name,
      ...measuredAt(began_ms, other_load),
      server_version,
      given: {
        ...counts.noted,
        ...prepared,
        ...(cpu_until_seconds !== undefined && {
          round_trip_seconds: (round_trip_ms + record.lag.mean * 1000) / 1000,
          query_cpu_seconds: cpuUntil(cpu_until_seconds) / completedUntil(attempts, cpu_until_seconds),
        }),
      },
      figures: row.figures(counts),
    };
  } finally {
    await pooler?.remove();
    await server.remove();
  }
}

function completedUntil(attempts: readonly AttemptRow[], seconds: number): number {
  return attempts.filter((each) => each.outcome === 'completed' && each.ended_seconds < seconds).length;
}
