import { TraceError } from '../../workload/trace/reading/trace-error.js';
import { numberIn, type TableRow } from '../recording/file-text.js';
import type { ImportOptions } from '../recording/import-options.js';
import { found, type Imported, type ImportedLoad, LOADS_ONLY } from '../recording/imported.js';
import type { Source } from '../recording/source.js';
import {
  growth,
  hasColumns,
  isOtherMoment,
  MEAN_RATE,
  paired,
  type SnapshotPair,
  shrank,
  snapshotPair,
  totalGrowth,
} from './snapshot.js';

/** Classes that are loads of their own; what is left is one load. */
const CLASSES = 8;

export const pgStatStatements: Source = {
  name: 'pg-stat-statements',
  form: 'a snapshot of pg_stat_statements',
  recognise: (head) => hasColumns(head, 'queryid', 'calls'),
  files: async (files, options) => (await statementsBetween(files, options)).imported,
};

/** What a statement did between two snapshots. */
interface StatementUse {
  readonly queryid: string;
  readonly query: string | undefined;
  readonly calls: number;
  readonly exec_ms: number;
  /** Sum of squares of execution times, ms²; `undefined` where it cannot be told. */
  readonly squares: number | undefined;
  readonly blocks: number;
  readonly io_ms: number;
  /** Whether it is counted since a reset only. */
  readonly counted_anew: boolean;
}

/**
 * Two snapshots of pg_stat_statements: classes of statements with their rate, mean and spread of execution time and
 * pages a query. Time spent reading blocks is taken off where `track_io_timing` measured it; the rest is taken for CPU,
 * waits for locks included. With how far the snapshots are apart.
 *
 * Columns: https://www.postgresql.org/docs/18/pgstatstatements.html (before 13 `total_time`, before 17 `blk_read_time`).
 */
export async function statementsBetween(
  files: readonly string[],
  options: Pick<ImportOptions, 'interval_seconds' | 'keep_text'>,
): Promise<{ readonly imported: Imported; readonly seconds: number }> {
  const pair = await snapshotPair(files, ['queryid', 'calls'], options);
  const all = statementUses(pair);
  const anew = all.filter(({ counted_anew }) => counted_anew).length;
  const nested = pair.after.rows.filter(isNested).length;
  const uses = all.toSorted((a, b) => b.exec_ms - a.exec_ms || (a.queryid < b.queryid ? -1 : 1));
  if (uses.length === 0)
    throw new TraceError(pair.after.file, 'no statement was called between the snapshots');
  const own = uses.slice(0, uses.length > CLASSES + 1 ? CLASSES : uses.length);
  const rest = uses.slice(own.length);
  const loads = [
    ...own.map((use) =>
      loadOf(nameOf(use, own), [use], pair.seconds, options.keep_text ? use.query : undefined),
    ),
    ...(rest.length === 0
      ? []
      : [loadOf('other-statements', rest, pair.seconds, `${rest.length} other statements`)]),
  ];
  const calls = uses.reduce((sum, use) => sum + use.calls, 0);
  const exec_ms = uses.reduce((sum, use) => sum + use.exec_ms, 0);
  const io = uses.some(({ io_ms }) => io_ms > 0);
  const findings = [
    found(
      'counted',
      `${calls} calls of ${uses.length} statements in ${pair.seconds.toFixed(0)} s`,
      'the difference of calls between the snapshots',
    ),
    found('measured', `execution took ${(exec_ms / 1000).toFixed(3)} s`, 'the difference of total_exec_time'),
    found(
      'inferred',
      'CPU time of a query',
      io
        ? 'execution time without the time spent reading blocks; waits for locks count as CPU'
        : 'execution time; without track_io_timing what waits for storage counts as CPU as well',
    ),
    found('measured', 'pages of a query', 'shared_blks_hit and shared_blks_read ÷ calls'),
    MEAN_RATE,
  ];
  const imported: Imported = {
    ...LOADS_ONLY,
    loads,
    start_epoch_seconds: pair.before.taken,
    findings,
    warnings: [
      ...(pair.seconds < 600
        ? ['the snapshots are less than ten minutes apart; an hour or a day tells more']
        : []),
      ...(nested > 0
        ? [
            `${nested} statements within functions are left out: their time is part of that of the statement that called them`,
          ]
        : []),
      ...(anew > 0
        ? [
            `${anew} statements were forgotten or reset between the snapshots and are counted since then only: their rates are at least what is said`,
          ]
        : []),
    ],
  };
  return { imported, seconds: pair.seconds };
}

