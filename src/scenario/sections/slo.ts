import type { z } from 'zod';
import { COUNT, exact, LATENCY_LIMIT, quantity, SHARE, USD } from '../form/quantity-schema.js';
import { section } from '../form/section.js';
import { isMapping } from '../form/shown.js';

const latency = (which: string) =>
  quantity(exact(LATENCY_LIMIT), `Maximum ${which} latency, as a duration.`).optional();
/** A bare 1 could mean 1 % or 100 %. */
const OBJECTIVE_SHARE = exact({
  ...SHARE,
  name: 'ObjectiveShare',
  parse: (value) => (value === 1 ? undefined : SHARE.parse(value)),
});
const share = (description: string) => quantity(OBJECTIVE_SHARE, description).optional();

export const slo = section(
  {
    success_rate: share('Minimum share of queries that complete.'),
    availability_time: share('Minimum share of time when connections are accepted immediately.'),
    wake_probability: share('Maximum share of arrivals that find the compute suspended.'),
    delayed_probability: share('Maximum share of arrivals that wait for a wake or restart.'),
    latency_mean: latency('mean'),
    latency_p50: latency('median'),
    latency_p90: latency('90th percentile'),
    latency_p95: latency('95th percentile'),
    latency_p99: latency('99th percentile'),
    latency_p999: latency('99.9th percentile'),
    latency_max: latency('Longest'),
    cost_usd: quantity(exact(USD), 'Maximum cost of the run in USD.').optional(),
    cost_usd_per_month: quantity(exact(USD), 'Maximum cost per month in USD.').optional(),
    cu_hours: quantity(exact(COUNT), 'Maximum CU-hours of the run.').optional(),
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
