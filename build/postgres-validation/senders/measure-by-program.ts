import { randomStream } from '../../../src/kernel/random-stream.js';
import { databaseAddress } from '../../../src/load/database/database-address.js';
import { loadDriver } from '../../../src/load/database/driver.js';
import { LoadDatabase } from '../../../src/load/database/load-database.js';
import type { Scenario } from '../../../src/scenario/scenario.js';
import { DemandDraws } from '../../../src/simulation/clients/query-draws.js';
import { loadTraits } from '../../../src/simulation/run/load-traits.js';
import { QueryTable } from '../../../src/simulation/run/query-table.js';
import { arrivalSource } from '../../../src/workload/arrival/arrival-source.js';
import type { RealServer } from '../server.js';
import { type PlannedQuery, type SenderName, type SentByProgram, sendByProgram } from './sender.js';

/** Sends a scenario's load with a pool of another language, with the arrivals and demands of a simulated run. */
export async function measureByProgram(
  name: SenderName,
  scenario: Scenario,
  server: RealServer,
  { signal, began }: { readonly signal: AbortSignal; readonly began: () => void },
): Promise<SentByProgram & { readonly server_version: string; readonly began_ms: number }> {
  const database = new LoadDatabase(await loadDriver(), databaseAddress(server.url, name), 'neap-validation');
  const { calibration, server_version } = await database.prepare(0, signal);
  let began_ms = 0;
  const sent = await sendByProgram(name, server.tcp, plannedQueries(scenario, calibration.turns_per_second), {
    signal,
    began() {
      began_ms = Date.now();
      began();
    },
  });
  return { ...sent, server_version, began_ms };
}

/** The queries of a scenario's only load, drawn from the same streams as in a run. */
export function plannedQueries(
  { seed, load: loads, duration_seconds }: Scenario,
  turns_per_second: number,
): readonly PlannedQuery[] {
  const stream = (entity: string, purpose: string) => randomStream(seed, 0, entity, purpose);
  const load = loads[0]!;
  const asked = new QueryTable();
  const demands = new DemandDraws({ stream, loads: loadTraits(loads) }, load);
  const source = arrivalSource(load.process, (purpose) => stream(load.name, purpose), duration_seconds);
  const queries: PlannedQuery[] = [];
  for (let at = source.next(); at < duration_seconds; at = source.next()) {
    demands.next(asked, 0);
    const turns = Math.round(asked.cpuSeconds[0]! * turns_per_second);
    queries.push({ intended_seconds: at, turns, wait_seconds: asked.waitSeconds[0]! });
  }
  return queries;
}
