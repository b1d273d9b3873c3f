import type { CandidateFate, PlanCandidate, PlanResult } from '../planner/plan-result.js';
import type { Candidate, Candidates } from './candidate.js';

/** What a candidate's fate is called beside it, where its figures and constraints do not say it. */
const REMARKS: Readonly<Record<CandidateFate, string>> = {
  recommended: 'recommended',
  next_best: 'next best',
  kept: '',
  worse: '',
  infeasible: '',
  bounded: 'ruled out',
  invalid: 'not allowed',
};

/** The candidates of a plan, those included that were ruled out before they were run. */
export function candidatesOfPlan(plan: PlanResult): Candidates {
  const { scenario, seed, start, duration_seconds, replications, confidence, warnings } = plan;
  return {
    kind: 'plan',
    title: scenario,
    seed,
    start,
    duration_seconds,
    replications,
    confidence,
    list: plan.candidates.map(candidateOf),
    warnings,
  };
}

function candidateOf({
  name,
  settings,
  today,
  fate,
  figures,
  constraints,
  simulated,
  reason,
}: PlanCandidate): Candidate {
  return {
    name,
    settings,
    figures,
    missed: constraints.filter(({ met }) => !met).map(({ constraint }) => constraint),
    invalid: simulated === null ? (reason ?? REMARKS[fate]) : null,
    remark: [REMARKS[fate], today ? 'today' : ''].filter((word) => word !== '').join(', '),
  };
}
