import type { PlanResult } from '../../study/plan/plan-result.js';
import type { SourcedVariant } from '../../study/runs/scenario-source.js';
import type { PlanWithWorlds } from '../../study/worlds/plan-worlds-result.js';
import { candidatesParts, type FigurePath, sideBySideParts } from '../answers/candidates/candidate-parts.js';
import { frontParts } from '../answers/candidates/front-parts.js';
import { type CandidateView, judgedCandidates } from '../answers/candidates/judged-candidates.js';
import { settingParts } from '../answers/candidates/setting-parts.js';
import { worldsBlocks } from '../answers/plan-report.js';
import { planWords, selectionWords } from '../answers/plan-words.js';
import { candidatesOfPlan } from '../figures/candidates-of.js';
import { counted } from '../figures/figure-text.js';
import { sectionsOf } from '../forms/page.js';
import { pairedRemark } from '../text/spread-remark.js';
import { capitalised } from '../text/verdict.js';
import { planVerdict } from '../verdict/plan-verdict.js';
import { answerPage, runFacts } from './answer-page.js';
import { htmlLine } from './markup/markup.js';
import { appendix, behindOnPaper, type Section } from './markup/section.js';
import { beatenSection } from './sections/plan/beaten-section.js';
import { growthSection } from './sections/plan/growth-section.js';
import { sensitivitySection } from './sections/plan/sensitivity-section.js';
import { planWorldsDrawing } from './sections/plan/worlds-drawing.js';
import { worldsSection } from './sections/worlds-section.js';

/** The web page of a plan. @param today the scenario with the settings it has */
export function planPage(plan: PlanWithWorlds, today: SourcedVariant, command: string): string {
  const candidates = candidatesOfPlan(plan);
  const { list, title, replications, confidence, warnings } = candidates;
  const judged = judgedCandidates(candidates, plan.constraints);
  const named = (name: string | null | undefined): readonly CandidateView[] =>
    judged.views.filter(({ index }) => plan.candidates[index]!.name === name);
  const [best] = named(plan.recommendation);
  const beside = new Set([
    ...named(plan.candidates.find((candidate) => candidate.today)?.name),
    ...named(plan.recommendation ?? plan.infeasibility?.closest),
    ...named(plan.next_best?.candidate),
  ]);
  const path: FigurePath = (candidate, name) => `candidates.${candidate}.figures.${name}`;
  return answerPage({
    question: 'Plan',
    title,
    verdict: planVerdict(plan, today),
    facts: [`${counted(judged.views.length, 'setting')} run`, ...runFacts(candidates)],
    remark: `${capitalised(pairedRemark(confidence, replications))}.`,
    warnings,
    of: { variant: today, command },
    sections: [
      ...sectionsOf([
        ...sideBySideParts(judged, [...beside], best, path),
        ...frontParts(judged),
        ...settingParts(judged, plan.axes, best),
        ...candidatesParts(list, judged, path),
      ]),
      ...behindOnPaper([
        ...worldsSection(worldsBlocks(plan), planWorldsDrawing(plan)),
        ...beatenSection(plan, judged),
        ...growthSection(plan),
        ...sensitivitySection(plan),
        reasonsSection(plan),
      ]),
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
