import { drawSentences, type TimeoutRow, timeoutRows, timeoutsHead } from '../../answers/fleet-words.js';
import { count, counted, duration, milliseconds, money, percent } from '../../figures/figure-text.js';
import type { ClassSummary, FleetSummary, TenantSummary } from '../../figures/fleet-summary.js';
import { type CostPeriod, costPeriod } from '../../figures/month-basis.js';
import type { Summary } from '../../figures/summary.js';
import { rankedCurve } from '../charts/ranked-curve.js';
import { type Content, named, note } from '../markup/markup.js';
import { type Section, section } from '../markup/section.js';
import { barColumn, figures, measures, table, words } from '../markup/table.js';

/** Tenants in the table, the most expensive first. */
const MAX_TENANTS = 2000;
const PAPER_TENANTS = 15;

/** Who a fleet's tenants are, what they cost, and what other timeouts would change; no section where there is no fleet. */
export function fleetSections(summary: Summary): readonly Section[] {
  const { fleet } = summary;
  if (fleet === undefined) return [];
  const tenants = fleet.by_tenant
    .map((tenant, index) => ({ tenant, index }))
    .sort((a, b) => b.tenant.cost_usd_per_month - a.tenant.cost_usd_per_month || a.index - b.index);
  const period = costPeriod(summary);
  const content: readonly Content[] = [
    note(
      period.carried
        ? `Amounts a month are of ${period.note}.`
        : `Amounts are ${period.each}: ${period.note}.`,
    ),
    ...drawSentences(summary).map((sentence) => note(`${sentence[0]!.toUpperCase()}${sentence.slice(1)}.`)),
    fleet.teams === undefined ? null : groupTable('Charged to teams', 'Team', fleet.teams, period),
    groupTable('Classes of tenants', 'Class', fleet.classes, period),
    costCurve(
      fleet,
      tenants.map(({ tenant }) => tenant),
      period,
    ),
    timeoutTable(timeoutRows(fleet, period), period),
  ];
  return [
    section('fleet', 'Fleet', 'Fleet', content),
    section('tenants', 'Tenants', 'Tenants', tenantTable(tenants, summary, period)),
  ];
}

function groupTable(
  caption: string,
  head: string,
  groups: readonly ClassSummary[],
  { each: period, usd, even }: CostPeriod,
): Content {
  return table(
    caption,
    [
      words<ClassSummary>(head, ({ name }) => named(name)),
      figures<ClassSummary>('Tenants', ({ tenants }) => count(tenants)),
      measures<ClassSummary>(
        `Cost ${period}`,
        (each) => each.cost_usd_per_month,
        (each) => money(usd(each)),
      ),
      measures<ClassSummary>('Share of the cost', ({ cost_share }) => cost_share, percent),
      barColumn('Share of the largest', groups, ({ cost_share }) => cost_share),
      measures<ClassSummary>(
        `Saved ${period}, shortest timeout (estimated)`,
        (each) => each.saving_usd_per_month,
        (each) => money(even(each)),
      ),
      measures<ClassSummary>('Wakes of the run', ({ wakes }) => wakes, wholeCount),
      measures<ClassSummary>('Queries of the run', ({ queries }) => queries, wholeCount),
    ],
    groups,
    { sortable: true },
  );
}

/** Of what is a mean of several runs, or of tenants that others stand for. */
function wholeCount(value: number): string {
  return count(Math.round(value));
}

/** What the most expensive tenants have of the whole. */
function costCurve(
  fleet: FleetSummary,
  tenants: readonly TenantSummary[],
  { each, usd, even }: CostPeriod,
): Content {
  const tenth = Math.max(1, Math.round(tenants.length / 10));
  const share = tenants.slice(0, tenth).reduce((sum, { cost_share }) => sum + cost_share, 0);
  return rankedCurve({
    id: 'tenant-costs',
    title: `Cost of each tenant ${each}, the most expensive first`,
    label: `Cost ${each}, US dollars`,
    what: 'tenants',
    text: money,
    shares: [
      {
        first: tenth,
        text: `the first ${counted(tenth, 'tenant')}, to the line, cost ${percent(share)} of the whole`,
      },
    ],
    ranked: tenants.map((tenant) => ({
      value: usd(tenant.cost_usd_per_month),
      saving: even(tenant.best_saving_usd_per_month),
      lines: () => [
        `${tenant.compute} (${[tenant.class, ...(tenant.team === undefined ? [] : [tenant.team])].join(', ')})`,
        `${money(usd(tenant.cost_usd_per_month))} ${each}, ${percent(tenant.cost_share)} of ${fleet.name}`,
        `saves ${money(even(tenant.best_saving_usd_per_month))} with its best timeout (estimated)`,
      ],
    })),
  });
}

function timeoutTable(rows: readonly TimeoutRow[], period: CostPeriod): Content {
  if (rows.length === 0) return null;
  return table(
    'What other suspend timeouts would change, estimated from the idle periods of each tenant',
    timeoutsHead(period).map((head, column) =>
      (column === 0 ? words<TimeoutRow> : figures<TimeoutRow>)(head, (row) => row[column]),
    ),
    rows,
  );
}

/** A tenant with its place in the fleet. */
interface Placed {
  readonly tenant: TenantSummary;
  readonly index: number;
}

/** Every tenant, to be searched by its name, its class and its team. */
function tenantTable(
  all: readonly Placed[],
  { computes, fleet }: Summary,
  { each: period, usd: ofRun, even }: CostPeriod,
): Content {
  const shown = all.slice(0, MAX_TENANTS);
  const usd = (head: string, of: (tenant: TenantSummary) => number) =>
    measures<Placed>(head, ({ tenant }) => of(tenant), money);
  const counts = (head: string, of: (placed: Placed) => number) => measures<Placed>(head, of, wholeCount);
  const teams =
    fleet?.teams === undefined ? [] : [words<Placed>('Team', ({ tenant }) => named(tenant.team ?? ''))];
  const more = all.length - shown.length;
  return [
    table(
      'Tenants, the most expensive first',
      [
        words<Placed>('Tenant', ({ tenant }) => named(tenant.compute)),
        words<Placed>('Class', ({ tenant }) => named(tenant.class)),
        ...teams,
        usd(`Cost ${period}`, (each) => ofRun(each.cost_usd_per_month)),
        measures<Placed>('Share of the cost', ({ tenant }) => tenant.cost_share, percent),
        counts('Queries of the run', ({ tenant }) => tenant.queries),
        counts('Failed', ({ index }) => computes[index]?.queries.failed ?? 0),
        measures<Placed>(
          'Latency, p99',
          ({ index }) => computes[index]?.latency_ms.p99 ?? null,
          milliseconds,
        ),
        counts('Wakes of the run', ({ tenant }) => tenant.wakes),
        measures<Placed>('Best timeout', ({ tenant }) => tenant.best_suspend_timeout_seconds, duration),
        usd(`Saves ${period}`, (each) => even(each.best_saving_usd_per_month)),
        counts(`More wakes ${period} then`, ({ tenant }) => even(tenant.best_wakes_per_month)),
      ],
      shown,
      { quiet: true, sortable: true, searched: 'tenants', paper_rows: PAPER_TENANTS },
    ),
    note('Savings are estimated, each with the timeout that costs the tenant least.'),
    note(more > 0 ? `${count(more)} tenants cost less; tenants.csv (--out) has all.` : null),
  ];
}
