import type { PlanResult } from '../../../study/plan/plan-result.js';
import type { SourcedVariant } from '../../../study/runs/scenario-source.js';
import type { PlanWithWorlds } from '../../../study/worlds/plan-worlds-result.js';
import { candidatesOfPlan } from '../../figures/candidates-of.js';
import { counted } from '../../figures/figure-text.js';
import { sectionsOf } from '../../forms/page.js';
import { answerPage, runFacts } from '../../page/answer-page.js';
import { htmlLine } from '../../page/markup/markup.js';
import { appendix, behindOnPaper, type Section } from '../../page/markup/section.js';
import { worldsSection } from '../../page/sections/worlds-section.js';
import { capitalised } from '../../text/verdict.js';
import { planVerdict } from '../../verdict/plan-verdict.js';
import { candidatesParts, type FigurePath, sideBySideParts } from '../candidates/candidate-parts.js';
import { frontParts } from '../candidates/front-parts.js';
import { type CandidateView, judgedCandidates } from '../candidates/judged-candidates.js';
import { settingParts } from '../candidates/setting-parts.js';
import { pairedRemark } from '../spread-remark.js';
import { beatenSection } from './beaten-section.js';
import { growthSection } from './growth-section.js';
import { worldsBlocks } from './plan-report.js';
import { planWords, selectionWords } from './plan-words.js';
import { sensitivitySection } from './sensitivity-section.js';
import { planWorldsDrawing } from './worlds-drawing.js';

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
