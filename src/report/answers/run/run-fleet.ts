import { sum } from '../../../kernel/sums.js';
import type {
  ClassSummary,
  FleetSummary,
  RankedTenant,
  TenantSummary,
} from '../../../study/run/fleet-summary.js';
import type { Summary } from '../../../study/run/summary.js';
import { centShares } from '../../../vendors/cents.js';
import { column } from '../../document/column.js';
import { notesOn, notesPart, type Part, table } from '../../document/report.js';
import { count, duration, money, percent, signed } from '../../figures/figure-text.js';
import { type CostPeriod, costPeriod } from '../../figures/month-basis.js';
import { when } from '../../text/when.js';
import { drawSentences } from '../fleet-words.js';

/** Timeouts that are shown in addition to the shortest one, if the plan allows them. */
const SHOWN_TIMEOUTS_SECONDS: ReadonlySet<number> = new Set([120, 300, 600, 1800, 3600]);
/** Tenants in the table, the most expensive first. */
const MAX_TENANTS = 2000;

/** Who a fleet's tenants are, what they cost, and what other timeouts would change; nothing without a fleet. */
export function fleetParts(summary: Summary): readonly Part[] {
  const { fleet } = summary;
  if (fleet === undefined) return [];
  const period = costPeriod(summary);
  return [
    { kind: 'facts', id: 'fleet', title: 'Fleet', facts: fleetFacts(fleet, period) },
    notesPart('draws', notesOn('', [...when(!period.carried, period.note), ...drawSentences(summary)])),
    ...(fleet.teams === undefined ? [] : [groupTable('teams', 'Team', fleet.teams, period)]),
    groupTable('classes', 'Class', fleet.classes, period),
    rankingTable(fleet, period),
    timeoutsTable(fleet, period),
    ...tenantParts(summary, fleet, period),
  ];
}

function fleetFacts(fleet: FleetSummary, period: CostPeriod) {
  const { never_used, tenant_cost_usd_per_month: cost, concentration } = fleet;
  const usd = (per_month: number): string => money(period.usd(per_month));
  const spread = concentration.cost;
  return [
    {
      label: 'Tenants',
      parts: [count(fleet.tenants), ...when(never_used > 0, `${count(never_used)} never used`)],
    },
    {
      label: 'A tenant',
      parts: [
        `${usd(cost.mean)} ${period.each} on average`,
        `half up to ${usd(cost.p50)}`,
        `p90 ${usd(cost.p90)}`,
        `p99 ${usd(cost.p99)}`,
        `at most ${usd(cost.max)}`,
      ],
    },
    ...(spread === null
      ? []
      : [
          {
            label: 'Spread',
            parts: [
              `the most expensive 1 % account for ${percent(spread.top_1_percent)} of the cost`,
              `10 % for ${percent(spread.top_10_percent)}`,
              `Gini ${spread.gini.toFixed(2)}`,
            ],
          },
        ]),
  ];
}

/** Tenants by class, or by the team that is charged. */
function groupTable(
  id: string,
  head: string,
  rows: readonly ClassSummary[],
  { each, usd, even }: CostPeriod,
): Part {
  const costs = inCents(rows, usd);
  return table<ClassSummary>({
    id,
    caption: id === 'teams' ? 'Charged to teams' : 'Classes of tenants',
    folded: true,
    in: ['screen', 'markdown', 'page'],
    rows,
    columns: [
      { name: 'group', head, of: ({ name }) => ({ name }) },
      column('tenants', 'Tenants', 'count', ({ tenants }) => tenants),
      column('cost', `Cost ${each}`, 'dollars', (_, index) => costs[index]),
      column('share', 'Share of the cost', 'share', ({ cost_share }) => cost_share),
      column('saving', `Saved ${each}, shortest timeout (estimated)`, 'usd', (one) =>
        even(one.saving_usd_per_month),
      ),
      column('wakes', 'Wakes of the run', 'count', ({ wakes }) => Math.round(wakes), { minor: 2 }),
      column('queries', 'Queries of the run', 'count', ({ queries }) => Math.round(queries), { minor: 1 }),
    ],
  });
}

/** Costs to the cent that add up to the fleet's. */
function inCents(
  rows: readonly Pick<ClassSummary, 'cost_usd_per_month'>[],
  usd: CostPeriod['usd'],
): readonly number[] {
  const costs = rows.map((one) => usd(one.cost_usd_per_month));
  return centShares(costs, sum(costs));
}

/** Tenants with their costs to the cent, in the order of the fleet. */
function tenantCosts(tenants: readonly TenantSummary[], usd: CostPeriod['usd']): ReadonlyMap<string, number> {
  const costs = inCents(tenants, usd);
  return new Map(tenants.map(({ compute }, index) => [compute, costs[index]!]));
}

