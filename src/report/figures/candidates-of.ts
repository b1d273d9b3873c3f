import { monthHours, type PricedUse, pricedUse, type RunUse } from '../../cost/priced-use.js';
import { getOrCreate } from '../../kernel/get-or-create.js';
import type { ComparedFigure, Comparison } from '../../study/compare/comparison.js';
import type { Sweep } from '../../study/compare/sweep.js';
import { settingsName } from '../../study/compare/tried-combinations.js';
import type { MadeRun } from '../../study/engine/ordered-runs.js';
import type { CandidateFate, PlanCandidate, PlanResult } from '../../study/plan/plan-result.js';
import type { Variant } from '../../study/runs/variant.js';
import { priceAtStart } from '../../vendors/price-stretch.js';
import { type Candidate, type Candidates, missedOf } from './candidate.js';

/** The use of each of several variants, added run by run. */
export class UseOfVariants {
  readonly #runs = new Map<Variant, RunUse[]>();

  /** Adds the next run; runs of one variant arrive in the order of its replications. */
  add({ task: { variant }, run }: MadeRun): void {
    const use = { months: monthHours(run.cost), running_time: run.cost.running_time };
    getOrCreate(this.#runs, variant, () => []).push(use);
  }

  /** One per variant, in the order of their first runs. */
  list(): readonly PricedUse[] {
    return [...this.#runs].map(([{ scenario }, runs]) => {
      return pricedUse(priceAtStart(scenario), scenario.duration_seconds, runs);
    });
  }
}

/**
 * The rows of a sweep as candidates.
 * @param uses one per combination that was run, in the same order
 */
export function candidatesOfSweep(sweep: Sweep, uses: readonly PricedUse[] = []): Candidates {
  let ran = 0;
  const list = sweep.rows.map(({ settings, invalid, figures, slo }): Candidate => {
    return {
      name: settingsName(settings),
      settings,
      figures,
      missed: missedOf(slo, 'objective'),
      invalid,
      remark: '',
      leads: false,
      use: invalid === null ? uses[ran++] : undefined,
    };
  });
  return { kind: 'sweep', title: sweep.scenario, list, duration_seconds: sweep.duration_seconds };
}

/**
 * The variants of a comparison as candidates.
 * @param uses one per variant, in the same order
 */
export function candidatesOfComparison(comparison: Comparison, uses: readonly PricedUse[] = []): Candidates {
  const { baseline, duration_seconds } = comparison;
  const list = comparison.variants.map(({ name, figures }, index): Candidate => {
    return {
      name,
      settings: {},
      figures: Object.fromEntries(figures.map(({ figure, value }: ComparedFigure) => [figure, value])),
      missed: [],
      invalid: null,
      remark: name === baseline ? 'baseline' : '',
      leads: false,
      use: uses[index],
    };
  });
  return { kind: 'compare', title: baseline, list, duration_seconds };
}

/** The remark on a candidate's fate, if its figures and constraints do not show it. */
const REMARKS: Readonly<Record<CandidateFate, string>> = {
  recommended: 'recommended',
  next_best: 'next best',
  kept: '',
  worse: '',
  infeasible: '',
  bounded: 'ruled out',
  not_looked_at: 'not evaluated',
  invalid: 'not allowed',
};

/** The candidates of a plan, including those that were ruled out before they were run. */
export function candidatesOfPlan({ scenario, candidates, duration_seconds }: PlanResult): Candidates {
  return { kind: 'plan', title: scenario, list: candidates.map(candidateOf), duration_seconds };
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
    missed: missedOf(constraints, 'constraint'),
    invalid: replications === 0 ? (reason ?? REMARKS[fate]) : null,
    runs: replications,
    leads: fate === 'recommended',
    remark: [REMARKS[fate], today ? 'today' : ''].filter((word) => word !== '').join(', '),
    use: use ?? undefined,
  };
}
