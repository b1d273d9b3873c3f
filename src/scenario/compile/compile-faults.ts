import type { Diagnostic } from '../document/diagnostic.js';
import type { ScenarioDocument } from '../document/scenario-document.js';
import { formatDuration } from '../form/quantity.js';
import type { ModelConstants } from '../model/model-constants.js';
import type { FaultForm } from '../schema/fault-schema.js';
import type { Item } from '../schema/sections.js';
import type { Fault } from '../specification/happening.js';
import { inOrder } from './compile-events.js';

/** The faults in the order in which they begin; equal times keep the order of the file. */
export function compileFaults(faults: readonly Item<FaultForm>[], model: ModelConstants): readonly Fault[] {
  return inOrder(faults).map(({ form }) =>
    form.kind === 'slow_wakes' ? { ...form, latency: form.latency ?? model.warm_pool_miss_latency } : form,
  );
}

/** Two faults of one kind that would strike one compute at the same time; the later one is the problem. */
export function checkOverlaps(
  faults: readonly Item<FaultForm>[],
  document: ScenarioDocument,
): readonly Diagnostic[] {
  const ordered = inOrder(faults);
  return ordered.flatMap((later, position) => {
    const earlier = ordered.slice(0, position).find((one) => overlap(one.form, later.form));
    if (earlier === undefined) return [];
    const compute = computeOf(earlier.form);
    const of = compute === undefined ? '' : ` of ${compute}`;
    const until = formatDuration(endOf(earlier.form));
    const message = `faults[${earlier.index}] is the same fault${of} and lasts until ${until}; expected a later moment, or one fault that lasts longer`;
    return [
      document.diagnostic(['faults', later.index, 'at'], message, 'value', [
        ['faults', later.index, 'for'],
        ['faults', earlier.index, 'at'],
        ['faults', earlier.index, 'for'],
      ]),
    ];
  });
}

function overlap(earlier: FaultForm, later: FaultForm): boolean {
  if (earlier.kind !== later.kind) return false;
  const [one, other] = [computeOf(earlier), computeOf(later)];
  const oneCompute = one === other || one === undefined || other === undefined;
  return oneCompute && (later.at_seconds < endOf(earlier) || later.at_seconds === earlier.at_seconds);
}

/** `undefined` for a fault of every compute. */
function computeOf(fault: FaultForm): string | undefined {
  return 'compute' in fault ? fault.compute : undefined;
}

function endOf({ at_seconds, for_seconds }: FaultForm): number {
  return at_seconds + for_seconds;
}
