import { SHIPPED_AGENT, SHIPPED_PERIODS, SHIPPED_SCALING } from '../../../src/compute/agent/configuration.js';
import { desiredResources } from '../../../src/compute/agent/desired-resources.js';
import { plainGoal, type SystemMetrics, scalingGoal } from '../../../src/compute/agent/goal.js';
import { estimateWorkingSet, projectNextHighest } from '../../../src/compute/agent/lfc-goal.js';
import * as resources from '../../../src/compute/agent/resources.js';
import {
  type Proposal,
  proposeHypervisor,
  proposeMonitorDownscale,
  proposeMonitorUpscale,
} from '../../../src/compute/agent/scaling-actions.js';
import { afterEvent } from '../../../src/compute/agent/scaling-event.js';
import { initialScalingState, type MonitorRequest } from '../../../src/compute/agent/scaling-state.js';
import { testFunctions } from '../../function-rows.js';
import { load, TEST_AGENT, units } from './test-agent.js';

const { unit } = SHIPPED_AGENT;
const quiet: SystemMetrics = { ...load(0), memory_usage_bytes: 200 * 1_048_576 };
const pages = (count: number) => ({ working_set_pages: new Float64Array(60).fill(count) });

function goalOf(over: Partial<SystemMetrics> | undefined, working_set: number | undefined) {
  const metrics = over && { ...quiet, ...over };
  return scalingGoal(
    SHIPPED_SCALING,
    unit,
    metrics,
    working_set === undefined ? undefined : pages(working_set),
  );
}

/** Half of the load is in each of the zones, and the average of five minutes is 4. */
function cpuBetweenZones(load_average_1m: number) {
  const zones = { cpu_stable_zone_ratio: 0.25, cpu_mixed_zone_ratio: 0.25, load_average_fraction_target: 1 };
  const metrics = { ...quiet, load_average_1m, load_average_5m: 4 };
  return scalingGoal({ ...SHIPPED_SCALING, ...zones }, unit, metrics, undefined).parts.cpu;
}

/** The units of a working set that grows after twenty minutes. */
function unitsOfLookBack(lfc_use_largest_window: boolean) {
  const working_set_pages = Float64Array.from({ length: 60 }, (_, minute) => (minute < 20 ? 100 : 900_000));
  return scalingGoal({ ...SHIPPED_SCALING, lfc_use_largest_window }, unit, quiet, { working_set_pages })
    .units;
}

/** The goal of an idle compute of six units after an upscale requested and a downscale denied at 100 s. */
function desiredAt(now: number, requested?: { readonly base: number }, denied?: number) {
  const idle = scalingGoal(SHIPPED_SCALING, unit, load(0), undefined);
  const upscale = requested && {
    at_seconds: 100,
    cpu: false,
    memory: false,
    ...requested,
    base: units(requested.base),
  };
  const denial = denied && { at_seconds: 100, current: units(6), requested: units(denied) };
  const compute = { using: units(6), min: units(1), max: units(8) };
  const desired = desiredResources(now, compute, idle, SHIPPED_AGENT, upscale, denial || undefined);
  return { ...desired, units: resources.unitsAbove(desired.resources, unit) - 1 };
}

interface Monitor {
  readonly approved?: number;
  readonly in_flight?: readonly [kind: MonitorRequest['kind'], units: number];
}

/** A compute of four units with the given state of the monitor. */
function stateWith({ approved, in_flight, ...failures }: Monitor) {
  const state = initialScalingState({ using: units(4), min: units(1), max: units(8) }, TEST_AGENT);
  const request = in_flight && { kind: in_flight[0], target: units(in_flight[1]) };
  const monitor = { ...state.monitor, ...failures, approved: approved ? units(approved) : undefined };
  return { ...state, monitor: { ...monitor, in_flight: request } };
}

const inUnits = ({ target, blocked }: Proposal) => ({
  target: target && target.milli_cpu / unit.milli_cpu,
  blocked,
});

testFunctions(new URL('functions.yaml', import.meta.url), {
  ...{
    cpuBetweenZones,
    desiredAt,
    estimateWorkingSet,
    goalOf,
    plainGoal,
    projectNextHighest,
    unitsOfLookBack,
  },
  ...resources,
  isFirst: (a: resources.Resources, b: resources.Resources) => ({
    greatest: resources.greatest(a, b) === a,
    smallest: resources.smallerOf(a, b) === a,
  }),
  defaults: () => ({ ...SHIPPED_AGENT, periods: SHIPPED_PERIODS }),
  downscaleRequest: (monitor: Monitor, desired: number, upscaling: boolean) =>
    inUnits(proposeMonitorDownscale(stateWith(monitor), 100, units(desired), upscaling, TEST_AGENT)),
  upscaleNotification: (monitor: Monitor, desired: number) =>
    inUnits(proposeMonitorUpscale(stateWith(monitor), 100, units(desired), TEST_AGENT)),
  resize: (monitor: Monitor, desired: number) =>
    inUnits(proposeHypervisor(stateWith(monitor), 0, units(desired), undefined, TEST_AGENT)),
  afterDenial: (monitor: Monitor) =>
    afterEvent(stateWith(monitor), 0, { kind: 'monitor_denied' }, TEST_AGENT),
});
