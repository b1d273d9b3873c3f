import { SHIPPED_AGENT, SHIPPED_SCALING } from './agent/configuration.js';
import { scalingGoal } from './agent/goal.js';
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

/** The unit in which the agent counts: .25 vCPU and 1 GiB. */
const UNIT = SHIPPED_AGENT.unit;

/**
 * The size the autoscaler wants: the CPU goal of the agent's core under its shipped configuration, at least
 * one unit, kept within the limits. Its memory and cache goals are not asked for.
 */
export function desiredSize(metrics: AutoscalerMetrics, configuration: AutoscalerConfiguration): number {
  const { load_average_1m } = metrics;
  const { load_average_fraction_target } = configuration;
  const { units } = scalingGoal(
    { ...SHIPPED_SCALING, load_average_fraction_target },
    UNIT,
    { load_average_1m, load_average_5m: load_average_1m, memory_usage_bytes: 0, memory_cached_bytes: 0 },
    undefined,
  );
  const goal_cu = Math.max(1, units) * AUTOSCALING_UNIT_CU;
  return Math.max(configuration.min_cu, Math.min(configuration.max_cu, goal_cu));
}
