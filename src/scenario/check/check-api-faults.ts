import type { FaultRequest } from '../../api/fault.js';
import type { Diagnostic } from '../document/diagnostic.js';
import type { Outside } from '../document/outside.js';
import type { ScenarioDocument } from '../document/scenario-document.js';
import type { Item } from '../sections/sections.js';

/** Faults of calls that the management API does not have. */
export async function checkApiFaults(
  faults: readonly Item<FaultRequest>[],
  document: ScenarioDocument,
  outside: Outside,
): Promise<readonly Diagnostic[]> {
  const found = await Promise.all(
    faults.map(async ({ index, form }) => {
      const problem = form.call === undefined ? undefined : await outside.unknownCall(form.call);
      return problem === undefined ? [] : [document.diagnostic(['api_faults', index, 'call'], problem)];
    }),
  );
  return found.flat();
}
