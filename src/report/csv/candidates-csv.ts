import { FIGURE_NAMES } from '../../figures/run-figures.js';
import type { PlanCandidate, PlanResult } from '../../planner/plan/plan-result.js';
import { type Column, csvTable } from '../text/csv.js';
import { finite } from '../text/finite.js';

/** The text of `candidates.csv`: a row for each combination, those that are not allowed with the reason. */
export function candidatesCsv({ axes, candidates, confidence, duration_seconds }: PlanResult): string {
  const columns: readonly Column<PlanCandidate>[] = [
    { header: 'candidate', cell: ({ name }) => name },
    ...axes.map(({ path }) => ({ header: path, cell: ({ settings }: PlanCandidate) => settings[path] })),
    { header: 'today', cell: ({ today }) => (today ? 'yes' : null) },
    { header: 'fate', cell: ({ fate }) => fate },
    { header: 'evidence', cell: ({ evidence }) => evidence },
    { header: 'reason', cell: ({ reason }) => reason },
    { header: 'feasible', cell: ({ feasible }) => (feasible === null ? null : feasible ? 'yes' : 'no') },
    {
      header: 'constraints_missed',
      cell: ({ constraints }) =>
        constraints
          .filter(({ met }) => !met)
          .map(({ constraint }) => constraint)
          .join('; '),
    },
    { header: 'front_latency', cell: ({ pareto }) => (pareto.latency ? 'yes' : null) },
    { header: 'front_delayed', cell: ({ pareto }) => (pareto.delayed ? 'yes' : null) },
    {
      header: 'least_probability',
      cell: ({ constraints }) => {
        const known = constraints.flatMap(({ probability }) => (probability === null ? [] : [probability]));
        return known.length === 0 || known.length < constraints.length ? null : Math.min(...known);
      },
    },
    { header: 'simulated_of', cell: ({ replications }) => (replications > 0 ? 'whole' : null) },
    { header: 'simulated_seconds', cell: ({ replications }) => (replications > 0 ? duration_seconds : null) },
    { header: 'simulated_runs', cell: ({ replications }) => (replications > 0 ? replications : null) },
    ...FIGURE_NAMES.flatMap((figure): readonly Column<PlanCandidate>[] => [
      { header: figure, cell: ({ figures }) => figures[figure]?.mean },
      { header: `${figure}_half_width`, cell: ({ figures }) => finite(figures[figure]?.half_width) },
    ]),
    { header: 'confidence', cell: () => confidence },
  ];
  return csvTable(columns, candidates);
}
