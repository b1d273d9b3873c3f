import { stringify } from 'yaml';

/** A value on one line, as it would stand in a scenario. */
export function asWritten(value: unknown): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim();
}
