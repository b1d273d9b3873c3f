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
        column('failed', 'Failed for good', 'count', failed, { path: pathOf('by_error', by_error) }),
        column('retried', 'Retried', 'count', retried, {
          path: pathOf('retried_by_error', retried_by_error),
        }),
      ],
    }),
    ...when(met, clientsTable(computes)),
  ];
}

function pathOf(breakdown: string, counts: Readonly<Record<string, number>>) {
  return (name: string): string | undefined =>
    Object.hasOwn(counts, name) ? `total.queries.${breakdown}.${name}` : undefined;
}

function hasTrouble(compute: ComputeSummary): boolean {
  const { connections, pooler, disruptions } = compute;
  return connections.refused + pooler.queued + timedOut(compute) + disruptions.disturbed > 0;
}

/** Computes whose clients met something; of more, those with most failures. */
const MAX_COMPUTES = 20;

/** Disturbances of each compute's clients, and the recovery time of 99 % of them. */
function clientsTable(computes: readonly ComputeSummary[]): Part {
  const met = computes
    .map((compute, index) => ({ compute, index }))
    .filter(({ compute }) => hasTrouble(compute))
    .sort((a, b) => b.compute.queries.failed - a.compute.queries.failed);
  type Row = (typeof met)[number];
  const count = (name: string, head: string, path: string, of: (compute: ComputeSummary) => number) =>
    column<Row>(name, head, 'count', ({ compute }) => of(compute), { path });
  return table<Row>({
    id: 'clients',
    caption: 'Disruptions of clients',
    folded: true,
    in: ['screen', 'markdown', 'page'],
    rows: met.slice(0, MAX_COMPUTES),
    path: ({ index }) => `computes.${index}`,
    columns: [
      { name: 'compute', head: 'Compute', of: ({ compute: { name } }) => ({ name }) },
      count('dropped', 'Dropped', 'connections.dropped', ({ connections }) => connections.dropped),
      count('refused', 'Refused', 'connections.refused', ({ connections }) => connections.refused),
      count('queued', 'Queued', 'pooler.queued', ({ pooler }) => pooler.queued),
      column('timeouts', 'Timeouts', 'count', ({ compute }) => timedOut(compute)),
      count('failed', 'Failed', 'queries.failed', ({ queries }) => queries.failed),
      column('recovery', 'Recovery', 'figure_text', ({ compute }) => recovery(compute)),
      column('duration', 'Duration', 'seconds', ({ compute }) => compute.trouble?.seconds),
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
