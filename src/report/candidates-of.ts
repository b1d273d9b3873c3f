import { priceOf } from '../cost/price-book.js';
import type { MonthHours, PricedUse } from '../cost/priced-use.js';
import type { ComparedFigure, Comparison } from '../planner/comparison.js';
import type { MadeRun } from '../planner/ordered-runs.js';
import type { SourcedVariant } from '../planner/scenario-source.js';
import type { Sweep } from '../planner/sweep.js';
import type { Candidate, Candidates } from './candidate.js';

/** What each of several variants used, taken in run by run. */
export class UseOfVariants {
  readonly #months = new Map<SourcedVariant, (readonly MonthHours[])[]>();

  /** Takes in the next run; those of one variant come in the order of its replications. */
  add({ task: { variant }, run }: MadeRun): void {
    const months = run.cost.by_month.map(({ month, cu_hours }) => ({ month, cu_hours }));
    const before = this.#months.get(variant);
    if (before === undefined) this.#months.set(variant, [months]);
    else before.push(months);
  }

  /** One a variant, in the order in which their first runs came. */
  list(): readonly PricedUse[] {
    return [...this.#months].map(([{ scenario }, replications]) => ({
      price: priceOf(scenario.plan),
      duration_seconds: scenario.duration_seconds,
      replications,
    }));
  }
}

/**
 * The rows of a sweep as candidates.
 * @param uses one for each combination that was run, in their order
 */
export function candidatesOfSweep(sweep: Sweep, uses: readonly PricedUse[] = []): Candidates {
  let ran = 0;
  const list = sweep.rows.map(({ settings, invalid, figures, slo }): Candidate => {
    const use = invalid === null ? uses[ran++] : undefined;
    return {
      name: Object.entries(settings)
        .map(([path, value]) => `${path}=${value}`)
        .join(' '),
      settings,
      figures,
      missed: slo.filter(({ met }) => !met).map(({ objective }) => objective),
      invalid,
      remark: '',
      ...(use === undefined ? {} : { use }),
    };
  });
  const { scenario, seed, start, duration_seconds, replications, confidence, warnings } = sweep;
  const title = scenario;
  return { kind: 'sweep', title, seed, start, duration_seconds, replications, confidence, list, warnings };
}

/**
 * The variants of a comparison as candidates.
 * @param uses one a variant, in their order
 */
export function candidatesOfComparison(comparison: Comparison, uses: readonly PricedUse[] = []): Candidates {
  const { baseline, seed, start, duration_seconds, replications, confidence, warnings } = comparison;
  const list = comparison.variants.map(({ name, figures }, index): Candidate => {
    const use = uses[index];
    return {
      name,
      settings: {},
      figures: Object.fromEntries(figures.map(({ figure, value }: ComparedFigure) => [figure, value])),
      missed: [],
      invalid: null,
      remark: name === baseline ? 'baseline' : '',
      ...(use === undefined ? {} : { use }),
    };
  });
  const title = baseline;
  return { kind: 'compare', title, seed, start, duration_seconds, replications, confidence, list, warnings };
}
