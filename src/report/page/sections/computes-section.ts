import { count, milliseconds, number, percent } from '../../figures/figure-text.js';
import type { Summary } from '../../figures/summary.js';
import { figuresOf } from '../markup/figure.js';
import { named, note } from '../markup/markup.js';
import { type Section, section } from '../markup/section.js';
import { figures, table, words } from '../markup/table.js';

/** Computes in the table; of more, the first. */
const MAX_COMPUTES = 200;

/** Columns after the share of time suspended: what stands above them, where the figure stands, and its format. */
const FIGURES = [
  ['Mean CU', 'mean_cu_active', number],
  ['Max CU', 'max_cu', number],
  ['Wakes', 'wakes', count],
  ['Suspends', 'suspends', count],
  ['Restarts', 'restarts', count],
  ['Resizes', 'resizes', count],
  ['Queries', 'queries.arrived', count],
  ['Failed', 'queries.failed', count],
  ['Refused', 'connections.refused', count],
  ['p50', 'latency_ms.p50', milliseconds],
  ['p99', 'latency_ms.p99', milliseconds],
  ['Cache hits', 'cache.hit_ratio', percent],
  ['CPU', 'cpu.utilisation', percent],
] as const;

/** What each compute did, and all of them together. */
export function computesSection(summary: Summary): Section {
  const { computes, total, duration_seconds } = summary;
  const figure = figuresOf(summary);
  const shown = computes.slice(0, MAX_COMPUTES);
  const rows = [
    ...shown.map((compute, index) => ({ compute, path: `computes.${index}`, observed: duration_seconds })),
    ...(computes.length > 1
      ? [{ compute: total, path: 'total', observed: duration_seconds * computes.length }]
      : []),
  ];
  type Row = (typeof rows)[number];
  const columns = [
    words<Row>('Compute', ({ compute, path }) => (path === 'total' ? 'total' : named(compute.name))),
    figures<Row>('Suspended', ({ compute, observed }) =>
      observed > 0 ? percent(compute.suspended_seconds / observed) : '-',
    ),
    ...FIGURES.map(([head, name, format]) =>
      figures<Row>(head, ({ path }) => figure(`${path}.${name}`, format, 'mean')),
    ),
  ];
  const content = table('What each compute did', columns, rows, {
    quiet: true,
    sortable: true,
    paper_rows: 20,
    ...(computes.length > 8 ? { searched: 'computes' } : {}),
  });
  const more = computes.length - shown.length;
  const further = note(more > 0 ? `${more} further computes are in summary.json.` : null);
  return section('computes', 'Computes', 'Computes', [content, further]);
}
