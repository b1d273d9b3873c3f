import { drawSentences, TIMEOUTS_HEAD, type TimeoutRow, timeoutRows } from '../../answers/fleet-words.js';
import { count, duration, money, percent } from '../../figures/figure-text.js';
import type { ClassSummary, TenantSummary } from '../../figures/fleet-summary.js';
import type { Summary } from '../../figures/summary.js';
import { type Content, note } from '../markup/markup.js';
import { type Section, section } from '../markup/section.js';
import { barColumn, figures, table, words } from '../markup/table.js';

/** Tenants in the table, the most expensive first. */
const MAX_TENANTS = 30;

/** Who a fleet's tenants are, what they cost, and what other timeouts would change; no section where there is no fleet. */
export function fleetSections(summary: Summary): readonly Section[] {
  const { fleet } = summary;
  if (fleet === undefined) return [];
  const tenants = fleet.by_tenant.toSorted((a, b) => b.cost_usd_per_month - a.cost_usd_per_month);
  const shown = tenants.slice(0, MAX_TENANTS);
  const more = tenants.length - shown.length;
  const content: readonly Content[] = [
    ...drawSentences(summary).map((sentence) => note(`${sentence[0]!.toUpperCase()}${sentence.slice(1)}.`)),
    classTable(fleet.classes),
    timeoutTable(timeoutRows(fleet)),
    tenantTable(shown),
    note(more > 0 ? `${count(more)} tenants cost less; tenants.csv (--out) has all.` : null),
  ];
  return [section('fleet', 'Fleet', 'Fleet', content)];
}

function classTable(classes: readonly ClassSummary[]): Content {
  return table(
    'Classes of tenants',
    [
      words<ClassSummary>('Class', ({ name }) => name),
      figures<ClassSummary>('Tenants', ({ tenants }) => count(tenants)),
      figures<ClassSummary>('Cost a month', (each) => money(each.cost_usd_per_month)),
      figures<ClassSummary>('Share of the cost', ({ cost_share }) => percent(cost_share)),
      barColumn('Share of the largest', classes, ({ cost_share }) => cost_share),
      figures<ClassSummary>('Wakes', ({ wakes }) => count(wakes)),
      figures<ClassSummary>('Queries', ({ queries }) => count(queries)),
    ],
    classes,
  );
}

function timeoutTable(rows: readonly TimeoutRow[]): Content {
  if (rows.length === 0) return null;
  return table(
    'What other suspend timeouts would change, estimated from the idle periods of each tenant',
    TIMEOUTS_HEAD.map((head, column) =>
      (column === 0 ? words<TimeoutRow> : figures<TimeoutRow>)(head, (row) => row[column]),
    ),
    rows,
  );
}

function tenantTable(tenants: readonly TenantSummary[]): Content {
  return table(
    'The most expensive tenants, and what each would save with its best timeout (estimated)',
    [
      words<TenantSummary>('Tenant', ({ compute }) => compute),
      words<TenantSummary>('Class', (each) => each.class),
      figures<TenantSummary>('Cost a month', (each) => money(each.cost_usd_per_month)),
      figures<TenantSummary>('Wakes', ({ wakes }) => count(wakes)),
      figures<TenantSummary>('Best timeout', ({ best_suspend_timeout_seconds: best }) =>
        best === null ? '-' : duration(best),
      ),
      figures<TenantSummary>('Saves a month', (each) => money(each.best_saving_usd_per_month)),
      figures<TenantSummary>('Wakes a month', (each) => count(Math.round(each.best_wakes_per_month))),
    ],
    tenants,
  );
}
