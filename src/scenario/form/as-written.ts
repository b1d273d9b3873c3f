import { stringify } from 'yaml';

/** A value on one line, as a scenario would write it. */
export function asWritten(value: unknown): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trim();
}
