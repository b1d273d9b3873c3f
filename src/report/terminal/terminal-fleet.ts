import { drawSentences, savingParts } from '../answers/fleet-words.js';
import { count, counted, duration, money, percent } from '../figures/figure-text.js';
import type { FleetSummary, RankedTenant } from '../figures/fleet-summary.js';
import { type CostPeriod, costPeriod } from '../figures/month-basis.js';
import type { Summary } from '../figures/summary.js';
import { tableLines } from '../text/fitted-table.js';
import { labelled, type TextLine, wrapped } from '../text/text-block.js';

/** Who the tenants are, how unevenly the cost is spread over them, and what other timeouts would save. */
export function fleetLines(summary: Summary, fleet: FleetSummary, width: number): readonly TextLine[] {
  const { classes, never_used, tenant_cost_usd_per_month: cost, concentration } = fleet;
  const period = costPeriod(summary);
  const usd = (per_month: number): string => money(period.usd(per_month));
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
    ...wrapped('', drawSentences(summary).join('; '), width),
    ...labelled(
      'A tenant',
      [
        `${usd(cost.mean)} ${period.each} on average`,
        `half up to ${usd(cost.p50)}`,
        `p90 ${usd(cost.p90)}`,
        `p99 ${usd(cost.p99)}`,
        `at most ${usd(cost.max)}`,
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
    ...labelled('Could save', savingParts(fleet, period), width),
  ];
}

/** The first tenants by cost, by wakes and by what a timeout of their own could save, side by side. */
export function rankingLines(
  { ranking, by_tenant }: FleetSummary,
  { each, usd, even }: CostPeriod,
  width: number,
): readonly TextLine[] {
  const { cost_usd_per_month: costs, wakes, best_saving_usd_per_month: savings } = ranking;
  const rows = Math.max(costs.length, wakes.length, savings.length);
  if (rows === 0) return [];
  const timeouts = new Map(by_tenant.map((one) => [one.compute, one.best_suspend_timeout_seconds]));
  const named = ({ compute }: RankedTenant, figure: string): string => `${compute} ${figure}`;
  const cell = (tenant: RankedTenant | undefined, text: (value: number) => string): string =>
    tenant === undefined ? '' : named(tenant, text(tenant.value).padStart(8));
  const saving = (tenant: RankedTenant | undefined): string => {
    const timeout = tenant && timeouts.get(tenant.compute);
    return tenant && timeout ? named(tenant, `${money(even(tenant.value))} at ${duration(timeout)}`) : '';
  };
  const table = {
    head: ['', `Cost ${each}`, 'Wakes of the run', 'Saves with its best timeout'],
    rows: Array.from({ length: rows }, (_, place) => [
      String(place + 1).padStart(2),
      cell(costs[place], (value) => money(usd(value))),
      cell(wakes[place], count),
      saving(savings[place]),
    ]),
  };
  return tableLines(table, width);
}
