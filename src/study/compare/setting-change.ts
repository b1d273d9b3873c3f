import { equalsAt } from '../../scenario/document/override.js';
import { quoted } from '../../scenario/document/scenario-document.js';
import { SHORT_NAMES } from '../../scenario/document/short-names.js';
import type { Scenario } from '../../scenario/scenario.js';

/**
 * A change `path=value` as the overrides it stands for: `max=4` sets the maximum of every compute, `primary.max=4`
 * that of one, and any other path is itself. A timeout may be `never`.
 *
 * @param computes what {@link settingOwners} gives
 */
export function settingOverrides(change: string, computes: readonly string[]): readonly string[] {
  const [path, value] = pathAndValue(change);
  const dot = path.lastIndexOf('.');
  const compute = dot < 0 ? undefined : path.slice(0, dot).replace(/^computes\./, '');
  const short = path.slice(dot + 1);
  const known = compute === undefined || computes.includes(compute);
  const field = Object.hasOwn(SHORT_NAMES, short) ? SHORT_NAMES[short] : undefined;
  if (!change.includes('=') || field === undefined || !known) return [change];
  const written = short === 'timeout' && value === 'never' ? '-1' : value;
  const meant = compute === undefined ? computes : [compute];
  return meant.map((name) => `computes.${quoted(name)}.${field}=${written}`);
}

/** The two sides of a change `path=value`. */
export function pathAndValue(change: string): readonly [path: string, value: string] {
  const equals = equalsAt(change);
  return [change.slice(0, equals).trim(), change.slice(equals + 1).trim()];
}

/** Where a scenario says the settings of its computes: under the name of each, or of a fleet under its template. */
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
