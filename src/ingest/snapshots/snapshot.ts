import { FIELD, RECORD } from '../../workload/trace/layout/layout.js';
import { TraceError } from '../../workload/trace/reading/trace-error.js';
import { eachRow, epochSeconds, numberIn, type TableRow } from '../recording/file-text.js';
import type { ImportOptions } from '../recording/import-options.js';
import { found } from '../recording/imported.js';
import { objectOf } from '../recording/json.js';
import type { Head } from '../recording/source.js';

/** Whether a file begins with a header that has these columns, as CSV, JSON, aligned or expanded. */
export function hasColumns({ json, lines }: Head, ...columns: readonly string[]): boolean {
  const [first = ''] = lines;
  const names =
    json !== undefined
      ? Object.keys(objectOf(json) ?? {})
      : RECORD.test(first)
        ? lines.map((line) => FIELD.exec(line)?.[1] ?? '')
        : first.split(/[,;|\t]/).map((name) => name.trim().replaceAll('"', ''));
  const known = names.map((name) => name.toLowerCase());
  return columns.every((column) => known.includes(column));
}

/** A view of a database at one moment. */
export interface Snapshot {
  readonly file: string;
  /** Unix time at which it was taken; `undefined` where it does not say. */
  readonly taken: number | undefined;
  readonly rows: readonly TableRow[];
}

/** The column with the moment of a snapshot, as the export commands name it. */
const TAKEN = 'taken_at';

/**
 * Reads a snapshot from a table of psql, CSV or aligned.
 * @throws TraceError when a column is missing
 */
export async function readSnapshot(file: string, needed: readonly string[]): Promise<Snapshot> {
  const rows: TableRow[] = [];
  await eachRow(file, needed, (row) => rows.push(row));
  const [first] = rows;
  if (first === undefined) throw new TraceError(file, 'the snapshot has no rows');
  return { file, taken: momentIn(file, first, TAKEN), rows };
}

function momentIn(file: string, row: TableRow, column: string): number | undefined {
  const text = row.cells.get(column) ?? '';
  return text === '' ? undefined : epochSeconds(text, file, row.line);
}

/** Two snapshots, the earlier one first, and the time between them. */
export interface SnapshotPair {
  readonly before: Snapshot;
  readonly after: Snapshot;
  readonly seconds: number;
}

/** Columns with the moment since which a view has counted. */
const SINCE = ['stats_since', 'stats_reset'] as const;

/** A single snapshot has counted since its statistics were reset. @throws TraceError if it does not say since when */
async function sinceReset(
  file: string,
  needed: readonly string[],
  { interval_seconds }: Pick<ImportOptions, 'interval_seconds'>,
): Promise<SnapshotPair> {
  const after = await readSnapshot(file, needed);
  const since = after.rows.flatMap((row) => SINCE.flatMap((name) => momentIn(file, row, name) ?? []));
  const begin = since.reduce((least, moment) => Math.min(least, moment), Number.POSITIVE_INFINITY);
  const seconds = interval_seconds ?? (after.taken ?? Number.NaN) - begin;
  if (!(seconds > 0) || !Number.isFinite(seconds)) {
    const reason = `one snapshot shows a rate only with ${TAKEN} and ${SINCE.join(' or ')}`;
    throw new TraceError(file, `${reason}; expected two snapshots, or --interval since the reset`);
  }
  const taken = after.taken === undefined ? undefined : after.taken - seconds;
  return { before: { file, taken, rows: [] }, after, seconds };
}

/**
 * Pairs the files of an import: two snapshots, or one and the reset of its statistics.
 * @throws TraceError if there are more, or nothing shows how far they are apart
 */
export async function snapshotPair(
  files: readonly string[],
  needed: readonly string[],
  options: Pick<ImportOptions, 'interval_seconds'>,
): Promise<SnapshotPair> {
  if (files.length === 1) return sinceReset(files[0]!, needed, options);
  if (files.length !== 2)
    throw new TraceError(
      files[0]!,
      `expected two snapshots, one before and one after, got ${files.length} files`,
    );
  const [one, other] = [await readSnapshot(files[0]!, needed), await readSnapshot(files[1]!, needed)];
  if (one.taken === undefined || other.taken === undefined) {
    if (options.interval_seconds === undefined) {
      throw new TraceError(
        one.file,
        `the snapshots do not say when they were taken (${TAKEN}); say how far they are apart with --interval, such as --interval 1h`,
      );
    }
    return { before: one, after: other, seconds: options.interval_seconds };
  }
  const [before, after] = one.taken <= other.taken ? [one, other] : [other, one];
  const seconds = after.taken! - before.taken!;
  if (seconds > 0) return { before, after, seconds };
  throw new TraceError(after.file, 'both snapshots were taken at the same moment');
}

/** When queries come, of which only their number between two snapshots is known. */
export const MEAN_RATE = found(
  'guessed',
  'moments of arrival',
  'a Poisson process at the mean rate between the snapshots',
);

/** A row of the later snapshot, and the one of the same key in the earlier one, which may not be there. */
export interface RowPair {
  readonly key: string;
  readonly row: TableRow;
  readonly old: TableRow | undefined;
}

/**
 * The rows of the later snapshot with those of the earlier one.
 * @throws TraceError when two rows of a snapshot have one key, such as of two snapshots in one file
 */
export function paired(
  { before, after }: SnapshotPair,
  keyOf: (row: TableRow, file: string) => string,
): readonly RowPair[] {
  const earlier = byKey(before, keyOf);
  return [...byKey(after, keyOf)].map(([key, row]) => ({ key, row, old: earlier.get(key) }));
}

function byKey({ file, rows }: Snapshot, keyOf: (row: TableRow, file: string) => string) {
  const known = new Map<string, TableRow>();
  for (const row of rows) {
    const key = keyOf(row, file);
    const line = known.get(key)?.line;
    const reason = `the row is about the same as line ${line}; expected one snapshot in a file`;
    if (line !== undefined) throw new TraceError(file, reason, { line: row.line });
    known.set(key, row);
  }
  return known;
}

/** Whether a row has another moment in a column than an earlier one, in whatever time zone each is written. */
export function isOtherMoment(file: string, name: string, after: TableRow, before: TableRow): boolean {
  if (after.cells.get(name) === before.cells.get(name)) return false;
  const now = momentIn(file, after, name);
  return now !== undefined && now !== momentIn(file, before, name);
}

/** Whether a counter is smaller than before, which it only is where it has begun anew. */
export function shrank(file: string, name: string, after: TableRow, before: TableRow): boolean {
  return (numberIn(file, after, name) ?? 0) < (numberIn(file, before, name) ?? 0);
}

/**
 * By how much a counter of a row has grown since an earlier row, which may not be there; it begins anew at 0 where the
 * statistics have been reset.
 */
export function growth(
  file: string,
  name: string,
  after: TableRow,
  before: TableRow | undefined,
): number | undefined {
  const now = numberIn(file, after, name);
  if (now === undefined) return undefined;
  const then = before === undefined ? 0 : (numberIn(file, before, name) ?? 0);
  return now >= then ? now - then : now;
}

/** By how much a counter has grown in all rows together. */
export function totalGrowth(file: string, name: string, rows: readonly Omit<RowPair, 'key'>[]): number {
  return rows.reduce((sum, { row, old }) => sum + (growth(file, name, row, old) ?? 0), 0);
}
