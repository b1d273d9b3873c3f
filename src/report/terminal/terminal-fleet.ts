import { count, counted, duration, money, percent } from '../figures/figure-text.js';
import type { FleetSummary, RankedTenant } from '../figures/fleet-summary.js';
import { labelled, type TextLine, wrapped } from '../text/text-block.js';
import { tableLines } from './terminal-table.js';

/** What the half-widths of a fleet leave out. */
const DRAWS = {
  'same tenants':
    'every ± is for these tenants, drawn once from the seed; fleets of other tenants may lie far outside: see --redraw tenants',
  'other tenants':
    'each replication drew its tenants anew, and every ± is for such fleets; the tenants below are those of the first',
} as const;

/** Columns of a tenant with its figure, two spaces before them included. */
const CELL = 25;

/**
 * Who the tenants are, how unevenly the cost is spread over them, and what a shorter timeout would save.
 * @param replicated whether the figures are means of replications, and whether each drew its tenants anew
 */
export function fleetLines(
  fleet: FleetSummary,
  width: number,
  replicated: 'no' | 'same tenants' | 'other tenants' = 'no',
): readonly TextLine[] {
  const { classes, never_used, tenant_cost_usd_per_month: cost, concentration, saving } = fleet;
  return [
    ...labelled(
      'Fleet',
      [
        counted(fleet.tenants, 'tenant'),
        ...classes.map(
          (each) => `${count(each.tenants)} ${each.name} (${percent(each.cost_share)} of the cost)`,
        ),
        ...(never_used > 0 ? [`${count(never_used)} never used`] : []),
      ],
      width,
    ),
    ...(replicated === 'no' ? [] : wrapped('', DRAWS[replicated], width)),
    ...labelled(
      'A tenant',
      [
        `${money(cost.mean)} a month on average`,
        `half up to ${money(cost.p50)}`,
        `p90 ${money(cost.p90)}`,
        `p99 ${money(cost.p99)}`,
        `at most ${money(cost.max)}`,
      ],
      width,
    ),
    ...(concentration.cost === null
      ? []
      : labelled(
          'Spread',
          [
            `the most expensive 1 % account for ${percent(concentration.cost.top_1_percent)} of the cost`,
            `10 % for ${percent(concentration.cost.top_10_percent)}`,
            `Gini ${concentration.cost.gini.toFixed(2)}`,
          ],
          width,
        )),
    ...labelled('Could save', savingParts(saving), width),
  ];
}

function savingParts(saving: FleetSummary['saving']): readonly string[] {
  const timeout = duration(saving.suspend_timeout_seconds);
  if (saving.saving_usd_per_month === 0) {
    return [`nothing with a timeout of ${timeout}, the shortest that the plan allows (estimated)`];
  }
  return [
    `${money(saving.saving_usd_per_month)} a month with a timeout of ${timeout}`,
    `for ${counted(Math.round(saving.saving_wakes_per_month), 'more wake')} (estimated)`,
  ];
}

/** The first tenants by cost, by wakes and by what they could save, side by side. */
export function rankingLines({ ranking }: FleetSummary, width: number): readonly TextLine[] {
  const { cost_usd_per_month: costs, wakes, saving_usd_per_month: savings } = ranking;
  const rows = Math.max(costs.length, wakes.length, savings.length);
  if (rows === 0) return [];
  const cell = (tenant: RankedTenant | undefined, text: (value: number) => string): string =>
    tenant === undefined ? '' : `${tenant.compute} ${text(tenant.value).padStart(8)}`;
  return tableLines(
    ['', 'Cost a month', 'Wakes', 'Could save a month'],
    Array.from({ length: rows }, (_, place) => [
      String(place + 1).padStart(2),
      cell(costs[place], money),
      cell(wakes[place], count),
      cell(savings[place], money),
    ]),
    width,
    CELL,
  );
}