/** The top tenants by cost, by wakes and by the saving of a separate timeout, in one table. */
function rankingTable({ ranking, by_tenant }: FleetSummary, { each, usd, even }: CostPeriod): Part {
  const { cost_usd_per_month: costs, wakes, best_saving_usd_per_month: savings } = ranking;
  const dollars = tenantCosts(by_tenant, usd);
  const timeouts = new Map(by_tenant.map((one) => [one.compute, one.best_suspend_timeout_seconds]));
  const ranked = (
    name: string,
    head: string,
    list: readonly RankedTenant[],
    text: (tenant: RankedTenant) => string,
  ) =>
    column<number>(name, head, 'figure_text', (place) =>
      list[place] === undefined ? '' : `${list[place].compute} ${text(list[place])}`,
    );
  return table<number>({
    id: 'ranking',
    caption: 'First tenants',
    in: ['screen', 'markdown'],
    rows: Array.from({ length: Math.max(costs.length, wakes.length, savings.length) }, (_, place) => place),
    columns: [
      column('place', '', 'count', (place) => place + 1),
      ranked('costs', `Cost ${each}`, costs, ({ compute }) => money(dollars.get(compute) ?? 0)),
      ranked('wakes', 'Wakes of the run', wakes, ({ value }) => count(value)),
      ranked('savings', 'Saves with its best timeout', savings, ({ compute, value }) => {
        return `${money(even(value))} at ${duration(timeouts.get(compute) ?? 0)}`;
      }),
    ],
  });
}

/** The effect of other timeouts: one for all tenants, and one for each. */
function timeoutsTable({ saving }: FleetSummary, { each, even }: CostPeriod): Part {
  const { by_timeout, each_best, each_same_wakes, suspend_timeout_seconds: shortest } = saving;
  const forAll = by_timeout.filter(
    ({ suspend_timeout_seconds: one }) => one === shortest || SHOWN_TIMEOUTS_SECONDS.has(one),
  );
  const rows = [
    ...forAll.map((one) => ({ ...one, name: `${duration(one.suspend_timeout_seconds)} for all` })),
    { ...each_best, name: `each its best, a wake worth ${duration(each_best.wake_cost_seconds)}` },
    { ...each_same_wakes, name: 'each its own, no further wakes' },
  ];
  return table<(typeof rows)[number]>({
    id: 'timeouts',
    caption: 'Other suspend timeouts (estimated)',
    folded: true,
    in: ['screen', 'markdown', 'page'],
    rows: forAll.length < 2 ? [] : rows,
    columns: [
      { name: 'timeout', head: 'Suspend timeout', of: ({ name }) => name },
      column('saving', `Change in cost ${each}`, 'figure_text', (one) =>
        changeText(-even(one.saving_usd_per_month), money),
      ),
      column('wakes', `Change in wakes ${each}`, 'figure_text', (one) =>
        changeText(Math.round(even(one.saving_wakes_per_month)), count),
      ),
    ],
  });
}

interface Placed {
  readonly tenant: TenantSummary;
  readonly index: number;
}

/** Every tenant, to be searched by its name, its class and its team. */
function tenantParts(
  { computes }: Summary,
  { by_tenant, teams }: FleetSummary,
  { each, usd, even }: CostPeriod,
): readonly Part[] {
  const ranked = by_tenant
    .map((tenant, index) => ({ tenant, index }))
    .sort((a, b) => b.tenant.cost_usd_per_month - a.tenant.cost_usd_per_month || a.index - b.index);
  const costs = tenantCosts(by_tenant, usd);
  const ofTenant = (
    name: string,
    head: string,
    unit: 'usd' | 'dollars' | 'share' | 'count' | 'seconds',
    of: (tenant: TenantSummary) => number | null,
  ) => column<Placed>(name, head, unit, ({ tenant }) => of(tenant));
  return [
    table<Placed>({
      id: 'tenants',
      title: 'Tenants',
      caption: 'Tenants, the most expensive first',
      behind: true,
      in: ['page'],
      searched: 'tenants',
      rows: ranked,
      max_rows: MAX_TENANTS,
      rest: 'that cost less; tenants.csv (--out) has all',
      below: notesOn('', ['savings are estimated, each with the timeout that costs the tenant least']),
      columns: [
        { name: 'tenant', head: 'Tenant', of: ({ tenant }) => ({ name: tenant.compute }) },
        { name: 'class', head: 'Class', of: ({ tenant }) => ({ name: tenant.class }) },
        ...(teams === undefined
          ? []
          : [{ name: 'team', head: 'Team', of: ({ tenant }: Placed) => ({ name: tenant.team ?? '' }) }]),
        ofTenant('cost', `Cost ${each}`, 'dollars', ({ compute }) => costs.get(compute)!),
        ofTenant('share', 'Share of the cost', 'share', (one) => one.cost_share),
        ofTenant('queries', 'Queries of the run', 'count', (one) => Math.round(one.queries)),
        column('failed', 'Failed', 'count', ({ index }) => computes[index]?.queries.failed ?? 0),
        column('p99', 'Latency, p99', 'milliseconds', ({ index }) => computes[index]?.latency_ms.p99),
        ofTenant('wakes', 'Wakes of the run', 'count', (one) => Math.round(one.wakes)),
        ofTenant('timeout', 'Best timeout', 'seconds', (one) => one.best_suspend_timeout_seconds),
        ofTenant('saving', `Saves ${each}`, 'usd', (one) => even(one.best_saving_usd_per_month)),
        ofTenant('more', `More wakes ${each} then`, 'count', (one) =>
          Math.round(even(one.best_wakes_per_month)),
        ),
      ],
    }),
  ];
}

function changeText(value: number, text: (value: number) => string): string {
  return value === 0 ? 'as now' : signed(value, text);
}
