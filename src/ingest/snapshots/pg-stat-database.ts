import { sumOf } from '../../kernel/sums.js';
import { TraceError } from '../../workload/trace/reading/trace-error.js';
import { numberIn, type TableRow } from '../recording/file-text.js';
import type { ImportOptions } from '../recording/import-options.js';
import { found, type Imported, webImport } from '../recording/imported.js';
import type { Source } from '../recording/source.js';
import {
  hasColumns,
  isOtherMoment,
  MEAN_RATE,
  paired,
  shrank,
  snapshotPair,
  totalGrowth,
} from './snapshot.js';

export const pgStatDatabase: Source = {
  name: 'pg-stat-database',
  form: 'a snapshot of pg_stat_database',
  recognise: (head) => hasColumns(head, 'datname', 'xact_commit'),
  files: databaseImport,
};

/**
 * Two snapshots of pg_stat_database: transactions a second, pages and busy time of one, connections. Row 0 of shared
 * objects and templates are left out; several databases are added unless one is named.
 *
 * Columns: https://www.postgresql.org/docs/18/monitoring-stats.html (`active_time` from 14 on, in milliseconds).
 */
async function databaseImport(files: readonly string[], options: ImportOptions): Promise<Imported> {
  const pair = await snapshotPair(files, ['datname', 'xact_commit', 'xact_rollback'], options);
  const { before, after, seconds } = pair;
  const rows = paired(pair, ({ cells }) => cells.get('datname')!).filter(({ key }) =>
    options.value === undefined ? !/^$|^template[01]$/.test(key) : key === options.value,
  );
  if (rows.length === 0) {
    const names = after.rows.map(({ cells }) => cells.get('datname')).filter((name) => name !== '');
    throw new TraceError(
      after.file,
      `there is no database ${options.value ?? ''}; the snapshot has ${names.join(', ')}`,
    );
  }
  const isReset = ({ row, old }: (typeof rows)[number]) =>
    old !== undefined &&
    (isOtherMoment(after.file, 'stats_reset', row, old) || shrank(after.file, 'xact_commit', row, old));
  const counted = rows.map((one) => (isReset(one) ? { ...one, old: undefined } : one));
  const sum = (name: string) => totalGrowth(after.file, name, counted);
  const transactions = sum('xact_commit') + sum('xact_rollback');
  if (transactions === 0) throw new TraceError(after.file, 'no transaction was made between the snapshots');
  const blocks = sum('blks_hit') + sum('blks_read');
  const active_ms = sum('active_time');
  const io_ms = sum('blk_read_time');
  const connected = (row: TableRow | undefined) =>
    row === undefined ? 0 : (numberIn(after.file, row, 'numbackends') ?? 0);
  const connections = Math.max(
    sumOf(rows, ({ row }) => connected(row)),
    sumOf(rows, ({ old }) => connected(old)),
  );
  const findings = [
    found(
      'counted',
      `${transactions} transactions in ${seconds.toFixed(0)} s, ${sum('xact_rollback')} rolled back`,
      'the differences of xact_commit and xact_rollback; monitoring counts as well',
    ),
    found(
      'inferred',
      'a transaction is taken for a query',
      'the database does not count statements; pg_stat_statements does',
    ),
    found('measured', 'pages of a transaction', 'blks_hit and blks_read ÷ transactions'),
    MEAN_RATE,
  ];
  if (active_ms > 0) {
    const how = `active_time${io_ms > 0 ? ' without blk_read_time' : ''} ÷ transactions; waits count as CPU`;
    findings.push(found('inferred', 'CPU time of a transaction', how));
  }
  if (connections > 0) {
    const how = 'numbackends, the larger of the two snapshots';
    findings.push(found('measured', `${connections} connections`, how));
  }
  const mean_seconds = Math.max(1e-6, (active_ms - io_ms) / 1000 / transactions);
  return webImport({ kind: 'rate', per_second: transactions / seconds }, findings, {
    cpu: active_ms > 0 ? { mean_seconds, cv: undefined } : undefined,
    pages: blocks / transactions,
    pool_size: connections > 0 ? connections : undefined,
    start_epoch_seconds: before.taken,
    warnings: rows.some(isReset)
      ? ['the statistics were reset between the snapshots; what was counted before the reset is lost']
      : [],
  });
}
