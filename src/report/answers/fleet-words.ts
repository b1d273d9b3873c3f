import type { Summary } from '../../study/run/summary.js';
import { money } from '../figures/figure-text.js';
import { costPeriod } from '../figures/month-basis.js';
import { withSpread } from '../figures/spread-text.js';
import { when } from '../text/when.js';

/** The meaning of a fleet's half-widths, and its cost with other tenants; empty for single computes. */
export function drawSentences(summary: Summary): readonly string[] {
  const { fleet, ci, redrawn } = summary;
  if (fleet === undefined) return [];
  const { each, usd } = costPeriod(summary);
  const { mean, half_width } = fleet.cost_of_draws_usd_per_month;
  const cost = withSpread(usd(mean), money, { half_width: usd(half_width) });
  const likely = when(Number.isFinite(half_width), `fleets drawn like it: ${cost} ${each} (estimated)`);
  if (ci === undefined) return likely;
  if (redrawn !== true) {
    return [
      'every ± is for these tenants, drawn once from the seed; other tenants may lie far outside: see --redraw tenants',
      ...likely,
    ];
  }
  return [
    'each replication drew new tenants, and every ± is for such fleets; the tenants below are those of the first',
  ];
}
