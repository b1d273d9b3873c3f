import { effectiveSuspendTimeout, NEVER_SUSPEND } from '../../compute/lifecycle/suspend-timeout.js';
import { OWN_POLICIES } from '../../compute/policy/own-policies.js';
import { suggestion } from '../../kernel/nearest-name.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import { formatDuration } from '../../scenario/form/quantity.js';
import type { ComputeSpecification, Scenario } from '../../scenario/scenario.js';
import { readSuspendTimeout } from '../../scenario/sections/compute-settings.js';
import { planLimits } from '../../vendors/plan-limits.js';
import { vendorOf } from '../../vendors/vendor-file.js';
import { replicasOf } from '../compare/replica-count.js';
import { isTimeoutPath } from '../compare/setting-change.js';
import {
  isDimension,
  refuseUnknownSetting,
  SETTING_DIMENSIONS,
  type SettingDimension,
} from '../compare/setting-dimension.js';
import { parseAxis, type SweepAxis } from '../compare/sweep-axis.js';
import type { Settings } from '../compare/tried-combinations.js';
import { vendorEnds } from '../elsewhere/vendor-size.js';
import { isDecided } from '../replicate/policy-scope.js';
import { ascending } from './contender.js';
import { refuseWithoutEffect, vendorAxes } from './vendor-space.js';

/** Default sizes to evaluate, in addition to the scenario's. */
export const SIZES_CU: readonly number[] = [0.25, 0.5, 1, 2, 4, 8, 16];
/** Timeouts, if the plan leaves a choice. */
export const TIMEOUTS_SECONDS: readonly number[] = [60, 300, 900, 3600];
/** Searched by default. */
const DEFAULT_DIMENSIONS: readonly SettingDimension[] = ['min', 'max', 'timeout'];

/**
 * The settings a plan searches.
 *
 * @param vary axes as `neap sweep` takes them, or names of dimensions alone (`max`, `pooling`), whose usual values
 *   are then tried, of one compute with its name before them (`web.max`); empty: minimum, maximum and timeout of all
 * @throws ScenarioError for an axis that cannot be read, or a compute that does not exist
 */
export function planSpace(scenario: Scenario, vary: readonly string[]): readonly SweepAxis[] {
  const asked = vary.length > 0 ? vary : DEFAULT_DIMENSIONS;
  const named = asked.flatMap((text) => {
    if (text.includes('=')) {
      const axis = writtenAxis(text, scenario);
      refuseWithoutEffect(scenario, axis, true);
      return [axis];
    }
    const { owner, short } = ownedPath(text);
    if (!isDimension(short) || (owner !== '' && !OF_ONE.includes(short))) {
      const message = `unknown dimension "${text}"${suggestion(text, SETTING_DIMENSIONS)}, or give values as ${text}=value,value`;
      throw refusal(`--vary ${text}`, message);
    }
    if (vary.length > 0) refuseWithoutEffect(scenario, { path: text, values: [] }, true);
    if (owner === '') return usualAxes(scenario, short);
    refuseUnknownSetting(text, scenario, `--vary ${text}`);
    return usualAxes(scenario, short).map((axis) => ({ ...axis, path: text }));
  });
  return onceEach(named).map((axis) => {
    const own = ownValue(scenario, axis.path);
    return ordered(withOwn(axis, own, vary));
  });
}

/**
 * The axes of a sweep: those that are written with their values as they are, and the usual values of a dimension that is
 * named alone, as a plan searches them.
 * @throws ScenarioError for an axis that cannot be read, one without a choice, or one that is varied twice
 */
export function sweptAxes(scenario: Scenario, vary: readonly string[]): readonly SweepAxis[] {
  const axes = vary.flatMap((text) => {
    const found = text.includes('=')
      ? [withVendorEnds(writtenAxis(text, scenario))]
      : planSpace(scenario, [text]);
    for (const axis of found) refuseWithoutEffect(scenario, axis, false);
    if (found.length > 0) return found;
    throw refusal(`--vary ${text}`, `no compute of the scenario leaves ${text} a choice`);
  });
  return onceEach(axes);
}

/** A vendor whose cost is a range has a row for each end. */
function withVendorEnds(axis: SweepAxis): SweepAxis {
  if (axis.path !== 'vendor') return axis;
  return { ...axis, values: axis.values.flatMap((named) => vendorEnds(named).map(({ written }) => written)) };
}

function writtenAxis(text: string, scenario: Scenario): SweepAxis {
  const axis = parseAxis(text);
  refuseUnknownSetting(axis.path, scenario, `--vary ${text}`);
  return axis;
}

function onceEach(axes: readonly SweepAxis[]): readonly SweepAxis[] {
  const twice = axes.find(({ path }, index) => axes.findIndex((other) => other.path === path) < index);
  if (twice === undefined) return axes;
  throw refusal(`--vary ${twice.path}`, `${twice.path} is varied twice; give all its values at once`);
}

/** Settings that each compute may have separately. */
const OF_ONE: readonly string[] = ['min', 'max', 'timeout'];

/** A setting, and the compute whose name is before it; empty for all. */
function ownedPath(path: string): { readonly owner: string; readonly short: string } {
  const dot = path.lastIndexOf('.');
  return { owner: path.slice(0, Math.max(0, dot)), short: path.slice(dot + 1) };
}

