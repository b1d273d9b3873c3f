import type { z } from 'zod';
import { COUNT, DURATION, decided, quantity, SHARE, USD } from '../form/quantity-schema.js';
import { section } from '../form/section.js';

const latency = (which: string) =>
  quantity(decided(DURATION), `${which} latency at most, as a duration.`).optional();
/** A bare 1 may be meant as 1 % or as 100 %. */
const OBJECTIVE_SHARE = decided({
  ...SHARE,
  name: 'ObjectiveShare',
  parse: (value) => (value === 1 ? undefined : SHARE.parse(value)),
});
const share = (description: string) => quantity(OBJECTIVE_SHARE, description).optional();

/** Service level objectives over the whole scenario. */
export const objectivesSchema = section(
  {
    success_rate: share('Share of queries completed, at least.'),
    availability_time: share(
      'Share of time in which a connection would have been accepted at once, at least.',
    ),
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

/** Objectives as the scenario says them; latencies in seconds. */
export type ObjectivesForm = z.output<typeof objectivesSchema>;

/** Figures an objective may be about; a latency is in milliseconds, a share lies in [0, 1]. */
export type ObjectiveName = keyof ObjectivesForm;

/** An objective over the whole scenario: `success_rate` and `availability_time` at least, the others at most. */
export interface Objective {
  readonly objective: ObjectiveName;
  /** In the unit of the figure. */
  readonly target: number;
}
