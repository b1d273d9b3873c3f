import type { CandidateFate, PlanCandidate, PlanResult } from '../../planner/plan/plan-result.js';
import { type Candidate, type Candidates, sharedOf } from './candidate.js';

/** What a candidate's fate is called beside it, where its figures and constraints do not say it. */
const REMARKS: Readonly<Record<CandidateFate, string>> = {
  recommended: 'recommended',
  next_best: 'next best',
  kept: '',
  worse: '',
  infeasible: '',
  bounded: 'ruled out',
  not_looked_at: 'not looked at',
  invalid: 'not allowed',
};

/** The candidates of a plan, those included that were ruled out before they were run. */
export function candidatesOfPlan(plan: PlanResult): Candidates {
  return { kind: 'plan', title: plan.scenario, list: plan.candidates.map(candidateOf), ...sharedOf(plan) };
}

function candidateOf({
  name,
  settings,
  today,
  fate,
  figures,
  constraints,
  replications,
  reason,
  use,
}: PlanCandidate): Candidate {
  return {
    name,
    settings,
    figures,
    missed: constraints.filter(({ met }) => !met).map(({ constraint }) => constraint),
    invalid: replications === 0 ? (reason ?? REMARKS[fate]) : null,
    runs: replications,
    remark: [REMARKS[fate], today ? 'today' : ''].filter((word) => word !== '').join(', '),
    ...(use === null ? {} : { use }),
  };
}
