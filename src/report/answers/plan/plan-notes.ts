import type { DropEvidence, PlanResult } from '../../../study/plan/plan-result.js';
import { type Note, notesOn } from '../../document/report.js';
import { count, counted, number, percent } from '../../figures/figure-text.js';
import { when } from '../../text/when.js';
import type { PlanAgain } from '../../verdict/plan-verdict.js';
import { selectionWords } from './plan-words.js';

export const SAME_PLAN: PlanAgain = ({ budget }) => `the same plan with --max-queries ${budget}`;

/** Questions without an answer, each with the command that answers it. */
export function openNotes(
  { growth, sensitivity_left_out, work }: PlanResult,
  again: PlanAgain,
): readonly Note[] {
  const { needed_queries, searched_queries, further_queries } = work;
  if (needed_queries === null) return [];
  const cut = growth.filter(({ complete }) => !complete);
  const loads = cut.map(({ factor }) => number(factor)).join(', ');
  const assumptions = sensitivity_left_out.length;
  const what = [
    ...when(cut.length > 0, `what to choose at ${loads} times the load`),
    ...when(assumptions > 0, `what ${counted(assumptions, 'assumption')} would change`),
  ].join(', and ');
  const times = number(needed_queries / (searched_queries + further_queries));
  const text = `${what}: --max-queries has no room for it; up to ${times} times the work answers it: ${again({ budget: needed_queries })}`;
  return notesOn('Left open', [text], { emphasis: 'strong' });
}

/** The basis of a plan's figures: its limits, its work, and the reasons that ruled candidates out. */
export function methodNotes(plan: PlanResult): readonly Note[] {
  const { work, selection, candidates, constraints, fidelity, growth, sensitivity } = plan;
  const by = (evidence: DropEvidence) =>
    candidates.filter((each) => each.fate !== 'invalid' && each.evidence === evidence).length;
  const invalid = candidates.filter(({ fate }) => fate === 'invalid').length;
  const limits = constraints.map(({ text, from, cap }) =>
    from === 'scenario' && cap === undefined ? `${text} (slo)` : text,
  );
  return [
    ...notesOn('Within', [limits.join(', ') || 'no constraint']),
    ...notesOn('Work', [
      `${counted(work.runs, 'run')}; the search simulated ${percent(work.share)} of the queries of an exhaustive sweep (${count(work.searched_queries)} of ${count(Math.round(work.exhaustive_queries))}), the rest of the report ${count(work.further_queries)}`,
    ]),
    ...notesOn('Ruled out', [
      `${by('proven')} by bounds that always hold, ${by('inferred')} by whole runs so far off that they needed no test, ${by('hybrid')} by such runs at hybrid fidelity, ${by('statistical')} by tests that err with a probability of ${percent(selection.error)} together; ${counted(invalid, 'combination')} not allowed`,
    ]),
    ...notesOn('Selected', [selectionWords(plan)]),
    ...notesOn(
      'Fidelity',
      when(
        fidelity !== 'exact' && growth.length + sensitivity.length > 0,
        'other loads and assumptions by runs at hybrid fidelity, whose cost is within about 1 % and whose latency is within about 5 % of those of exact runs; the recommendation and what it is compared with by exact runs',
      ),
    ),
  ];
}
