import { column } from '../document/column.js';
import { type Document, labelledTexts, table } from '../document/report.js';
import { duration, money } from '../figures/figure-text.js';
import type { ObservedSummary } from '../figures/observed-summary.js';

/** Columns: what stands above them, the figure, and its unit. */
const COLUMNS = [
  ['active', 'active_seconds', 'seconds'],
  ['suspended', 'suspended_seconds', 'seconds'],
  ['starting', 'starting_seconds', 'seconds'],
  ['restarting', 'restarting_seconds', 'seconds'],
  ['wakes', 'wakes', 'count'],
  ['suspends', 'suspends', 'count'],
  ['restarts', 'restarts', 'count'],
  ['CU-hours', 'cu_hours', 'cu_hours'],
] as const;

/** Observations: a row per compute, its cost, and the unknowns. */
export function observationReport(summary: ObservedSummary): Document {
  const { scenario, observed, computes, duration_seconds, warnings } = summary;
  type Row = (typeof computes)[number];
  const finished = observed.operations.filter(({ duration_ms }) => duration_ms !== undefined);
  return {
    about: scenario,
    title: `${duration(duration_seconds)} observed, every ${duration(observed.poll_seconds)}`,
    facts: [],
    warnings: [],
    parts: [
      table<Row>({
        id: 'computes',
        rows: computes,
        columns: [
          column('compute', 'compute', 'text', (compute) => compute?.name),
          ...COLUMNS.map(([head, name, unit]) => column<Row>(name, head, unit, (compute) => compute?.[name])),
        ],
      }),
      labelledTexts('remarks', [
        ['Cost', costText(summary)],
        ['Operations', `${observed.operations.length} seen, ${finished.length} finished`],
        ['Not seen', ...warnings],
      ]),
    ],
  };
}

function costText({ total, observed, plan }: ObservedSummary): string {
  const price = `at ${money(plan.price.usd_per_cu_hour)} per CU-hour of plan ${plan.name}`;
  const { cost_usd_at_least: least, cost_usd_at_most: most } = observed;
  if (typeof total?.cost_usd === 'number') {
    const [low, high] = [money(least), money(most)];
    if (low === high) return `${money(total.cost_usd)} ${price}`;
    return `about ${money(total.cost_usd)} ${price}, ${low} to ${high}: some changes came at an unknown moment between two looks`;
  }
  return `between ${money(least)} and ${money(most)} ${price}: the API does not report the size between the limits`;
}
