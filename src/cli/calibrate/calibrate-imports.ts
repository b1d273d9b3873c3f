import { noteInput } from '../../files/input-files.js';
import { readLoggedQueries } from '../../ingest/calibrate/demand/read-log.js';
import type { Recording } from '../../ingest/calibrate/demand/recorded-queries.js';
import { type StatementMoments, statementMoments } from '../../ingest/calibrate/demand/statement-fit.js';
import { statementsBetween } from '../../ingest/snapshots/pg-stat-statements.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import { parseScenario } from '../../scenario/load-scenario.js';
import type { Scenario } from '../../scenario/scenario.js';

/** Sources with files that constants can be fitted to. */
const SOURCES = ['postgres-log', 'pg-stat-statements'] as const;

/** The evidence from imports. */
export interface ImportedEvidence {
  readonly recordings: readonly Recording[];
  readonly statements: readonly { readonly source: string; readonly moments: readonly StatementMoments[] }[];
}

/** The scenario that is calibrated, if one is named. */
export interface NamedScenario {
  readonly text: string;
  readonly file: string;
}

/**
 * Reads the files of `--from`.
 * @throws TraceError, ScenarioError when a source or a file is another one
 */
export async function readImports(
  { from = [], interval }: { readonly from?: readonly string[]; readonly interval?: number | undefined },
  scenario: NamedScenario | undefined,
): Promise<ImportedEvidence> {
  const recordings: Recording[] = [];
  const statements: { source: string; moments: readonly StatementMoments[] }[] = [];
  for (const each of from) {
    const { source, files } = importedFrom(each);
    for (const file of files) noteInput(file);
    if (scenario === undefined) {
      throw refusal(
        `--from ${each}`,
        'durations include waiting, and only a simulation shows how much; name the scenario of the database with --scenario',
      );
    }
    const loads = loadNames(await parseScenario(scenario.text, { file: scenario.file }), scenario.file);
    if (source === 'postgres-log') {
      recordings.push(await readLoggedQueries(files, onlyLoad(loads, scenario.file)));
      continue;
    }
    const options = { interval_seconds: interval, keep_text: false };
    const { imported, seconds } = await statementsBetween(files, options);
    const moments = statementMoments(imported.loads, seconds, loads.length === 1 ? loads[0] : undefined);
    refuseStrange(moments, loads, { each, file: scenario.file });
    statements.push({ source: files.join(', '), moments });
  }
  return { recordings, statements };
}

/** `SOURCE:FILE,FILE`. */
function importedFrom(text: string): {
  readonly source: (typeof SOURCES)[number];
  readonly files: readonly string[];
} {
  const [, name, files] = /^([a-z][a-z-]*):(.+)$/.exec(text) ?? [];
  const source = SOURCES.find((known) => known === name);
  if (source !== undefined) return { source, files: files!.split(',') };
  const expected = `one of ${SOURCES.join(', ')} and its files, such as postgres-log:monday.csv,tuesday.csv`;
  throw refusal(`--from ${text}`, `expected ${expected}`);
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
  { each, file }: { readonly each: string; readonly file: string },
): void {
  if (moments.length === 0) {
    throw refusal(
      `--from ${each}`,
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
