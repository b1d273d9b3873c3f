import type { AgentConfiguration } from './configuration.js';
import type { ScalingGoal } from './goal.js';
import {
  exceeds,
  greatest,
  multiply,
  type Resources,
  smallerOf,
  unitsAbove,
  wholeUnits,
} from './resources.js';

/** A compute's use and its scaling limits. */
export interface ComputeBounds {
  readonly using: Resources;
  readonly min: Resources;
  readonly max: Resources;
}

/** An upscale requested by the monitor, because the guest runs out of memory (or CPU). */
export interface RequestedUpscale {
  readonly at_seconds: number;
  /** The monitor's resources at the time of its request. */
  readonly base: Resources;
  readonly cpu: boolean;
  readonly memory: boolean;
}

/** A downscale that the monitor refused. */
export interface DeniedDownscale {
  readonly at_seconds: number;
  /** The monitor's resources at the time of the request. */
  readonly current: Resources;
  readonly requested: Resources;
}

/** The resources the agent wants for the compute, and the constraints that changed the goal. */
export interface DesiredResources {
  readonly resources: Resources;
  /** The goal in units after requested upscale and denied downscale, before the limits. */
  readonly units_after_requests: number;
  /** Expiry of a requested upscale that raised the goal, in seconds; `undefined` if there is none. */
  readonly upscale_lapses_at: number | undefined;
  /** Expiry of a denied downscale that raised the result, in seconds; `undefined` if there is none. */
  readonly denial_lapses_at: number | undefined;
  readonly warnings: readonly string[];
}

/** A denied downscale keeps the compute above its maximum. */
export const HELD_ABOVE_MAXIMUM =
  "Can't decrease desired resources to within VM maximum because of vm-monitor previously denied downscale request";

/**
 * The resources that the agent wants at `now`, derived in this order:
 * (a) A valid upscale request requires one unit more than its base, for CPU, memory or both, as requested.
 * (b) A downscale denied within the cooldown requires one unit more than the denied size.
 * (c) Units are converted to resources. (d) Without all metrics, the result is at least the current use.
 * (e) Each field is limited to the maximum, then the minimum. (f) A denied downscale keeps one unit above the denied
 * size, up to the size at that time, even above the maximum.
 *
 * Source: `desiredResourcesFromMetricsOrRequestedUpscaling` of `pkg/agent/core/state.go`, 2025-09.
 */
export function desiredResources(
  now: number,
  compute: ComputeBounds,
  goal: ScalingGoal,
  configuration: AgentConfiguration,
  requested: RequestedUpscale | undefined,
  denied: DeniedDownscale | undefined,
): DesiredResources {
  const { unit, loop } = configuration;
  let units = goal.units;
  let upscaleLapses: number | undefined;
  if (requested !== undefined) {
    const lapses = requested.at_seconds + loop.monitor_requested_upscale_valid_seconds;
    const required = lapses > now ? unitsForUpscale(requested, unit) : 0;
    if (required > goal.units) {
      units = required;
      upscaleLapses = lapses;
    }
  }
  let denialLapses: number | undefined;
  const holds = denied === undefined ? 0 : denied.at_seconds + loop.monitor_denied_downscale_cooldown_seconds;
  const inForce = denied !== undefined && holds > now ? denied : undefined;
  if (inForce !== undefined) {
    const required = unitsAbove(inForce.requested, unit);
    // Compared with the metrics' goal, so that each reason is judged independently of the other.
    if (required > goal.units) {
      units = Math.max(units, required);
      denialLapses = holds;
    }
  }
  let wanted = multiply(unit, units);
  if (!goal.has_all_metrics) wanted = greatest(wanted, compute.using);
  let resources = greatest(smallerOf(wanted, compute.max), compute.min);
  let warnings = goal.warnings;
  if (inForce !== undefined) {
    if (!exceeds(resources, inForce.requested)) warnings = [...warnings, HELD_ABOVE_MAXIMUM];
    const held = greatest(resources, lowerBoundAfterDenial(inForce, unit));
    if (held !== resources) denialLapses = holds;
    resources = held;
  }
  return {
    resources,
    units_after_requests: units,
    upscale_lapses_at: upscaleLapses,
    denial_lapses_at: denialLapses,
    warnings,
  };
}

function unitsForUpscale({ base, cpu, memory }: RequestedUpscale, unit: Resources): number {
  const forCpu = cpu ? 1 + wholeUnits(base, unit, 'milli_cpu') : 0;
  const forMemory = memory ? 1 + wholeUnits(base, unit, 'memory_bytes') : 0;
  return Math.max(forCpu, forMemory);
}

/** One unit above the denied size in each field, but at most the size at that time. */
function lowerBoundAfterDenial({ current, requested }: DeniedDownscale, unit: Resources): Resources {
  return smallerOf(current, {
    milli_cpu: unit.milli_cpu * (1 + wholeUnits(requested, unit, 'milli_cpu')),
    memory_bytes: unit.memory_bytes * (1 + wholeUnits(requested, unit, 'memory_bytes')),
  });
}
