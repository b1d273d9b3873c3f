import type { ComputeSummary } from '../../../study/run/compute-summary.js';
import type { Summary } from '../../../study/run/summary.js';
import { column } from '../../document/column.js';
import { type Part, table } from '../../document/report.js';
import { duration } from '../../figures/figure-text.js';
import { errorWording } from '../../text/error-wording.js';
import { when } from '../../text/when.js';

/** Causes of a compute's unavailability. */
const UNAVAILABLE: Readonly<Record<string, string>> = {
  active_limit: 'beyond the active computes',
  slots_full: 'without a free slot',
  pooler_full: 'with the pooler full',
  pooler_queue: 'with the line of the pooler timing out',
  proxy_limits: 'refused by the limits of the proxy',
  waking: 'waking up',
  restarting: 'restarting',
  out_of_memory: 'killed because memory ran out',
  quota: 'out of quota',
  fault: 'in a fault',
};

export function unavailableBy(cause: string): string {
  return UNAVAILABLE[cause] ?? cause.replaceAll('_', ' ');
}

/** Errors of clients that waited too long. */
const TIMEOUTS = ['connect_timeout', 'acquire_timeout', 'query_wait_timeout', '57014'] as const;

/** Errors that clients met, for good and on the way, and whose clients met what. */
export function errorParts({ total, computes, fleet }: Summary): readonly Part[] {
  const { by_error, retried_by_error } = total.queries;
  const names = [...new Set([...Object.keys(by_error), ...Object.keys(retried_by_error)])];
  const failed = (name: string): number => by_error[name] ?? 0;
  const retried = (name: string): number => retried_by_error[name] ?? 0;
  const met = fleet === undefined && computes.length > 1 && computes.some(hasTrouble);
  return [
    table<string>({
      id: 'errors',
      title: 'Errors',
      folded: true,
      behind: true,
      in: ['markdown', 'page'],
      rows: names.sort((a, b) => failed(b) - failed(a) || retried(b) - retried(a)),
      columns: [
        { name: 'error', head: 'Error', of: errorWording },
        column('failed', 'Failed for good', 'count', failed),
        column('retried', 'Retried', 'count', retried),
      ],
    }),
    ...when(met, clientsTable(computes)),
  ];
}

function hasTrouble(compute: ComputeSummary): boolean {
  const { connections, pooler, disruptions } = compute;
  return connections.refused + pooler.queued + timedOut(compute) + disruptions.disturbed > 0;
}

/** Computes whose clients met something; of more, those with most failures. */
const MAX_COMPUTES = 20;

/** Disturbances of each compute's clients, and the recovery time of 99 % of them. */
function clientsTable(computes: readonly ComputeSummary[]): Part {
  const met = computes.filter(hasTrouble).toSorted((a, b) => b.queries.failed - a.queries.failed);
  return table<ComputeSummary>({
    id: 'clients',
    caption: 'Disruptions of clients',
    folded: true,
    in: ['screen', 'markdown', 'page'],
    rows: met.slice(0, MAX_COMPUTES),
    columns: [
      { name: 'compute', head: 'Compute', of: ({ name }) => ({ name }) },
      column('dropped', 'Dropped', 'count', ({ connections }) => connections.dropped),
      column('refused', 'Refused', 'count', ({ connections }) => connections.refused),
      column('queued', 'Queued', 'count', ({ pooler }) => pooler.queued),
      column('timeouts', 'Timeouts', 'count', timedOut),
      column('failed', 'Failed', 'count', ({ queries }) => queries.failed),
      column('recovery', 'Recovery', 'figure_text', recovery),
      column('duration', 'Duration', 'seconds', ({ trouble }) => trouble?.seconds),
    ],
  });
}

function timedOut({ queries: { by_error, retried_by_error } }: ComputeSummary): number {
  return TIMEOUTS.reduce((sum, name) => sum + (by_error[name] ?? 0) + (retried_by_error[name] ?? 0), 0);
}

function recovery({ disruptions: { disturbed, recovery_p99_seconds } }: ComputeSummary): string {
  if (disturbed === 0) return '-';
  return recovery_p99_seconds === null ? 'never' : duration(recovery_p99_seconds);
}
