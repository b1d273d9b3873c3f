import type { PolicyValues } from '../policy-parameter.js';

/**
 * The value of a policy's parameter.
 *
 * @throws RangeError where it has none: whoever runs a policy fills in the defaults
 */
export function parameterValue(values: PolicyValues, name: string): number {
  const value = values[name];
  if (value === undefined) throw new RangeError(`policy parameter ${name}: expected a number, got undefined`);
  return value;
}
