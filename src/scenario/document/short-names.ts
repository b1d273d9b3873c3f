import { isMapping } from '../form/shown.js';
import { valueAt } from './value-at.js';

export const SHORT_NAMES: Readonly<Record<string, string>> = {
  min: 'autoscaling_limit_min_cu',
  max: 'autoscaling_limit_max_cu',
  timeout: 'suspend_timeout_seconds',
};

/**
 * Expands a path with short names: `max` to the maximum of every compute, `primary.max` to that of one. Any
 * other path is returned unchanged. For a fleet, the settings of its template are meant.
 *
 * @param content the scenario's plain data
 */
export function longPaths(path: readonly string[], content: unknown): readonly (readonly string[])[] {
  const short = path.at(-1) ?? '';
  if (!Object.hasOwn(SHORT_NAMES, short)) return [path];
  const long = SHORT_NAMES[short]!;
  const owners = computeKeys(content);
  if (path.length === 1) return owners.map((owner) => ['computes', owner, long]);
  const [first = '', second = ''] = path;
  if (path.length === 2 && owners.includes(first)) return [['computes', first, long]];
  return path.length === 3 && first === 'computes' ? [[first, second, long]] : [path];
}

function computeKeys(content: unknown): readonly string[] {
  const computes = valueAt(content, ['computes']);
  if (Array.isArray(computes)) {
    return computes.map((item: unknown, index) => String(valueAt(item, ['name']) ?? index));
  }
  return isMapping(computes) ? ['template'] : [];
}

export const SHORT_NAMES_TEXT =
  'min, max and timeout set autoscaling_limit_min_cu, autoscaling_limit_max_cu and suspend_timeout_seconds of every compute, NAME.min and so on those of one. pooling (direct or pooler) sets how every load connects, replicas the number of read-only computes. policy, size_policy and suspend_policy set the policies of every compute';
