import type { FaultRequest } from '../../api/fault.js';
import type { Diagnostic } from '../document/diagnostic.js';
import type { ScenarioDocument } from '../document/scenario-document.js';
import type { Item } from '../sections/sections.js';

/** Faults of calls that the management API does not have; its table is loaded where some name calls. */
export async function checkApiFaults(
  faults: readonly Item<FaultRequest>[],
  document: ScenarioDocument,
): Promise<readonly Diagnostic[]> {
  if (faults.every(({ form }) => form.call === undefined)) return [];
  const { unknownCall } = await import('../../api/contract.js');
  return faults.flatMap(({ index, form }) => {
    const problem = unknownCall(form.call);
    return problem === undefined ? [] : [document.diagnostic(['api_faults', index, 'call'], problem)];
  });
}
