import { readFileSync } from 'node:fs';
import {
  type AgentConfiguration,
  type ScalingConfiguration,
  SHIPPED_LOOP,
} from '../../../src/compute/agent/configuration.js';
import type { SystemMetrics } from '../../../src/compute/agent/goal.js';
import type { LfcMetrics } from '../../../src/compute/agent/lfc-goal.js';
import type { Resources } from '../../../src/compute/agent/resources.js';

interface VectorConfiguration {
  readonly loadAverageFractionTarget: number;
  readonly memoryUsageFractionTarget: number;
  readonly memoryTotalFractionTarget: number;
  readonly enableLFCMetrics: boolean;
  readonly lfcUseLargestWindow: boolean;
  readonly lfcToMemoryRatio: number;
  readonly lfcWindowSizeMinutes: number;
  readonly lfcMinWaitBeforeDownscaleMinutes: number;
  readonly cpuStableZoneRatio: number;
  readonly cpuMixedZoneRatio: number;
}

export interface VectorResources {
  readonly milliCPU: number;
  readonly memBytes: number;
}

/** Inputs common to both kinds of test vector for the agent's core. */
export interface VectorInputs {
  readonly name: string;
  readonly config: VectorConfiguration;
  readonly computeUnit: { readonly vcpu: number; readonly memBytes: number };
  readonly loadavg1: number | null;
  readonly loadavg5: number | null;
  readonly memUsageBytes: number | null;
  readonly memCachedBytes: number | null;
  readonly wss: readonly number[] | null;
}

export interface GoalVector extends VectorInputs {
  readonly expected: {
    readonly hasAllMetrics: boolean;
    readonly parts: { readonly cpu: number | null; readonly mem: number | null; readonly lfc: number | null };
    readonly goal: number;
    readonly productCU: number;
    readonly warnings: readonly string[];
    readonly lfcDetail?: {
      readonly estimateWssPages: number;
      readonly projectedSliceLength: number;
      readonly predictedNextWssPages: number;
      readonly wssBytes: number;
    };
  };
}

export interface DesiredVector extends VectorInputs {
  readonly vm: {
    readonly min: VectorResources;
    readonly max: VectorResources;
    readonly using: VectorResources;
  };
  readonly requestedUpscale: {
    readonly cpu: boolean;
    readonly memory: boolean;
    readonly base: VectorResources;
  } | null;
  readonly deniedDownscale: { readonly requested: VectorResources } | null;
  readonly expected: {
    readonly goalAfterRequests: number;
    readonly desired: VectorResources;
    readonly warnings: readonly string[];
  };
}

export interface SeriesVector {
  readonly name: string;
  readonly series: readonly number[];
  readonly expected: number;
}

export interface EstimatorVector extends SeriesVector {
  readonly config: {
    readonly maxAllowedIncreaseFactor: number;
    readonly initialOffset: number;
    readonly windowSize: number;
  };
}

export interface MonitorSizeVector {
  readonly memGiB: number;
  readonly usableBytes: number;
  readonly fileCacheSizeMiB: number;
  readonly cgroupThresholdBytes: number;
  readonly maxAvgNonReclaimableToAcceptDownscaleToThisSize: number;
}

export interface MonitorDownscaleVector {
  readonly fromGiB: number;
  readonly toGiB: number;
  readonly avgNonReclaimableMiB: number;
  readonly samples: number;
  readonly statsAgeMs: number;
  readonly newThresholdBytes: number;
  readonly result: string;
}

/** `autoscaler.json`: inputs and outputs of the platform's autoscaler. */
export const VECTORS: {
  readonly vectors: readonly GoalVector[];
  readonly desiredResources: readonly DesiredVector[];
  readonly wssEstimator: readonly EstimatorVector[];
  readonly projectNextHighest: readonly (SeriesVector & { readonly projectLen: number })[];
  readonly vmMonitorSizes: readonly MonitorSizeVector[];
  readonly vmMonitorDownscale: readonly MonitorDownscaleVector[];
} = JSON.parse(readFileSync(new URL('../../vectors/autoscaler.json', import.meta.url), 'utf8'));

/** The configuration of a vector in the agent's format. */
export function configurationOf({ config, computeUnit }: VectorInputs): AgentConfiguration {
  const scaling: ScalingConfiguration = {
    load_average_fraction_target: config.loadAverageFractionTarget,
    memory_usage_fraction_target: config.memoryUsageFractionTarget,
    memory_total_fraction_target: config.memoryTotalFractionTarget,
    enable_lfc_metrics: config.enableLFCMetrics,
    lfc_use_largest_window: config.lfcUseLargestWindow,
    lfc_to_memory_ratio: config.lfcToMemoryRatio,
    lfc_window_size_minutes: config.lfcWindowSizeMinutes,
    lfc_min_wait_before_downscale_minutes: config.lfcMinWaitBeforeDownscaleMinutes,
    cpu_stable_zone_ratio: config.cpuStableZoneRatio,
    cpu_mixed_zone_ratio: config.cpuMixedZoneRatio,
  };
  const unit = { milli_cpu: computeUnit.vcpu * 1000, memory_bytes: computeUnit.memBytes };
  return { unit, scaling, loop: SHIPPED_LOOP };
}

/** Load and memory of a vector; `undefined` if it has none. */
export function systemMetricsOf(vector: VectorInputs): SystemMetrics | undefined {
  const { loadavg1, loadavg5, memUsageBytes, memCachedBytes } = vector;
  if (loadavg1 === null || loadavg5 === null || memUsageBytes === null || memCachedBytes === null) {
    return undefined;
  }
  return {
    load_average_1m: loadavg1,
    load_average_5m: loadavg5,
    memory_usage_bytes: memUsageBytes,
    memory_cached_bytes: memCachedBytes,
  };
}

/** Working-set series of a vector; `undefined` if it has none. */
export function lfcMetricsOf({ wss }: VectorInputs): LfcMetrics | undefined {
  return wss === null ? undefined : { working_set_pages: wss };
}

/** A vector's resources in the agent's format. */
export function resourcesOf({ milliCPU, memBytes }: VectorResources): Resources {
  return { milli_cpu: milliCPU, memory_bytes: memBytes };
}
