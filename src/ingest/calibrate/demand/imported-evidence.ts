import { statSync } from 'node:fs';
import { refusal } from '../../../scenario/document/diagnostic.js';
import { parseScenario } from '../../../scenario/load-scenario.js';
import type { Scenario } from '../../../scenario/scenario.js';
import { sourceNameOf } from '../../ingest.js';
import { statementsBetween } from '../../snapshots/pg-stat-statements.js';
import { readLoggedQueries } from './read-log.js';
import type { Recording } from './recorded-queries.js';
import { type StatementMoments, statementMoments } from './statement-fit.js';

export interface ImportedEvidence {
  readonly recordings: readonly Recording[];
  readonly statements: readonly { readonly source: string; readonly moments: readonly StatementMoments[] }[];
}

/** The scenario that is calibrated, if one is named. */
export interface NamedScenario {
  readonly text: string;
  readonly file: string;
}

/** Files by what a calibration reads in them. */
interface SortedInputs {
  readonly logs: readonly string[];
  readonly snapshots: readonly string[];
  readonly others: readonly string[];
}

/** Sorts inputs: logs of PostgreSQL, snapshots of pg_stat_statements, and others, such as folders. */
export async function sortedInputs(inputs: readonly string[]): Promise<SortedInputs> {
  const sorted = { logs: [] as string[], snapshots: [] as string[], others: [] as string[] };
  for (const input of inputs) {
    const source = statSync(input).isDirectory() ? undefined : await sourceNameOf(input);
    if (source === 'postgres-log') sorted.logs.push(input);
    else if (source === 'pg-stat-statements') sorted.snapshots.push(input);
    else sorted.others.push(input);
  }
  return sorted;
}

/**
 * Reads logs and snapshots as evidence about the demands of a scenario.
 * @throws TraceError, ScenarioError when no scenario is named, or it is another one
 */
export async function readImports(
  {
    logs,
    snapshots,
    interval_seconds,
  }: Omit<SortedInputs, 'others'> & { readonly interval_seconds?: number | undefined },
  scenario: NamedScenario | undefined,
): Promise<ImportedEvidence> {
  const [first] = [...logs, ...snapshots];
  if (first === undefined) return { recordings: [], statements: [] };
  if (scenario === undefined) {
    throw refusal(
      first,
      'durations include waiting, and only a simulation shows how much; name the scenario of the database with --scenario',
    );
  }
  const { text, file } = scenario;
  const loads = loadNames(await parseScenario(text, { file }), file);
  const recordings = logs.length === 0 ? [] : [await readLoggedQueries(logs, onlyLoad(loads, file))];
  if (snapshots.length === 0) return { recordings, statements: [] };
  const { imported, seconds } = await statementsBetween(snapshots, { interval_seconds });
  const moments = statementMoments(imported.loads, seconds, loads.length === 1 ? loads[0] : undefined);
  const source = snapshots.join(', ');
  refuseStrange(moments, loads, { source, file });
  return { recordings, statements: [{ source, moments }] };
}

/** The loads of a scenario whose demands can be fitted. @throws ScenarioError for a fleet */
export function loadNames({ load, fleet }: Scenario, file: string): readonly string[] {
  if (fleet === undefined) return load.map(({ name }) => name);
  throw refusal(file, 'it is a fleet, and demands are fitted to the loads of single computes');
}

function onlyLoad(loads: readonly string[], file: string): string {
  if (loads.length === 1) return loads[0]!;
  throw refusal(
    file,
    `it has ${loads.length} loads, and a log does not tell whose a query is; expected a scenario with one load, as "neap import postgres-log" writes it`,
  );
}

function refuseStrange(
  moments: readonly StatementMoments[],
  loads: readonly string[],
  { source, file }: { readonly source: string; readonly file: string },
): void {
  if (moments.length === 0) {
    throw refusal(
      source,
      'the snapshots have no stddev_exec_time; expected the columns of pg_stat_statements',
    );
  }
  const strange = moments.find(({ load }) => !loads.includes(load));
  if (strange === undefined) return;
  throw refusal(
    file,
    `it has no load ${strange.load}; expected the scenario that "neap import pg-stat-statements" writes of the same snapshots, or one with a single load`,
  );
}