function key({ cells, line }: TableRow, file: string): string {
  if (cells.get('queryid') === '' || cells.get('calls') === '') {
    const reason =
      'the row has no queryid or no calls: statements of other users are hidden from whoever is no member of pg_read_all_stats; take the snapshots as one';
    throw new TraceError(file, reason, { line });
  }
  return ['userid', 'dbid', 'queryid', 'toplevel'].map((name) => cells.get(name) ?? '').join('/');
}

function statementUses(pair: SnapshotPair): readonly StatementUse[] {
  const { file } = pair.after;
  return paired(pair, key).flatMap(({ row, old: known }): readonly StatementUse[] => {
    if (isNested(row)) return [];
    // After a reset of the statistics everything of the row is new.
    const reset = known !== undefined && wasReset(file, row, known);
    const old = reset ? undefined : known;
    const calls = growth(file, 'calls', row, old) ?? 0;
    if (calls === 0) return [];
    const total = row.cells.has('total_exec_time') ? 'total_exec_time' : 'total_time';
    const exec_ms = growth(file, total, row, old);
    if (exec_ms === undefined) throw new TraceError(file, 'total_exec_time is missing', { line: row.line });
    const sum = (name: string) => totalGrowth(file, name, [{ row, old }]);
    const after_squares = squares(file, row);
    const before_squares = old === undefined ? 0 : squares(pair.before.file, old);
    const known_squares = after_squares !== undefined && before_squares !== undefined;
    return [
      {
        queryid: row.cells.get('queryid')!,
        counted_anew: reset,
        query: row.cells.get('query'),
        calls,
        exec_ms,
        squares: known_squares ? Math.max(0, after_squares - before_squares) : undefined,
        blocks: sum('shared_blks_hit') + sum('shared_blks_read'),
        io_ms: sum(row.cells.has('shared_blk_read_time') ? 'shared_blk_read_time' : 'blk_read_time'),
      },
    ];
  });
}

/** Counters that only grow, and when a statement was first counted (from PostgreSQL 17 on). */
const GROWING = ['calls', 'total_exec_time', 'total_time', 'rows', 'shared_blks_hit', 'shared_blks_read'];

function wasReset(file: string, row: TableRow, known: TableRow): boolean {
  if (isOtherMoment(file, 'stats_since', row, known)) return true;
  return GROWING.some((name) => shrank(file, name, row, known));
}

/** Whether a statement was not sent by a client but by a function, whose own time has its time in it. */
function isNested({ cells }: TableRow): boolean {
  return /^(?:f|false)$/i.test(cells.get('toplevel') ?? '');
}

/** Σ t² = calls · (mean² + stddev²), since stddev_exec_time is that of the population. */
function squares(file: string, row: TableRow): number | undefined {
  const calls = numberIn(file, row, 'calls');
  const mean = numberIn(file, row, 'mean_exec_time') ?? numberIn(file, row, 'mean_time');
  const deviation = numberIn(file, row, 'stddev_exec_time') ?? numberIn(file, row, 'stddev_time');
  if (calls === undefined || mean === undefined || deviation === undefined) return undefined;
  return calls * (mean * mean + deviation * deviation);
}

/** One statement may be called by several users, and in several databases. */
function nameOf(use: StatementUse, own: readonly StatementUse[]): string {
  const same = own.filter(({ queryid }) => queryid === use.queryid);
  const name = `statement-${use.queryid}`;
  return same.length === 1 ? name : `${name}-${same.indexOf(use) + 1}`;
}

function loadOf(
  name: string,
  uses: readonly StatementUse[],
  seconds: number,
  description: string | undefined,
): ImportedLoad {
  const sum = (of: (use: StatementUse) => number) => uses.reduce((all, use) => all + of(use), 0);
  const calls = sum(({ calls: each }) => each);
  const exec_ms = sum(({ exec_ms: each }) => each);
  const mean_ms = exec_ms / calls;
  const squares_ms = uses.every((use) => use.squares !== undefined) ? sum((use) => use.squares!) : undefined;
  const variance = squares_ms === undefined ? undefined : Math.max(0, squares_ms / calls - mean_ms * mean_ms);
  const cpu_ms = Math.max(mean_ms * 0.01, mean_ms - sum(({ io_ms }) => io_ms) / calls);
  return {
    name,
    description,
    traffic: { kind: 'rate', per_second: calls / seconds },
    cpu: {
      mean_seconds: Math.max(cpu_ms / 1000, 1e-6),
      cv: variance === undefined || mean_ms === 0 ? undefined : Math.sqrt(variance) / mean_ms,
    },
    pages: sum(({ blocks }) => blocks) / calls,
    working_set_bytes: undefined,
  };
}
