import { isoSeconds } from '../../workload/trace/cells/moments.js';
import { splitFields } from '../../workload/trace/layout/csv-rows.js';
import { isFrame } from '../../workload/trace/layout/header.js';
import { FIELD, RECORD } from '../../workload/trace/layout/layout.js';
import type { NamedRow } from '../../workload/trace/layout/named-rows.js';
import { TraceError } from '../../workload/trace/reading/trace-error.js';
import { rowNumber, rowsIn } from '../recording/file-text.js';
import type { ImportOptions } from '../recording/import-options.js';
import { found } from '../recording/imported.js';
import { objectOf } from '../recording/json.js';
import type { Head } from '../recording/source.js';

/** Whether a file begins with a header that has these columns, as CSV, JSON, aligned or expanded. */
export function hasColumns({ json, lines }: Head, ...columns: readonly string[]): boolean {
  const first = lines.find((line) => !isFrame(line)) ?? '';
  const names =
    json !== undefined
      ? Object.keys(objectOf(json) ?? {})
      : RECORD.test(first)
        ? lines.map((line) => FIELD.exec(line)?.[1] ?? '')
        : cellsOf([first])[0]!;
  const known = names.map((name) => name.toLowerCase());
  return columns.every((column) => known.includes(column));
}

/** Whether the rows were taken at several times: snapshots one after the other are a table of counters. */
export function isHistory({ lines }: Head): boolean {
  const [names = [], ...rows] = cellsOf(lines.slice(0, 200));
  const at = names.findIndex((name) => /_at$|^(?:now|ts|time\w*|date|snap\w*_time)$/i.test(name));
  return at >= 0 && new Set(rows.map((row) => row[at])).size > 1;
}

/** Rows of a table, as CSV or aligned, by the first separator of its header. */
function cellsOf(lines: readonly string[]): readonly string[][] {
  const rows = lines.filter((line) => !isFrame(line));
  const separator = /[,;|\t]/.exec(rows[0] ?? '')?.[0] ?? ',';
  return rows.map((row) => splitFields(row, separator));
}

/** The column with the moment of a snapshot, as the export commands name it; `now` is that of `SELECT now(), *`. */
const TAKEN = 'taken_at';
/** Columns with the moment since which a view has counted. */
const SINCE = ['stats_since', 'stats_reset'] as const;

/** When queries come, if only their number between two snapshots is known. */
export const MEAN_RATE = found(
  'guessed',
  'moments of arrival',
  'a Poisson process at the mean rate between the snapshots',
);

/** A row of the later snapshot with the row of the same key in the earlier one, if it has one. */
export class SnapshotRow {
  constructor(
    readonly key: string,
    readonly file: string,
    readonly now: NamedRow,
    readonly then: NamedRow | undefined,
  ) {}

  text(name: string): string {
    return this.now.cells.get(name) ?? '';
  }

  number(name: string): number | undefined {
    return rowNumber(this.file, this.now, name);
  }

  /** The figure of the earlier snapshot. */
  before(name: string): number | undefined {
    return this.then && rowNumber(this.file, this.then, name);
  }

  /** Growth of a counter; one that is smaller than before has begun again at 0. */
  growth(name: string): number {
    const [now, then] = [this.number(name) ?? 0, this.before(name) ?? 0];
    return now >= then ? now - then : now;
  }

  /** Whether its counters began again after the earlier snapshot, by their moments or because one of some is smaller. */
  wasReset(...counters: readonly string[]): boolean {
    const { then } = this;
    if (then === undefined) return false;
    const hasOther = (name: string) => {
      if (this.text(name) === (then.cells.get(name) ?? '')) return false;
      const moment = snapshotTime(this.file, this.now, name);
      return moment !== undefined && moment !== snapshotTime(this.file, then, name);
    };
    return (
      SINCE.some(hasOther) || counters.some((name) => (this.number(name) ?? 0) < (this.before(name) ?? 0))
    );
  }

  /** The row as it is counted after a reset. */
  sinceReset(): SnapshotRow {
    return new SnapshotRow(this.key, this.file, this.now, undefined);
  }
}