function usualAxes(scenario: Scenario, dimension: SettingDimension): readonly SweepAxis[] {
  const vendor = vendorOf(scenario.vendor?.name);
  const elsewhere =
    vendor && vendorAxes(vendor, dimension, { sizes_cu: SIZES_CU, timeouts_seconds: TIMEOUTS_SECONDS });
  if (elsewhere !== undefined) return elsewhere;
  switch (dimension) {
    case 'min':
    case 'max':
      return [{ path: dimension, values: SIZES_CU.filter((cu) => withinPlan(scenario, cu)).map(String) }];
    case 'timeout':
      return [{ path: dimension, values: timeouts(scenario) }];
    case 'pooling':
      return [{ path: dimension, values: ['direct', 'pooler'] }];
    case 'replicas':
      return [{ path: dimension, values: replicaCounts(scenario) }];
    case 'policy':
      return policyAxes(scenario);
    case 'size_policy':
    case 'suspend_policy':
      return policyAxes(scenario).filter(({ path }) => path === dimension);
  }
}

function withinPlan(scenario: Scenario, cu: number): boolean {
  const limits = planLimits(scenario.plan, scenario.start.slice(0, 10));
  return limits === undefined || cu <= Math.max(limits.max_autoscaling_cu, limits.max_fixed_cu);
}

function timeouts(scenario: Scenario): readonly string[] {
  const limits = planLimits(scenario.plan, scenario.start.slice(0, 10));
  const allowed = TIMEOUTS_SECONDS.filter(
    (seconds) =>
      limits === undefined ||
      (seconds >= limits.min_suspend_timeout_seconds && seconds <= limits.max_suspend_timeout_seconds),
  ).map(timeoutText);
  return limits?.may_disable_suspend === false ? allowed : [...allowed, 'never'];
}

function timeoutText(seconds: number): string {
  return seconds === NEVER_SUSPEND ? 'never' : formatDuration(effectiveSuspendTimeout(seconds));
}

/** From none, if the primary can serve the reads, to one more than the scenario has. */
function replicaCounts(scenario: Scenario): readonly string[] {
  const { count, least } = replicasOf(scenario);
  return Array.from({ length: count + 2 - least }, (_, index) => String(least + index));
}

/** Policies without foresight, which a platform could run. */
function policyAxes(scenario: Scenario): readonly SweepAxis[] {
  return (['size', 'suspend'] as const).flatMap((side) => {
    if (!scenario.computes.some((compute) => isDecided(compute, side, scenario))) return [];
    const values = OWN_POLICIES[side].policies.filter(({ foresight }) => !foresight).map(({ name }) => name);
    return [{ path: `${side}_policy`, values }];
  });
}

/** The value that all the computes or loads in question have. */
function ownValue(scenario: Scenario, path: string): string | undefined {
  const one = (values: readonly string[]) => (new Set(values).size === 1 ? values[0] : undefined);
  const { owner, short } = ownedPath(path);
  if (short === 'pooling') return one(scenario.load.map(({ connection }) => connection.via));
  if (short === 'replicas') return String(replicasOf(scenario).count);
  if (path === 'vendor.size') return scenario.vendor?.size;
  const of = OF_COMPUTES.get(short);
  return of && one(scenario.computes.filter(({ name }) => owner === '' || name === owner).map(of));
}

/** Dimensions of computes, as an axis has the value of one. */
const OF_COMPUTES: ReadonlyMap<string, (compute: ComputeSpecification) => string> = new Map([
  ['min', (compute) => String(compute.autoscaling_limit_min_cu)],
  ['max', (compute) => String(compute.autoscaling_limit_max_cu)],
  ['timeout', (compute) => timeoutText(compute.suspend_timeout_seconds)],
  ['size_policy', (compute) => compute.size_policy.name],
  ['suspend_policy', (compute) => compute.suspend_policy.name],
]);

/** The usual values and the scenario's own; values that the user named stay as they are. */
function withOwn(axis: SweepAxis, own: string | undefined, vary: readonly string[]): SweepAxis {
  const named = vary.some((text) => text.startsWith(`${axis.path}=`));
  if (named || own === undefined || axis.values.includes(own)) return axis;
  return { ...axis, values: [...axis.values, own] };
}

/** Sizes and counts ascending, timeouts from the shortest to never: neighbours are adjacent. */
function ordered(axis: SweepAxis): SweepAxis {
  const isTimeout = isTimeoutPath(axis.path);
  const rank = (value: string): number =>
    isTimeout ? (readSuspendTimeout(value) ?? Number.NaN) : Number(value);
  if (axis.values.some((value) => Number.isNaN(rank(value)))) return axis;
  return { ...axis, values: axis.values.toSorted((a, b) => ascending(rank(a), rank(b))) };
}

/**
 * The settings that are one step from some others on one axis, both ways, and, where the step would take the minimum
 * above the maximum, both moved together. Those that are not allowed are among them.
 */
export function neighboursOf(settings: Settings, axes: readonly SweepAxis[]): readonly Settings[] {
  const stepped = axes.flatMap((axis) => [-1, 1].flatMap((step) => stepOf(settings, axis, step)));
  const together = [-1, 1].flatMap((step) => {
    const sizes = axes.filter(({ path }) => /(^|\.)(min|max)$/.test(path));
    if (sizes.length < 2) return [];
    let moved: readonly Settings[] = [settings];
    for (const axis of sizes) moved = moved.flatMap((each) => stepOf(each, axis, step));
    return moved;
  });
  return [...stepped, ...together];
}

function stepOf(settings: Settings, { path, values }: SweepAxis, step: number): readonly Settings[] {
  const place = values.indexOf(settings[path] ?? '');
  const value = place < 0 ? undefined : values[place + step];
  return value === undefined ? [] : [{ ...settings, [path]: value }];
}
