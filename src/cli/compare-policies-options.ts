import type { PolicySide } from '../scenario/policy/own-policies.js';

/** Options of `neap policies` as commander hands them over. */
export interface PoliciesOptions {
  readonly side?: PolicySide | 'both';
  readonly set: readonly string[];
  readonly seed?: string;
  readonly out?: string;
  readonly json?: boolean;
  readonly markdown?: boolean;
}
