import type { PolicyParameter } from '../../compute/policy/policy-parameter.js';
import { formatDuration } from '../quantity.js';

/** The value of a policy's parameter as a person would write it: `4h`, `10%`, `0.25`. */
export function parameterText({ unit }: Pick<PolicyParameter, 'unit'>, value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? 'unlimited' : String(value);
  if (unit === 'seconds') return formatDuration(value);
  if (unit === 'share') return `${Number((value * 100).toPrecision(12))}%`;
  return String(value);
}
