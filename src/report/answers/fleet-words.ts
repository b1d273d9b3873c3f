import { count, counted, duration, money } from '../figures/figure-text.js';
import type { FleetSummary } from '../figures/fleet-summary.js';
import { type CostPeriod, costPeriod } from '../figures/month-basis.js';
import { withSpread } from '../figures/spread-text.js';
import type { Summary } from '../figures/summary.js';

/** Timeouts that a short table shows besides the shortest, where the plan allows them. */
const SHOWN_TIMEOUTS_SECONDS: ReadonlySet<number> = new Set([120, 300, 600, 1800, 3600]);

/** What the half-widths of a fleet are about, and what its cost would be with other tenants; nothing for no fleet. */
export function drawSentences(summary: Summary): readonly string[] {
  const { fleet, ci, redrawn, draws } = summary;
  if (fleet === undefined) return [];
  const { each, usd } = costPeriod(summary);
  const { mean, half_width, confidence } = fleet.cost_of_draws_usd_per_month;
  const spread = { mean: usd(mean), half_width: usd(half_width), confidence };
  const likely = Number.isFinite(half_width)
    ? [`fleets drawn like it: ${withSpread(spread.mean, money, spread)} ${each} (estimated)`]
    : [];
  if (ci === undefined) return likely;
  if (redrawn !== true) {
    return [
      'every ± is for these tenants, drawn once from the seed; other tenants may lie far outside: see --redraw tenants',
      ...likely,
    ];
  }
  const share = draws?.between_draws.cost_usd ?? null;
  return [
    'each replication drew its tenants anew, and every ± is for such fleets; the tenants below are those of the first',
    ...(share === null
      ? []
      : [
          `${aboutShare(share)} of the variance of the cost is between draws, the rest is chance with the same tenants`,
        ]),
  ];
}

/** A row of the table of timeouts: which, what it saves in a month, the wakes that it brings. */
export type TimeoutRow = readonly [timeouts: string, saving: string, wakes: string];

/** What stands above the table of timeouts. */
export function timeoutsHead({ each }: CostPeriod): TimeoutRow {
  return ['Suspend timeout', `Change in cost ${each}`, `Change in wakes ${each}`];
}

/** What other timeouts would change, estimated: one for all tenants, and one for each. */
export function timeoutRows({ saving }: FleetSummary, { even }: CostPeriod): readonly TimeoutRow[] {
  const { by_timeout, each_best, each_same_wakes, suspend_timeout_seconds: shortest } = saving;
  const changed = (name: string, one: FleetSummary['saving']['each_same_wakes']): TimeoutRow => [
    name,
    signed(-even(one.saving_usd_per_month), money),
    signed(Math.round(even(one.saving_wakes_per_month)), count),
  ];
  const forAll = by_timeout.filter(
    ({ suspend_timeout_seconds: one }) => one === shortest || SHOWN_TIMEOUTS_SECONDS.has(one),
  );
  if (forAll.length < 2) return [];
  return [
    ...forAll.map((one) => changed(`${duration(one.suspend_timeout_seconds)} for all`, one)),
    changed(`each its best, a wake worth ${duration(each_best.wake_cost_seconds)}`, each_best),
    changed('each its own, no further wakes', each_same_wakes),
  ];
}

/** The saving in a few words: with the shortest timeout for all, and with one for each. */
export function savingParts({ saving }: FleetSummary, { each, even }: CostPeriod): readonly string[] {
  const { suspend_timeout_seconds, saving_usd_per_month, saving_wakes_per_month } = saving;
  const { each_same_wakes } = saving;
  const timeout = duration(suspend_timeout_seconds);
  const own =
    each_same_wakes.saving_usd_per_month > 0
      ? `${money(even(each_same_wakes.saving_usd_per_month))} with a timeout for each and no more wakes`
      : undefined;
  const parts =
    saving_usd_per_month === 0
      ? [`nothing with a timeout of ${timeout}, the shortest that the plan allows`, own]
      : [
          `${money(even(saving_usd_per_month))} ${each} with ${timeout} for all`,
          `for ${counted(Math.round(even(saving_wakes_per_month)), 'more wake')}`,
          own,
        ];
  const told = parts.filter((part) => part !== undefined);
  return told.map((part, index) => (index === told.length - 1 ? `${part} (estimated)` : part));
}

/** Few runs tell it: to a percent at most. */
function aboutShare(share: number): string {
  return share > 0.99 ? 'more than 99 %' : `about ${Math.round(100 * share)} %`;
}

function signed(value: number, text: (value: number) => string): string {
  if (value === 0) return 'as now';
  return `${value < 0 ? '-' : '+'}${text(Math.abs(value))}`;
}
