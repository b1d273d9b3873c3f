import { moreIsBetter } from '../../../figures/run-figures.js';
import type { PlanResult } from '../../../study/plan/plan-result.js';
import type { PlanWithWorlds } from '../../../study/worlds/plan-worlds-result.js';
import { figureColumn } from '../../document/column.js';
import { notesOn, notesPart, type Part, type Report, table } from '../../document/report.js';
import { runWords } from '../../figures/candidate.js';
import { candidatesOfPlan } from '../../figures/candidates-of.js';
import { counted } from '../../figures/figure-text.js';
import { figureWords } from '../../verdict/figure-words.js';
import { type PlanContext, planHeadline, planVerdict } from '../../verdict/plan-verdict.js';
import { candidatesParts } from '../candidates/candidate-parts.js';
import { frontParts } from '../candidates/front-parts.js';
import {
  type CandidateView,
  type Judged,
  judgedCandidates,
  mergedViews,
} from '../candidates/judged-candidates.js';
import { settingParts } from '../candidates/setting-parts.js';
import { pairedRemark } from '../spread-remark.js';
import { beforeAfterParts } from './before-after.js';
import { candidatesTable } from './candidates-table.js';
import { methodNotes, openNotes, SAME_PLAN } from './plan-notes.js';
import { growthParts, planFigures, sensitivityParts } from './plan-tables.js';
import { planWords, whyNot } from './plan-words.js';
import { planWorldsParts } from './plan-worlds.js';

/** The settings that a plan recommends, and why. */
export function planReport(plan: PlanWithWorlds, context: PlanContext = {}): Report {
  const { scenario, objective, replications, confidence, warnings, start, axes, worlds } = plan;
  const { prices_checked_until } = plan;
  const candidates = candidatesOfPlan(plan);
  const judged = judgedCandidates(candidates, plan.constraints);
  const best = judged.views.find(({ index }) => plan.candidates[index]!.name === plan.recommendation);
  return {
    question: 'Plan',
    about: scenario,
    title: `${objective.sense} ${objective.figure}`,
    facts: [
      `${counted(judged.views.length, 'setting')} run`,
      runWords(plan),
      counted(replications, 'replication'),
    ],
    verdict: planVerdict(plan, context),
    headline: planHeadline(plan),
    remark: pairedRemark(confidence, replications),
    warnings,
    prices_checked_until,
    start,
    parts: [
      ...beforeAfterParts(plan, judged),
      notesPart('why', notesOn('Why', planWords(plan), { item: true, emphasis: 'plain' })),
      notesPart('open', openNotes(plan, context.again ?? SAME_PLAN)),
      ...(worlds === undefined ? [] : planWorldsParts({ plan, worlds })),
      ...frontParts(judged),
      ...settingParts(judged, axes, best),
      ...candidatesParts(candidates.list, judged, planFigures(plan)),
      beatenTable(plan, judged),
      ...sensitivityParts(plan),
      ...growthParts(plan),
      notesPart('method', methodNotes(plan), {
        title: 'How it was found',
        short: 'Method',
        appendix: true,
        folded: true,
      }),
      candidatesTable(plan),
    ],
  };
}

/** A plan as the content of `plan.json`: the result, with the sentences that say why. */
export function planJson(result: PlanWithWorlds): PlanWithWorlds & { readonly why: readonly string[] } {
  return { ...result, why: planWords(result) };
}

/** Candidates that look better than the recommendation by their mean, each with the reason why it is not recommended. */
function beatenTable(plan: PlanResult, { views }: Judged): Part {
  const { objective, recommendation, candidates } = plan;
  const { figure, sense } = objective;
  const own = candidates.find(({ name }) => name === recommendation)?.figures[figure]?.mean;
  const sign = moreIsBetter(figure) ? -1 : 1;
  const better = views.filter(({ candidate }) => {
    const mean = candidate.figures[figure]?.mean;
    return own !== undefined && mean !== undefined && sign * mean < sign * own;
  });
  return table<CandidateView>({
    id: 'beaten',
    title: `Why not one with ${sense === 'least' ? 'less' : 'more'} ${figureWords(figure)}?`,
    short: 'Why not',
    folded: true,
    behind: true,
    in: ['screen', 'markdown', 'page'],
    keys: 2,
    rows: mergedViews(better),
    columns: [
      { name: 'candidate', head: 'Candidate', of: ({ name, number }) => ({ name, number }) },
      {
        name: 'reason',
        head: 'Why it is not recommended',
        of: ({ index }) => whyNot(candidates[index]!, plan),
      },
      figureColumn<CandidateView>(figure, ({ candidate }) => candidate.figures[figure]),
    ],
  });
}
