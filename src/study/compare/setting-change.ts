import { placeless, ScenarioError } from '../../scenario/document/diagnostic.js';
import { equalsAt } from '../../scenario/document/override.js';
import { formatDuration } from '../../scenario/form/quantity.js';
import type { Scenario } from '../../scenario/scenario.js';
import { readSuspendTimeout } from '../../scenario/sections/compute-settings.js';
import { type Vendor, vendorOf } from '../../vendors/vendor-file.js';

export function pathAndValue(change: string): readonly [path: string, value: string] {
  const equals = equalsAt(change);
  return [change.slice(0, equals).trim(), change.slice(equals + 1).trim()];
}

/** The paths of compute settings in a scenario: under the name of each, or for a fleet under its template. */
export function settingOwners({ computes, fleet }: Scenario): readonly string[] {
  return fleet === undefined ? computes.map(({ name }) => name) : ['template'];
}

/** Whether a path ends in the short name of a size, whose values are those of the size table. */
export function isSizePath(path: string): boolean {
  return /(^|\.)(min|max|autoscaling_limit_(min|max)_cu)$/.test(path);
}

/** Whether a path ends in a timeout, whose values are whole seconds. */
export function isTimeoutPath(path: string): boolean {
  return /(^|\.)(timeout|suspend_timeout_seconds)$/.test(path);
}

/**
 * Refuses settings with a timeout that the vendor of their scenario does not have.
 * @throws ScenarioError
 */
export function refuseTimeoutElsewhere(scenario: Scenario, settings: Readonly<Record<string, string>>): void {
  const vendor = vendorOf(scenario.vendor?.name);
  if (vendor === undefined) return;
  for (const [path, value] of Object.entries(settings)) {
    const problem = isTimeoutPath(path) ? timeoutProblem(vendor, value) : undefined;
    if (problem === undefined) continue;
    const diagnostic = { ...placeless(`${path}=${value}`, problem), path: 'vendor' };
    throw new ScenarioError([diagnostic], new Set([diagnostic]));
  }
}

/** Why a vendor does not have a timeout, in words; `undefined` if it does. */
export function timeoutProblem({ name, pause }: Vendor, value: string): string | undefined {
  const seconds = readSuspendTimeout(value);
  if (seconds === undefined || seconds === Number.POSITIVE_INFINITY) return undefined;
  if (pause === undefined) return `${name} never pauses; expected never`;
  const { min, max } = pause.timeout_s;
  if (seconds >= min && seconds <= max) return undefined;
  const range = min === max ? formatDuration(min) : `${formatDuration(min)} to ${formatDuration(max)}`;
  return `${name} pauses after ${range}, or never`;
}
