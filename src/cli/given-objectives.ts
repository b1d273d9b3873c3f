import { type Constraint, parseConstraint, sloConstraints } from '../planner/constraint.js';
import type { Scenario } from '../scenario/scenario.js';

/**
 * The objectives that `--objective` gives, and those of the scenario that they are not about.
 * @throws ScenarioError for one that cannot be read
 */
export function givenObjectives(
  scenario: Scenario,
  { objective, slo }: { readonly objective: readonly string[]; readonly slo: boolean },
): readonly Constraint[] {
  const given = objective.map((text) => parseConstraint(text, '--objective'));
  const figures = new Set(given.map(({ figure }) => figure));
  const own = slo ? sloConstraints(scenario.slo).filter(({ figure }) => !figures.has(figure)) : [];
  return [...given, ...own];
}
