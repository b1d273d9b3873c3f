import { AUTOSCALING_UNIT_CU } from './size.js';

/** What the autoscaler looks at. */
export interface AutoscalerMetrics {
  /** Linux's one-minute load average. */
  readonly load_average_1m: number;
}

/** What it is told to keep to. */
export interface AutoscalerConfiguration {
  /** Load average it aims at for each vCPU. */
  readonly load_average_fraction_target: number;
  readonly min_cu: number;
  readonly max_cu: number;
}

/**
 * The size the autoscaler wants: the CPU goal of the agent's core, round(load / target / unit) units of
 * .25 vCPU, at least one unit, kept within the limits. Source: the agent's `goalcu.go` with the shipped
 * configuration, in which only the one-minute load average counts.
 */
export function desiredSize(metrics: AutoscalerMetrics, configuration: AutoscalerConfiguration): number {
  const units = Math.round(
    metrics.load_average_1m / configuration.load_average_fraction_target / AUTOSCALING_UNIT_CU,
  );
  const goal_cu = Math.max(1, units) * AUTOSCALING_UNIT_CU;
  return Math.max(configuration.min_cu, Math.min(configuration.max_cu, goal_cu));
}
