import { TraceError } from '../trace/trace-error.js';
import { numberIn } from './file-text.js';
import type { Finding, Imported, ImportOptions } from './imported.js';
import { growth, shrank, snapshotPair } from './snapshot.js';

/**
 * Two snapshots of pg_stat_database: transactions a second, pages and busy time of one, connections. Row 0 of shared
 * objects and templates are left out; several databases are added unless one is named.
 *
 * Columns: https://www.postgresql.org/docs/18/monitoring-stats.html (`active_time` from 14 on, in milliseconds).
 */
export async function importDatabase(files: readonly string[], options: ImportOptions): Promise<Imported> {
  const { before, after, seconds } = await snapshotPair(
    files,
    ['datname', 'xact_commit', 'xact_rollback'],
    options,
  );
  const earlier = new Map(before.rows.map((row) => [row.cells.get('datname'), row]));
  const rows = after.rows.filter(({ cells }) => {
    const name = cells.get('datname')!;
    return options.value === undefined ? !/^$|^template[01]$/.test(name) : name === options.value;
  });
  if (rows.length === 0) {
    const names = after.rows.map(({ cells }) => cells.get('datname')).filter((name) => name !== '');
    throw new TraceError(
      after.file,
      `there is no database ${options.value ?? ''}; the snapshot has ${names.join(', ')}`,
    );
  }
  const resets = rows.filter((row) => {
    const old = earlier.get(row.cells.get('datname'));
    const then = old?.cells.get('stats_reset');
    if (then !== undefined && then !== row.cells.get('stats_reset')) return true;
    return old !== undefined && shrank(after.file, 'xact_commit', row, old);
  });
  const sum = (name: string) =>
    rows.reduce((all, row) => {
      const old = resets.includes(row) ? undefined : earlier.get(row.cells.get('datname'));
      return all + (growth(after.file, name, row, old) ?? 0);
    }, 0);
  const transactions = sum('xact_commit') + sum('xact_rollback');
  if (transactions === 0) throw new TraceError(after.file, 'no transaction was made between the snapshots');
  const blocks = sum('blks_hit') + sum('blks_read');
  const active_ms = sum('active_time');
  const io_ms = sum('blk_read_time');
  const connections = [...before.rows, ...rows].reduce(
    (most, row) => Math.max(most, numberIn(after.file, row, 'numbackends') ?? 0),
    0,
  );
  const findings: Finding[] = [
    {
      what: `${transactions} transactions in ${seconds.toFixed(0)} s, ${sum('xact_rollback')} rolled back`,
      certainty: 'counted',
      how: 'the differences of xact_commit and xact_rollback; monitoring counts as well',
    },
    {
      what: 'a transaction is taken for a query',
      certainty: 'inferred',
      how: 'the database does not count statements; pg_stat_statements does',
    },
    { what: 'pages of a transaction', certainty: 'measured', how: 'blks_hit and blks_read ÷ transactions' },
    {
      what: 'moments of arrival',
      certainty: 'guessed',
      how: 'a Poisson process at the mean rate between the snapshots',
    },
  ];
  if (active_ms > 0) {
    findings.push({
      what: 'CPU time of a transaction',
      certainty: 'inferred',
      how: `active_time${io_ms > 0 ? ' without blk_read_time' : ''} ÷ transactions; waits count as CPU`,
    });
  }
  if (connections > 0) {
    findings.push({
      what: `${connections} connections`,
      certainty: 'measured',
      how: 'numbackends, the larger of the two snapshots',
    });
  }
  return {
    loads: [
      {
        name: 'web',
        description: undefined,
        traffic: { kind: 'rate', per_second: transactions / seconds },
        cpu:
          active_ms > 0
            ? { mean_seconds: Math.max(1e-6, (active_ms - io_ms) / 1000 / transactions), cv: undefined }
            : undefined,
        pages: blocks / transactions,
        working_set_bytes: undefined,
      },
    ],
    pool_size: connections > 0 ? connections : undefined,
    pooler: false,
    vcpu: undefined,
    start_epoch_seconds: before.taken,
    duration_seconds: 86_400,
    findings,
    warnings:
      resets.length > 0
        ? ['the statistics were reset between the snapshots; what was counted before the reset is lost']
        : [],
  };
}
