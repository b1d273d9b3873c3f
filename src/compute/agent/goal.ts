import type { ScalingConfiguration } from './configuration.js';
import { type LfcGoal, type LfcMetrics, lfcGoal } from './lfc-goal.js';
import type { Resources } from './resources.js';

/** Metrics of the guest's node exporter that the agent reads. */
export interface SystemMetrics {
  readonly load_average_1m: number;
  readonly load_average_5m: number;
  /** MemTotal − MemAvailable + 100 MiB for the kernel itself. */
  readonly memory_usage_bytes: number;
  /** The kernel's page cache. */
  readonly memory_cached_bytes: number;
}

/** One of the three reasons for a size. */
export type GoalPart = 'cpu' | 'memory' | 'lfc';

/** The size that the metrics require, with its reasons. */
export interface ScalingGoal {
  /** Whole agent units; 0 if no metric requires any. */
  readonly units: number;
  /** Units that each part requires before rounding; `undefined` if its metrics are missing. */
  readonly parts: Readonly<Record<GoalPart, number | undefined>>;
  /** The first of CPU, memory and LFC that reaches the goal; `undefined` at a goal of 0. */
  readonly winner: GoalPart | undefined;
  /** Whether all metrics that the configuration requires are available. */
  readonly has_all_metrics: boolean;
  /** The derivation of the LFC part, if there were enough values. */
  readonly working_set: LfcGoal | undefined;
  readonly warnings: readonly string[];
}

/** The agent decides without a metric that its configuration requires. */
export const MISSING_METRICS = 'Making scaling decision without all required metrics available';

/** The working-set series is shorter than offset and window together. */
export const TOO_FEW_VALUES = 'not enough working set size values to make scaling determination';

const NO_WARNINGS: readonly string[] = [];

/** Keeps the blend finite if the mixed zone has no width. */
const ZONE_EPSILON = 1e-6;

/**
 * The goal in agent units: ceil(max(round(cpu), memory, lfc)). Missing parts count as 0. CPU is rounded to the
 * nearest unit; memory and working set are rounded up.
 *
 * Source: `pkg/agent/core/goalcu.go` in neondatabase/autoscaling, 2025-09.
 *
 * @param system `undefined` until the first fetch
 * @param lfc `undefined` until the first fetch; used even if the configuration does not require it
 */
export function scalingGoal(
  configuration: ScalingConfiguration,
  unit: Resources,
  system: SystemMetrics | undefined,
  lfc: LfcMetrics | undefined,
): ScalingGoal {
  const workingSet = lfc === undefined ? undefined : lfcGoal(configuration, unit, lfc);
  return goalOfParts(configuration, unit, system, lfc !== undefined, workingSet);
}

/**
 * {@link scalingGoal} for a known working-set goal.
 * @param fetched whether cache metrics are available; `workingSet` is `undefined` if there are none or too few
 */
export function goalOfParts(
  configuration: ScalingConfiguration,
  unit: Resources,
  system: SystemMetrics | undefined,
  fetched: boolean,
  workingSet: LfcGoal | undefined,
): ScalingGoal {
  const hasAll = system !== undefined && (!configuration.enable_lfc_metrics || fetched);
  const tooFew = fetched && workingSet === undefined;
  const parts = {
    cpu: system === undefined ? undefined : cpuUnits(configuration, unit, system),
    memory: system === undefined ? undefined : memoryUnits(configuration, unit, system, workingSet?.bytes),
    lfc: fetched ? (workingSet?.units ?? 0) : undefined,
  };
  const cpu = Math.round(parts.cpu ?? 0);
  const memory = Math.ceil(parts.memory ?? 0);
  const units = Math.max(cpu, memory, Math.ceil(parts.lfc ?? 0));
  const winner = units === 0 ? undefined : units === cpu ? 'cpu' : units === memory ? 'memory' : 'lfc';
  const warnings = hasAll && !tooFew ? NO_WARNINGS : warned(hasAll, tooFew);
  return { units, parts, winner, has_all_metrics: hasAll, working_set: workingSet, warnings };
}

function warned(hasAll: boolean, tooFew: boolean): readonly string[] {
  return [...(hasAll ? [] : [MISSING_METRICS]), ...(tooFew ? [TOO_FEW_VALUES] : [])];
}

/** Units at which the load average per vCPU is on target. */
function cpuUnits(configuration: ScalingConfiguration, unit: Resources, metrics: SystemMetrics): number {
  const load = blendedLoad(configuration, metrics);
  return load / configuration.load_average_fraction_target / (unit.milli_cpu / 1000);
}

/**
 * The 5-minute load average if the 1-minute one is close to it, the 1-minute one if it is far away, and a linear
 * blend in between.
 */
function blendedLoad(configuration: ScalingConfiguration, metrics: SystemMetrics): number {
  const { load_average_1m: short, load_average_5m: long } = metrics;
  const stable = configuration.cpu_stable_zone_ratio * long;
  const mixed = stable + configuration.cpu_mixed_zone_ratio * long;
  const distance = Math.abs(short - long);
  if (distance <= stable) return long;
  if (distance >= mixed) return short;
  const weight = (distance - stable) / (mixed - stable + ZONE_EPSILON);
  return weight * short + (1 - weight) * long;
}

/**
 * Units at which allocated memory is on its target. If the working set is known, allocated memory plus the page
 * cache that the working set needs must also be on target.
 */
function memoryUnits(
  configuration: ScalingConfiguration,
  unit: Resources,
  metrics: SystemMetrics,
  workingSetBytes: number | undefined,
): number {
  const { memory_usage_bytes: usage, memory_cached_bytes: cached } = metrics;
  const allocated = Math.round(usage / configuration.memory_usage_fraction_target) / unit.memory_bytes;
  if (workingSetBytes === undefined) return allocated;
  const wanted = Math.min(workingSetBytes, cached) + usage;
  return Math.max(allocated, wanted / configuration.memory_total_fraction_target / unit.memory_bytes);
}

/** A goal of a given number of units, without the agent's metrics. */
export function plainGoal(units: number): ScalingGoal {
  return {
    units,
    parts: NO_PARTS,
    winner: undefined,
    has_all_metrics: true,
    working_set: undefined,
    warnings: NO_WARNINGS,
  };
}

const NO_PARTS = { cpu: undefined, memory: undefined, lfc: undefined };
