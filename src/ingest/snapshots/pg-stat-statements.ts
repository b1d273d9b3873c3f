import { sumOf } from '../../kernel/sums.js';
import { plainName } from '../../workload/trace/cells/measure.js';
import type { NamedRow } from '../../workload/trace/layout/named-rows.js';
import { TraceError } from '../../workload/trace/reading/trace-error.js';
import type { ImportOptions } from '../recording/import-options.js';
import { found, type Imported, type ImportedLoad, LOADS_ONLY } from '../recording/imported.js';
import type { Source } from '../recording/source.js';
import { hasColumns, isHistory, MEAN_RATE, readSnapshots, type SnapshotRow } from './snapshot.js';

/** The number of classes with separate loads; the others form one load. */
const CLASSES = 8;

export const pgStatStatements: Source = {
  name: 'pg-stat-statements',
  form: 'a snapshot of pg_stat_statements',
  recognise: (head) =>
    ['queryid', 'query'].some((key) =>
      ['total_exec_time', 'total_time'].some((time) => hasColumns(head, key, 'calls', time)),
    ) && !isHistory(head),
  files: async (files, options) => (await statementsBetween(files, options)).imported,
};

/** A statement's executions between two snapshots. */
interface StatementUse {
  readonly queryid: string;
  readonly calls: number;
  readonly exec_ms: number;
  /** Sum of squares of execution times, ms²; `undefined` if it cannot be computed. */
  readonly squares: number | undefined;
  readonly blocks: number;
  readonly io_ms: number;
}

/**
 * Two snapshots of pg_stat_statements: classes of statements with their rate, mean and spread of execution time and
 * pages per query. Time spent reading blocks is subtracted if `track_io_timing` measured it; the rest counts as CPU,
 * including waits for locks. Also returns the time between the snapshots.
 *
 * Columns: https://www.postgresql.org/docs/18/pgstatstatements.html (before 13 `total_time`, before 17 `blk_read_time`).
 */
export async function statementsBetween(
  files: readonly string[],
  options: Pick<ImportOptions, 'interval_seconds'>,
): Promise<{ readonly imported: Imported; readonly seconds: number }> {
  const { file, from, seconds, rows } = await readSnapshots(files, VIEW, options);
  const own_rows = rows.filter((row) => !isNested(row));
  const all = own_rows.flatMap(statementUse);
  const reset = own_rows.filter(isReset).length;
  const nested = rows.length - own_rows.length;
  const uses = all.toSorted((a, b) => b.exec_ms - a.exec_ms || (a.queryid < b.queryid ? -1 : 1));
  if (uses.length === 0) throw new TraceError(file, 'no statement was called between the snapshots');
  const own = uses.slice(0, uses.length > CLASSES + 1 ? CLASSES : uses.length);
  const rest = uses.slice(own.length);
  const loads = [
    ...own.map((use) => loadOf(nameOf(use, own), [use], seconds)),
    ...(rest.length === 0
      ? []
      : [loadOf('other-statements', rest, seconds, `${rest.length} other statements`)]),
  ];
  const calls = sumOf(uses, (use) => use.calls);
  const exec_ms = sumOf(uses, (use) => use.exec_ms);
  const io = uses.some(({ io_ms }) => io_ms > 0);
  const findings = [
    found(
      'counted',
      `${calls} calls of ${uses.length} statements in ${seconds.toFixed(0)} s`,
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
    start_epoch_seconds: from,
    findings,
    warnings: [
      ...(seconds < 600
        ? ['less than ten minutes passed between the snapshots; an hour or a day gives better figures']
        : []),
      ...(nested > 0
        ? [
            `${nested} statements within functions are left out: their time is part of that of the statement that called them`,
          ]
        : []),
      ...(reset > 0
        ? [
            `${reset} statements were forgotten or reset between the snapshots and are counted since then only: their rates are at least what is said`,
          ]
        : []),
    ],
  };
  return { imported, seconds };
}

const VIEW = {
  needed: ['calls'],
  keyOf: ({ cells, line }: NamedRow, file: string) => {
    if (cells.get('queryid') === '' || cells.get('calls') === '') {
      const reason =
        'the row has no queryid or no calls: statements of other users are visible to members of pg_read_all_stats only; take the snapshots as one';
      throw new TraceError(file, reason, { line });
    }
    return ['userid', 'dbid', cells.has('queryid') ? 'queryid' : 'query', 'toplevel']
      .map((name) => cells.get(name) ?? '')
      .join('/');
  },
};

/** Counters that only grow. */
const GROWING = ['calls', 'total_exec_time', 'total_time', 'rows', 'shared_blks_hit', 'shared_blks_read'];

const isReset = (row: SnapshotRow) => row.wasReset(...GROWING);

/** Whether a statement was not sent by a client but by a function, whose own time has its time in it. */
const isNested = (row: SnapshotRow) => /^(?:f|false)$/i.test(row.text('toplevel'));

/** A statement with calls; none for one without. */
function statementUse(found_row: SnapshotRow): readonly StatementUse[] {
  const row = isReset(found_row) ? found_row.sinceReset() : found_row;
  const calls = row.growth('calls');
  if (calls === 0) return [];
  const total = row.now.cells.has('total_exec_time') ? 'total_exec_time' : 'total_time';
  if (row.number(total) === undefined)
    throw new TraceError(row.file, 'total_exec_time is missing', { line: row.now.line });
  const after = squares((name) => row.number(name));
  const before = row.then === undefined ? 0 : squares((name) => row.before(name));
  const has_squares = after !== undefined && before !== undefined;
  return [
    {
      queryid: row.text('queryid') || plainName(row.text('query')).replaceAll('_', '-').slice(0, 40),
      calls,
      exec_ms: row.growth(total),
      squares: has_squares ? Math.max(0, after - before) : undefined,
      blocks: row.growth('shared_blks_hit') + row.growth('shared_blks_read'),
      io_ms: row.growth(row.now.cells.has('shared_blk_read_time') ? 'shared_blk_read_time' : 'blk_read_time'),
    },
  ];
}

/** Σ t² = calls · (mean² + stddev²), since stddev_exec_time is that of the population. */
function squares(number: (name: string) => number | undefined): number | undefined {
  const calls = number('calls');
  const mean = number('mean_exec_time') ?? number('mean_time');
  const deviation = number('stddev_exec_time') ?? number('stddev_time');
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
  description?: string,
): ImportedLoad {
  const sum = (of: (use: StatementUse) => number) => sumOf(uses, of);
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
