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
  return inOrder(faults).map(({ form }) => {
    const time = { at_seconds: form.at, for_seconds: form.for };
    switch (form.kind) {
      case 'control_plane_outage':
        return { ...time, kind: form.kind };
      case 'slow_wakes':
        return {
          ...time,
          kind: form.kind,
          compute: form.compute,
          latency: form.latency ?? model.warm_pool_miss_latency,
        };
      default:
        return { ...time, kind: form.kind, compute: form.compute! };
    }
  });
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
    const of = earlier.form.compute === undefined ? '' : ` of ${earlier.form.compute}`;
    const until = formatDuration(earlier.form.at + earlier.form.for);
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

/** Faults that begin or end after the end of the run. */
export function checkFaultTimes(
  faults: readonly Item<FaultForm>[],
  duration_seconds: number,
  document: ScenarioDocument,
): readonly Diagnostic[] {
  const lasts = `the end of the run, which lasts ${formatDuration(duration_seconds)}`;
  // Rounding must not refuse a fault that lasts exactly until the end.
  const latest = duration_seconds * (1 + 1e-12);
  return faults.flatMap(({ index, form }) => {
    if (form.at >= duration_seconds) {
      const message = `${formatDuration(form.at)} is not before ${lasts}`;
      return [document.diagnostic(['faults', index, 'at'], message, 'value', [['duration']])];
    }
    if (form.at + form.for <= latest) return [];
    const message = `the fault ends at ${formatDuration(form.at + form.for)}, after ${lasts}`;
    return [document.diagnostic(['faults', index, 'for'], message, 'value', [['duration']])];
  });
}

function overlap(earlier: FaultForm, later: FaultForm): boolean {
  if (earlier.kind !== later.kind) return false;
  const oneCompute =
    earlier.compute === later.compute || earlier.compute === undefined || later.compute === undefined;
  return oneCompute && (later.at < earlier.at + earlier.for || later.at === earlier.at);
}
