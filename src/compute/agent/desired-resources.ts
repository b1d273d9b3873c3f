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

/** An upscale that the monitor asked for, because the guest runs out of memory (or CPU). */
export interface RequestedUpscale {
  readonly at_seconds: number;
  /** The monitor's resources when it asked. */
  readonly base: Resources;
  readonly cpu: boolean;
  readonly memory: boolean;
}

/** A downscale that the monitor refused. */
export interface DeniedDownscale {
  readonly at_seconds: number;
  /** The monitor's resources when it was asked. */
  readonly current: Resources;
  readonly requested: Resources;
}

/** The resources the agent wants for the compute, and the constraints that changed the goal. */
export interface DesiredResources {
  readonly resources: Resources;
  /** The goal in units after requested upscale and denied downscale, before the limits. */
  readonly units_after_requests: number;
  /** When a requested upscale that raised the goal lapses, in seconds; `undefined` where none did. */
  readonly upscale_lapses_at: number | undefined;
  /** When a denied downscale that raised the result lapses, in seconds; `undefined` where none did. */
  readonly denial_lapses_at: number | undefined;
  readonly warnings: readonly string[];
}

/** A denied downscale keeps the compute above its maximum. */
export const HELD_ABOVE_MAXIMUM =
  "Can't decrease desired resources to within VM maximum because of vm-monitor previously denied downscale request";

/**
 * The resources the agent wants at `now`, in this order: (a) a requested upscale still valid asks for one unit more than
 * it had, in the resources it named; (b) a downscale denied within the cooldown asks for one unit more than was
 * denied; (c) the units become resources; (d) without all metrics, never below what is used; (e) within the
 * maximum, then the minimum, field by field; (f) a denied downscale holds one unit above what was denied, up to
 * what was held then, even beyond the maximum.
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
    // Against the metrics' own goal, so that it is known for either reason whether it alone would have acted.
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
    const held = greatest(resources, leastAfterDenial(inForce, unit));
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

/** One unit above what was denied in each field, but no more than was held then. */
function leastAfterDenial({ current, requested }: DeniedDownscale, unit: Resources): Resources {
  return smallerOf(current, {
    milli_cpu: unit.milli_cpu * (1 + wholeUnits(requested, unit, 'milli_cpu')),
    memory_bytes: unit.memory_bytes * (1 + wholeUnits(requested, unit, 'memory_bytes')),
  });
}
