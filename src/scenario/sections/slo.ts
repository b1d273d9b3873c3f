import type { z } from 'zod';
import { COUNT, decided, LATENCY_LIMIT, quantity, SHARE, USD } from '../form/quantity-schema.js';
import { section } from '../form/section.js';
import { isMapping } from '../form/shown.js';

const latency = (which: string) =>
  quantity(decided(LATENCY_LIMIT), `${which} latency at most, as a duration.`).optional();
/** A bare 1 could mean 1 % or 100 %. */
const OBJECTIVE_SHARE = decided({
  ...SHARE,
  name: 'ObjectiveShare',
  parse: (value) => (value === 1 ? undefined : SHARE.parse(value)),
});
const share = (description: string) => quantity(OBJECTIVE_SHARE, description).optional();

export const slo = section(
  {
    success_rate: share('Share of queries completed, at least.'),
    availability_time: share('Minimum share of time when a connection would have been accepted at once.'),
    wake_probability: share('Share of arrivals that found the compute suspended, at most.'),
    delayed_probability: share('Share of arrivals that waited for a wake or restart, at most.'),
    latency_mean: latency('Mean'),
    latency_p50: latency('Median'),
    latency_p90: latency('90th percentile of'),
    latency_p95: latency('95th percentile of'),
    latency_p99: latency('99th percentile of'),
    latency_p999: latency('99.9th percentile of'),
    latency_max: latency('Longest'),
    cost_usd: quantity(decided(USD), 'Cost of the run in USD, at most.').optional(),
    cost_usd_per_month: quantity(decided(USD), 'Cost in USD per month, at most.').optional(),
    cu_hours: quantity(decided(COUNT), 'CU-hours of the run, at most.').optional(),
  },
  'Service level objectives over the whole scenario.',
);

type SloItem = z.output<typeof slo>;

/** Figures that objectives can refer to; a latency is in milliseconds, a share lies in [0, 1]. */
export type ObjectiveName = keyof SloItem;

/** An objective over the whole scenario: a minimum for `success_rate` and `availability_time`, otherwise a maximum. */
export interface Objective {
  readonly objective: ObjectiveName;
  /** In the unit of the figure. */
  readonly target: number;
}

/** The objectives in the order of the file. @param written the section as written */
export function completeObjectives(item: SloItem = {}, written: unknown): readonly Objective[] {
  const order = Object.keys(isMapping(written) ? written : {}) as ObjectiveName[];
  return order.map((objective) => ({ objective, target: item[objective]! }));
}
