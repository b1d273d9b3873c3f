import {
  type AgentConfiguration,
  SHIPPED_AGENT,
  SHIPPED_SCALING,
} from '../../compute/agent/configuration.js';
import { AUTOSCALING_UNIT_CU } from '../../compute/size.js';
import type { ModelConstants } from '../../scenario/scenario.js';

/** Periods between evaluations of metrics, and between fetches of the working set: it sleeps after each fetch. */
export function metricsPeriods(model: ModelConstants): {
  readonly system_seconds: number;
  readonly lfc_seconds: number;
} {
  const { metrics_interval, lfc_metrics_interval, metrics_fetch_latency: fetch } = model;
  return { system_seconds: metrics_interval + fetch, lfc_seconds: lfc_metrics_interval + fetch };
}

/** The agent's configuration under a scenario's constants; settings without a constant keep their defaults. */
export function agentConfiguration(model: ModelConstants): AgentConfiguration {
  return {
    unit: {
      milli_cpu: AUTOSCALING_UNIT_CU * 1000,
      memory_bytes: AUTOSCALING_UNIT_CU * model.memory_per_cu,
    },
    scaling: {
      ...SHIPPED_SCALING,
      load_average_fraction_target: model.load_average_fraction_target,
      memory_usage_fraction_target: model.memory_usage_fraction_target,
      memory_total_fraction_target: model.memory_total_fraction_target,
      cpu_stable_zone_ratio: model.cpu_stable_zone_ratio,
      cpu_mixed_zone_ratio: model.cpu_mixed_zone_ratio,
      enable_lfc_metrics: model.lfc_metrics,
    },
    loop: SHIPPED_AGENT.loop,
  };
}
