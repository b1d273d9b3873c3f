import type { PlanLimits } from '../platform/plan-limits.js';
import { type ComputeSettings, settingsProblems } from './compute-settings.js';
import type { Diagnostic } from './diagnostic.js';
import { formatDuration } from './quantity.js';
import type { ComputeUpdate, ScenarioEvent } from './scenario.js';
import type { ScenarioDocument } from './scenario-document.js';
import type { ComputeUpdateForm } from './schema/compute-schema.js';
import type { EventForm } from './schema/event-schema.js';
import type { Item } from './sections.js';

/** The events in the order in which they happen; equal times keep the order of the file. */
export function compileEvents(events: readonly Item<EventForm>[]): readonly ScenarioEvent[] {
  return inOrder(events).map(({ form }) => {
    const place = { at_seconds: form.at, compute: form.compute };
    return form.kind === 'update'
      ? { ...place, kind: 'update', set: changes(form.set) }
      : { ...place, kind: form.kind };
  });
}

/** Events that would leave a compute with settings that the size table or the plan forbids. */
export function checkEvents(
  events: readonly Item<EventForm>[],
  computes: readonly (ComputeSettings & { readonly name: string })[],
  limits: PlanLimits | undefined,
  document: ScenarioDocument,
): readonly Diagnostic[] {
  const settings = new Map<string, ComputeSettings>(
    computes
      .filter((compute) => settingsProblems(compute, limits).length === 0)
      .map((compute) => [compute.name, compute]),
  );
  const found: Diagnostic[] = [];
  for (const { index, form } of inOrder(events)) {
    const before = settings.get(form.compute);
    if (form.kind !== 'update' || before === undefined) continue;
    const set = changes(form.set);
    const after = { ...before, ...set };
    const problems = settingsProblems(after, limits);
    for (const { setting, message } of problems) {
      const changed = setting in set ? setting : Object.keys(set)[0]!;
      const path = ['events', index, 'set', changed];
      found.push(document.diagnostic(path, `after this update, ${message}`));
    }
    // Later updates are checked against the last settings that were right.
    if (problems.length === 0) settings.set(form.compute, after);
  }
  return found;
}

/** Events that lie at or beyond the end of the run. */
export function checkEventTimes(
  events: readonly Item<EventForm>[],
  duration_seconds: number,
  document: ScenarioDocument,
): readonly Diagnostic[] {
  return events
    .filter(({ form }) => form.at >= duration_seconds)
    .map(({ index, form }) =>
      document.diagnostic(
        ['events', index, 'at'],
        `${formatDuration(form.at)} is not before the end of the run, which lasts ${formatDuration(duration_seconds)}`,
        'value',
        [['duration']],
      ),
    );
}

function inOrder(events: readonly Item<EventForm>[]): readonly Item<EventForm>[] {
  return events.toSorted((a, b) => a.form.at - b.form.at);
}

/** Only the settings that the update names, so that spreading them leaves the others alone. */
function changes(set: ComputeUpdateForm): ComputeUpdate {
  return {
    ...(set.autoscaling_limit_min_cu === undefined
      ? {}
      : { autoscaling_limit_min_cu: set.autoscaling_limit_min_cu }),
    ...(set.autoscaling_limit_max_cu === undefined
      ? {}
      : { autoscaling_limit_max_cu: set.autoscaling_limit_max_cu }),
    ...(set.suspend_timeout_seconds === undefined
      ? {}
      : { suspend_timeout_seconds: set.suspend_timeout_seconds }),
  };
}
