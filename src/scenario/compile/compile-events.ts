import type { ComputeSettings } from '../../compute/lifecycle/settings.js';
import { type SettingsRules, settingsProblems } from '../../compute/lifecycle/settings-problem.js';
import type { Diagnostic } from '../document/diagnostic.js';
import type { ScenarioDocument } from '../document/scenario-document.js';
import type { Item } from '../schema/sections.js';
import type { ScenarioEvent } from '../specification/happening.js';

/** The events in the order in which they happen; equal times keep the order of the file. */
export function compileEvents(events: readonly Item<ScenarioEvent>[]): readonly ScenarioEvent[] {
  return inOrder(events).map(({ form }) => form);
}

/** Events that would leave a compute with settings that the size table or the plan forbids. */
export function checkEvents(
  events: readonly Item<ScenarioEvent>[],
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
    const { set } = form;
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

/** By the time at which they begin; equal times keep their order. */
export function inOrder<Form extends { readonly at_seconds: number }>(
  items: readonly Item<Form>[],
): readonly Item<Form>[] {
  return items.toSorted((a, b) => a.form.at_seconds - b.form.at_seconds);
}
