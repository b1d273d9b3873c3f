import { placeless, ruledOut } from '../../scenario/document/diagnostic.js';
import { equalsAt } from '../../scenario/document/override.js';
import type { Scenario } from '../../scenario/scenario.js';
import { readSuspendTimeout } from '../../scenario/sections/compute-settings.js';
import { vendorTimeoutProblem } from '../../scenario/vendor/vendor-words.js';
import { vendorOf } from '../../vendors/vendor-file.js';

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
    const problem = isTimeoutPath(path) ? vendorTimeoutProblem(vendor, readSuspendTimeout(value)) : undefined;
    if (problem === undefined) continue;
    throw ruledOut({ ...placeless(`${path}=${value}`, problem), path: 'vendor' });
  }
}
