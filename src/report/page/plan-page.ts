import type { PlanResult } from '../../planner/plan/plan-result.js';
import type { SourcedVariant } from '../../planner/runs/scenario-source.js';
import type { PlanWithWorlds } from '../../planner/worlds/plan-worlds-result.js';
import { worldsBlocks } from '../answers/plan-report.js';
import { planWords, selectionWords } from '../answers/plan-words.js';
import { candidatesOfPlan } from '../figures/candidates-of.js';
import { capitalised } from '../text/verdict.js';
import { planVerdict } from '../verdict/plan-verdict.js';
import { candidatesPage } from './candidates-page.js';
import { htmlLine } from './markup/markup.js';
import { appendix, type Section } from './markup/section.js';
import type { CandidateView, Judged } from './sections/candidates/candidate-view.js';
import { beatenSection } from './sections/plan/beaten-section.js';
import { growthSection } from './sections/plan/growth-section.js';
import { sensitivitySection } from './sections/plan/sensitivity-section.js';
import { planWorldsDrawing } from './sections/plan/worlds-drawing.js';
import { worldsSection } from './sections/worlds-section.js';

/** The web page of a plan. @param today the scenario with the settings it has */
export function planPage(plan: PlanWithWorlds, today: SourcedVariant, command: string): string {
  const named = (judged: Judged, name: string | null | undefined): readonly CandidateView[] =>
    judged.views.filter(({ index }) => plan.candidates[index]!.name === name);
  const own = plan.candidates.find((candidate) => candidate.today)?.name;
  return candidatesPage({
    verdict: planVerdict(plan, today),
    candidates: candidatesOfPlan(plan),
    path: (candidate, name) => `candidates.${candidate}.figures.${name}.mean`,
    axes: plan.axes,
    constraints: plan.constraints,
    best: (judged) => named(judged, plan.recommendation)[0],
    beside: (judged) => [
      ...new Set([
        ...named(judged, own),
        ...named(judged, plan.recommendation ?? plan.infeasibility?.closest),
        ...named(judged, plan.next_best?.candidate),
      ]),
    ],
    of: { variant: today, command },
    further: (judged) => [
      ...worldsSection(worldsBlocks(plan), planWorldsDrawing(plan)),
      ...beatenSection(plan, judged),
      ...growthSection(plan),
      ...sensitivitySection(plan),
      reasonsSection(plan),
    ],
  });
}

/** Why a plan says what it says, and what the selection is worth. */
function reasonsSection(plan: PlanResult): Section {
  const sentences = [...planWords(plan), selectionWords(plan)];
  return appendix(
    'reasons',
    'Why',
    'Why',
    htmlLine`<ul>${sentences.map((text) => htmlLine`<li>${capitalised(text)}.</li>`)}</ul>`,
  );
}
