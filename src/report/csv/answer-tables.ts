import { FIGURE_NAMES } from '../../figures/run-figures.js';
import type { PlanCandidate, PlanResult } from '../../study/plan/plan-result.js';
import type { SteadyFigure, SteadyRun } from '../../study/replicate/steady-result.js';
import { missedOf } from '../figures/candidate.js';
import { type Column, fields, texts } from '../text/csv.js';
import { finite } from '../text/finite.js';
import { alike, meanColumns, settingColumns, type WholeTable, wholeTable, yesOrNo } from './whole-table.js';

/** `candidates.csv`: a row for each combination, those that are not allowed with the reason. */
export function candidatesTable({ axes, candidates, confidence, duration_seconds }: PlanResult): WholeTable {
  const columns: readonly Column<PlanCandidate>[] = [
    { header: 'candidate', kind: 'text', cell: ({ name }) => name },
    ...settingColumns<PlanCandidate>(axes),
    { header: 'today', kind: 'text', cell: ({ today }) => (today ? 'yes' : null) },
    ...texts<PlanCandidate>('fate', 'evidence', 'reason'),
    yesOrNo('feasible', ({ feasible }) => feasible),
    {
      header: 'constraints_missed',
      kind: 'text',
      cell: ({ constraints }) => missedOf(constraints, 'constraint').join('; '),
    },
    { header: 'front_latency', kind: 'text', cell: ({ pareto }) => (pareto.latency ? 'yes' : null) },
    { header: 'front_delayed', kind: 'text', cell: ({ pareto }) => (pareto.delayed ? 'yes' : null) },
    {
      header: 'least_probability',
      cell: ({ constraints }) => {
        const known = constraints.flatMap(({ probability }) => (probability === null ? [] : [probability]));
        return known.length === 0 || known.length < constraints.length ? null : Math.min(...known);
      },
    },
    {
      header: 'simulated_of',
      kind: 'text',
      cell: ({ replications }) => (replications > 0 ? 'whole' : null),
    },
    { header: 'simulated_seconds', cell: ({ replications }) => (replications > 0 ? duration_seconds : null) },
    { header: 'simulated_runs', cell: ({ replications }) => (replications > 0 ? replications : null) },
    ...FIGURE_NAMES.flatMap((figure) => meanColumns<PlanCandidate>(figure, ({ figures }) => figures[figure])),
    { header: 'confidence', cell: () => confidence },
  ];
  return wholeTable('candidates', columns, candidates);
}

/** `steady-state.csv`: a row for each figure. */
export function steadyTable({ figures, warm_up, confidence }: SteadyRun): WholeTable {
  const columns: readonly Column<SteadyFigure>[] = [
    ...texts<SteadyFigure>('figure', 'unit'),
    ...fields<SteadyFigure>('mean'),
    { header: 'half_width', cell: (row) => finite(row.half_width) },
    ...fields<SteadyFigure>('whole_run', 'batches'),
    yesOrNo('independent', ({ independent }) => independent),
    ...alike({ warm_up_seconds: warm_up.seconds, confidence }),
  ];
  return wholeTable('steady-state', columns, figures);
}
