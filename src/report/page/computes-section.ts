import type { ComputeSummary } from '../compute-summary.js';
import { count, milliseconds, number, percent } from '../figure-text.js';
import type { Summary } from '../summary.js';
import { figure } from './figure.js';
import { html, named } from './markup.js';
import { type Section, table } from './section.js';

/** Computes in the table; of more, the first. */
const MOST_COMPUTES = 200;

/** What each compute did, and all of them together. */
export function computesSection(summary: Summary): Section {
  const { computes, total, duration_seconds } = summary;
  const shown = computes.slice(0, MOST_COMPUTES);
  const rows = [
    ...shown.map((compute, index) => ({ compute, path: `computes.${index}`, observed: duration_seconds })),
    ...(computes.length > 1
      ? [{ compute: total, path: 'total', observed: duration_seconds * computes.length }]
      : []),
  ];
  const counts: readonly (readonly [string, 'wakes' | 'suspends' | 'restarts' | 'resizes'])[] = [
    ['Wakes', 'wakes'],
    ['Suspends', 'suspends'],
    ['Restarts', 'restarts'],
    ['Resizes', 'resizes'],
  ];
  type Row = (typeof rows)[number];
  const content = table<Row>(
    'What each compute did',
    [
      {
        head: 'Compute',
        words: true,
        cell: ({ compute, path }) => (path === 'total' ? 'total' : named(compute.name)),
      },
      {
        head: 'Suspended',
        cell: ({ compute, observed }) => (observed > 0 ? percent(compute.suspended_seconds / observed) : '-'),
      },
      {
        head: 'Mean CU',
        cell: ({ compute, path }) => figure(`${path}.mean_cu_active`, compute.mean_cu_active, number),
      },
      { head: 'Most CU', cell: ({ compute, path }) => figure(`${path}.max_cu`, compute.max_cu, number) },
      ...counts.map(([head, key]) => ({
        head,
        cell: ({ compute, path }: Row) => figure(`${path}.${key}`, compute[key], count),
      })),
      {
        head: 'Queries',
        cell: ({ compute, path }) => figure(`${path}.queries.arrived`, compute.queries.arrived, count),
      },
      {
        head: 'Failed',
        cell: ({ compute, path }) => figure(`${path}.queries.failed`, compute.queries.failed, count),
      },
      {
        head: 'Refused',
        cell: ({ compute, path }) =>
          figure(`${path}.connections.refused`, compute.connections.refused, count),
      },
      ...latencyColumns<Row>(),
      {
        head: 'Cache hits',
        cell: ({ compute, path }) => figure(`${path}.cache.hit_ratio`, compute.cache.hit_ratio, percent),
      },
      {
        head: 'CPU',
        cell: ({ compute, path }) => figure(`${path}.cpu.utilisation`, compute.cpu.utilisation, percent),
      },
    ],
    rows,
    { quiet: true },
  );
  const more = computes.length - shown.length;
  const note =
    more > 0
      ? html`<p class="note">${more} further computes are in summary.json.</p>
`
      : null;
  return { id: 'computes', short: 'Computes', title: 'Computes', content: [content, note] };
}

function latencyColumns<Row extends { readonly compute: ComputeSummary; readonly path: string }>() {
  return (['p50', 'p99'] as const).map((name) => ({
    head: name,
    cell: ({ compute, path }: Row) =>
      figure(`${path}.latency_ms.${name}`, compute.latency_ms[name], milliseconds),
  }));
}