export function totalGrowth(rows: readonly SnapshotRow[], name: string): number {
  return rows.reduce((sum, row) => sum + row.growth(name), 0);
}

/** Two snapshots of a view, or one and the reset of its statistics. */
export interface Snapshots {
  /** The later one. */
  readonly file: string;
  /** Unix time of the earlier one, if it is known. */
  readonly from: number | undefined;
  readonly seconds: number;
  readonly rows: readonly SnapshotRow[];
}

/** How a view is read. */
interface View {
  /** Columns without which the file is another one. */
  readonly needed: readonly string[];
  readonly keyOf: (row: NamedRow, file: string) => string;
}

/**
 * Reads snapshots from tables of psql: CSV, JSON, aligned or expanded.
 * @throws TraceError if a column is missing, or the time between the snapshots is unknown
 */
export async function readSnapshots(
  files: readonly string[],
  view: View,
  options: Pick<ImportOptions, 'interval_seconds'>,
): Promise<Snapshots> {
  if (files.length > 2)
    throw new TraceError(
      files[0]!,
      `expected two snapshots, one before and one after, got ${files.length} files`,
    );
  const one = await readSnapshot(files[0]!, view);
  if (files.length === 1) return sinceReset(one, options);
  const other = await readSnapshot(files[1]!, view);
  const is_timed = one.taken !== undefined && other.taken !== undefined;
  const [earlier, after] = is_timed && one.taken > other.taken ? [other, one] : [one, other];
  const seconds = is_timed ? after.taken! - earlier.taken! : options.interval_seconds;
  if (seconds === undefined)
    throw new TraceError(
      one.file,
      `the snapshots do not say when they were taken (${TAKEN}); give the time between them with --interval, such as --interval 1h`,
    );
  if (seconds <= 0) throw new TraceError(after.file, 'both snapshots were taken at the same moment');
  const rows = [...after.rows].map(
    ([key, row]) => new SnapshotRow(key, after.file, row, earlier.rows.get(key)),
  );
  return { file: after.file, from: earlier.taken, seconds, rows };
}

interface Snapshot {
  readonly file: string;
  readonly taken: number | undefined;
  readonly rows: ReadonlyMap<string, NamedRow>;
}

async function readSnapshot(file: string, { needed, keyOf }: View): Promise<Snapshot> {
  const rows = new Map<string, NamedRow>();
  let taken: number | undefined;
  for (const row of await rowsIn(file, needed)) {
    if (rows.size === 0) taken = snapshotTime(file, row, TAKEN) ?? snapshotTime(file, row, 'now');
    const key = keyOf(row, file);
    const known = rows.get(key)?.line;
    const reason = `the row is about the same as line ${known}; expected one snapshot in a file`;
    if (known !== undefined) throw new TraceError(file, reason, { line: row.line });
    rows.set(key, row);
  }
  if (rows.size === 0) throw new TraceError(file, 'the snapshot has no rows');
  return { file, taken, rows };
}

function sinceReset(
  { file, taken, rows }: Snapshot,
  { interval_seconds: given }: Pick<ImportOptions, 'interval_seconds'>,
): Snapshots {
  let begin = Number.POSITIVE_INFINITY;
  for (const row of rows.values())
    for (const name of SINCE) begin = Math.min(begin, snapshotTime(file, row, name) ?? begin);
  const seconds = given ?? (taken ?? Number.NaN) - begin;
  if (!(seconds > 0) || !Number.isFinite(seconds)) {
    const reason = `one snapshot shows a rate only with ${TAKEN} and ${SINCE.join(' or ')}`;
    throw new TraceError(file, `${reason}; expected two snapshots, or --interval since the reset`);
  }
  const all = [...rows].map(([key, row]) => new SnapshotRow(key, file, row, undefined));
  return { file, from: taken === undefined ? undefined : taken - seconds, seconds, rows: all };
}

function snapshotTime(file: string, row: NamedRow, column: string): number | undefined {
  const text = row.cells.get(column) ?? '';
  const seconds = text === '' ? undefined : isoSeconds(text);
  if (text === '' || seconds !== undefined) return seconds;
  throw new TraceError(file, `"${text}" is not a time`, { line: row.line });
}
