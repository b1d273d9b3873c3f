import { type ComputeSettings, namedSettings } from '../../compute/lifecycle/settings.js';
import { type SettingsRules, settingsProblems } from '../../compute/lifecycle/settings-problem.js';
import type { Diagnostic } from '../document/diagnostic.js';
import type { ScenarioDocument } from '../document/scenario-document.js';
import { formatDuration } from '../form/quantity.js';
import type { EventForm } from '../schema/event-schema.js';
import type { Item } from '../schema/sections.js';
import type { ScenarioEvent } from '../specification/happening.js';

/** The events in the order in which they happen; equal times keep the order of the file. */
export function compileEvents(events: readonly Item<EventForm>[]): readonly ScenarioEvent[] {
  return inOrder(events).map(({ form }) => {
    const place = { at_seconds: form.at, compute: form.compute };
    return form.kind === 'update'
      ? { ...place, kind: 'update', set: namedSettings(form.set) }
      : { ...place, kind: form.kind };
  });
}

/** Events that would leave a compute with settings that the size table or the plan forbids. */
export function checkEvents(
  events: readonly Item<EventForm>[],
  computes: readonly (ComputeSettings & { readonly name: string })[],
  rules: SettingsRules,
  document: ScenarioDocument,
): readonly Diagnostic[] {
  const settings = new Map<string, ComputeSettings>(
    computes
      .filter((compute) => settingsProblems(compute, rules).length === 0)
      .map((compute) => [compute.name, compute]),
  );
  const found: Diagnostic[] = [];
  for (const { index, form } of inOrder(events)) {
    const before = settings.get(form.compute);
    if (form.kind !== 'update' || before === undefined) continue;
    const set = namedSettings(form.set);
    const after = { ...before, ...set };
    const problems = settingsProblems(after, rules);
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

/** By the time at which they begin; equal times keep their order. */
export function inOrder<Form extends { readonly at: number }>(
  items: readonly Item<Form>[],
): readonly Item<Form>[] {
  return items.toSorted((a, b) => a.form.at - b.form.at);
}
