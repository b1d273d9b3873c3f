import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { noteInput } from '../../files/input-files.js';
import { getOrCreate } from '../../kernel/get-or-create.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import { Histogram } from '../../statistics/histogram.js';
import { readSavedSummary } from './saved-summary.js';

/** The counts of one interval of a run, over all computes, by the columns of `timeline.csv`. */
export type IntervalCounts = Readonly<Record<string, number>>;

/** A folder of result files that was read again. */
export type SavedRun = ReturnType<typeof readSavedRun>;

/** Columns of `timeline.csv` that are counts of what happened in an interval, by the places of their figures. */
export const COUNTS: Readonly<Record<string, string>> = {
  'total.queries.arrived': 'queries_arrived',
  'total.queries.completed': 'queries_completed',
  'total.queries.failed': 'queries_failed',
  'total.queries.attempts.retried': 'retries',
  'total.connections.refused': 'connections_refused',
  'total.connections.dropped': 'connections_dropped',
};

/**
 * Reads the result folder of "neap run --out" or "neap observe --out".
 * @throws ScenarioError when the folder contains no run
 */
export function readSavedRun(folder: string) {
  if (!existsSync(folder)) throw refusal(folder, 'no such folder; "neap run --out DIR" writes one');
  if (!statSync(folder).isDirectory()) {
    throw refusal(folder, 'this is a file; expected the folder that "neap run --out DIR" writes');
  }
  const summary = readSavedSummary(join(folder, 'summary.json'), folder, false);
  return { summary, sections: sectionsOf(folder), intervals: intervalsOf(folder) };
}

/** Latencies of the run's sections, in seconds; empty without `latency.csv`. */
function sectionsOf(folder: string): readonly Histogram[] {
  const sections = new Map<string, Histogram>();
  for (const row of rowsOf(folder, 'latency.csv')) {
    const start = row['start_seconds'] ?? '';
    const section = getOrCreate(sections, start, () => new Histogram());
    section.add(numberOf(folder, row, 'latency_ms') / 1000, numberOf(folder, row, 'queries'));
  }
  return [...sections.values()];
}

/** In order of time; empty without `timeline.csv`. */
function intervalsOf(folder: string): readonly IntervalCounts[] {
  const columns = Object.values(COUNTS);
  const intervals = new Map<string, Record<string, number>>();
  for (const row of rowsOf(folder, 'timeline.csv')) {
    const start = row['start_seconds'] ?? '';
    const sums = getOrCreate(intervals, start, () => Object.fromEntries(columns.map((name) => [name, 0])));
    // Observations have no queries.
    for (const name of columns) sums[name]! += row[name] === '' ? 0 : numberOf(folder, row, name);
  }
  return [...intervals.values()];
}

type Row = Readonly<Record<string, string>>;

/** The rows of a table, by column; empty if the file is missing. */
function rowsOf(folder: string, name: string): readonly Row[] {
  const file = join(folder, name);
  if (!existsSync(file)) return [];
  noteInput(file);
  try {
    return parse(readFileSync(file), { columns: true, bom: true }) as readonly Row[];
  } catch (error) {
    throw refusal(file, `cannot be read as CSV: ${error instanceof Error ? error.message : error}`);
  }
}

function numberOf(folder: string, row: Row, column: string): number {
  const value = Number(row[column] || Number.NaN);
  if (value >= 0) return value;
  throw refusal(
    folder,
    `column ${column} of a table has "${row[column] ?? ''}"; expected a number; write the results again`,
  );
}
