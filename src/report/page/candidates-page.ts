import type { SweepAxis } from '../../planner/compare/sweep-axis.js';
import { type Constraint, sloConstraints } from '../../planner/replicate/constraint.js';
import type { Candidates } from '../figures/candidate.js';
import { counted, percent } from '../figures/figure-text.js';
import { type AnswerPage, answerPage, runFacts } from './answer-page.js';
import { behindOnPaper, type Section } from './markup/section.js';
import { frontSection } from './sections/candidates/candidate-front.js';
import { type CandidateView, type Judged, judgedCandidates } from './sections/candidates/candidate-view.js';
import { candidatesSection, type FigurePath } from './sections/candidates/candidates-table.js';
import { settingsSection } from './sections/candidates/setting-charts.js';
import { sideBySideSection } from './sections/candidates/side-by-side.js';

/** What a page of several settings side by side is made of. */
export interface CandidatesPage extends Pick<AnswerPage, 'verdict' | 'of' | 'others'> {
  readonly candidates: Candidates;
  /** Where each figure stands in the JSON of the command. */
  readonly path: FigurePath;
  /** What was varied; none where variants have names of their own. */
  readonly axes?: readonly SweepAxis[];
  /** Limits that candidates are held against; the objectives of the scenario unless given. */
  readonly constraints?: readonly Constraint[];
  /** Remarks of candidates that are laid side by side, the one to compare with first. */
  readonly beside: (judged: Judged) => readonly CandidateView[];
  /** The candidate that the verdict chooses; `undefined` where it chooses none. */
  readonly best: (judged: Judged) => CandidateView | undefined;
  /** What stands behind what lies side by side, and after the candidates. */
  readonly timelines?: readonly Section[];
  readonly further?: (judged: Judged) => readonly Section[];
}

const QUESTIONS: Readonly<Record<string, string>> = {
  sweep: 'Settings swept',
  compare: 'Settings compared',
  plan: 'Plan',
};

/** The web page of a comparison, a sweep or a plan: the text of one file that opens offline. */
export function candidatesPage(page: CandidatesPage): string {
  const { candidates, path, axes = [], timelines = [] } = page;
  const { title, replications, confidence, warnings, list } = candidates;
  const constraints = page.constraints ?? sloConstraints(page.of.variant.scenario.slo);
  const judged = judgedCandidates(candidates, constraints);
  const best = page.best(judged);
  const front = frontSection(judged);
  const ran = list.filter(({ invalid }) => invalid === null).length;
  const spread = `± is half of the ${percent(confidence)} interval of the mean, over ${replications} replications; all ran with the same arrivals and demands, save where one changes them itself.`;
  return answerPage({
    ...page,
    question: QUESTIONS[candidates.kind] ?? candidates.kind,
    title,
    facts: [`${counted(ran, 'setting')} run`, ...runFacts(candidates)],
    remark: replications > 1 ? spread : null,
    warnings,
    sections: [
      ...sideBySideSection(judged, page.beside(judged), best, path),
      ...timelines,
      ...(timelines.length === 0 ? [front] : behindOnPaper([front])),
      ...behindOnPaper([
        ...settingsSection(judged, axes, best),
        candidatesSection(list, judged, path),
        ...(page.further?.(judged) ?? []),
      ]),
    ],
  });
}
