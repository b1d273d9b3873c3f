import { nearestName } from '../kernel/nearest-name.js';
import { ROUTED_CALLS } from './contract.js';

const NAMES: ReadonlySet<string> = new Set(ROUTED_CALLS.map(({ operation_id }) => operation_id));

/** What is wrong with the name of a call; `undefined` where the API has it, or none is given. */
export function unknownCall(name: string | undefined): string | undefined {
  if (name === undefined || NAMES.has(name)) return undefined;
  const nearest = nearestName(name, [...NAMES]);
  const hint = nearest === undefined ? 'expected a name such as createProject' : `did you mean ${nearest}?`;
  return `"call": there is no ${JSON.stringify(name.slice(0, 80))}; ${hint}`;
}
