import type { PlanResult } from '../../planner/plan/plan-result.js';
import type { SourcedVariant } from '../../planner/runs/scenario-source.js';
import { planBlocks } from '../answers/plan-report.js';
import { planHeading } from '../answers/plan-words.js';
import { candidatesOfPlan } from '../figures/candidates-of-plan.js';
import { candidatesPage } from './candidates-page.js';

/** The web page of a plan. @param today the scenario with the settings it has */
export function planPage(plan: PlanResult, today: SourcedVariant, command: string): string {
  return candidatesPage({
    candidates: candidatesOfPlan(plan),
    path: (candidate, name) => `candidates.${candidate}.figures.${name}.mean`,
    variants: [today],
    command,
    answer: { id: 'reasons', short: 'Why', title: planHeading(plan), blocks: planBlocks(plan) },
  });
}
