import type { DisruptionCause } from '../../simulation/run/disruption-observations.js';
import type { ComputeSummary } from '../figures/compute-summary.js';
import { count, counted, duration, milliseconds, percent } from '../figures/figure-text.js';
import type { Summary } from '../figures/summary.js';
import type { TextTable } from '../text/text-table.js';

/** A cause of disruptions and its plural. */
const CAUSES: Readonly<Record<DisruptionCause, readonly [string, string]>> = {
  restart: ['restart', 'restarts'],
  suspend: ['suspend', 'suspends'],
  crash: ['crash', 'crashes'],
  zone_loss: ['loss of the zone', 'losses of the zone'],
  out_of_memory: ['out-of-memory restart', 'out-of-memory restarts'],
  wake: ['wake with failures', 'wakes with failures'],
};

/** Errors by which a client has waited for too long. */
const TIMEOUTS = ['connect_timeout', 'acquire_timeout', 'query_wait_timeout', '57014'] as const;

/** What cut connections, and when those it disturbed were back; nothing where nobody was cut off. */
export function disruptionParts({ disruptions }: ComputeSummary): readonly string[] {
  const { connections_dropped, disturbed, back, lost, recovery_p99_seconds, by_cause } = disruptions;
  const causes = Object.entries(by_cause) as (readonly [DisruptionCause, { readonly count: number }])[];
  if (causes.length === 0) return [];
  const named = causes.map(([cause, each]) => counted(each.count, ...CAUSES[cause]));
  const cut = connections_dropped > 0 ? [` dropped ${counted(connections_dropped, 'connection')}`] : [];
  const last = `${named[named.length - 1]}${cut.join('')}`;
  const parts = [...named.slice(0, -1), last];
  if (disturbed === 0) return [...parts, 'no query was affected'];
  const queries = disturbed === 1 ? 'the affected query' : `the ${count(disturbed)} affected queries`;
  const came =
    recovery_p99_seconds === null
      ? `${percent(back / disturbed)} of ${queries} recovered`
      : `99 % of ${queries} recovered within ${duration(recovery_p99_seconds)}`;
  return [...parts, came, ...(lost === 0 ? [] : [`${count(lost)} failed`])];
}

/** Who went through the pooler and who had to wait there; nothing where nobody did. */
export function poolerParts({ pooler }: ComputeSummary): readonly string[] {
  const { clients_peak, waiting_peak, queued, wait_ms } = pooler;
  if (clients_peak === 0) return [];
  const peak = `at most ${counted(clients_peak, 'client')} at once`;
  if (queued === 0) return [peak, 'no client waited for a connection'];
  return [
    peak,
    `at most ${count(waiting_peak)} queued`,
    `${count(queued)} waited`,
    `half over ${milliseconds(wait_ms.p50)}`,
    `p99 ${milliseconds(wait_ms.p99)}`,
  ];
}

/**
 * A table with a row per compute: connections cut, attempts refused, queries that waited in the pooler, attempts that timed out,
 * queries that failed for good, after how long 99 % of those disturbed were back, and for how long clients met
 * trouble. Without rows if all had connections at once.
 */
export function crowdTable(computes: Summary['computes']): TextTable {
  const met = computes.some(
    (each) => each.connections.refused + each.pooler.queued + timedOut(each) + each.disruptions.disturbed > 0,
  );
  const head = ['Compute', 'Dropped', 'Refused', 'Queued', 'Timeouts', 'Failed', 'Recovery', 'Duration'];
  if (!met) return { head, rows: [] };
  return {
    head,
    rows: computes.map((each) => [
      each.name,
      count(each.connections.dropped),
      count(each.connections.refused),
      count(each.pooler.queued),
      count(timedOut(each)),
      count(each.queries.failed),
      backAfter(each),
      each.trouble === null ? '-' : duration(each.trouble.seconds),
    ]),
  };
}

function timedOut({ queries: { by_error, retried_by_error } }: ComputeSummary): number {
  return TIMEOUTS.reduce((sum, name) => sum + (by_error[name] ?? 0) + (retried_by_error[name] ?? 0), 0);
}

function backAfter({ disruptions: { disturbed, recovery_p99_seconds } }: ComputeSummary): string {
  if (disturbed === 0) return '-';
  return recovery_p99_seconds === null ? 'never' : duration(recovery_p99_seconds);
}
