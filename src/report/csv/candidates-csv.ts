import { FIGURE_NAMES } from '../../figures/run-figures.js';
import type { PlanCandidate, PlanResult } from '../../planner/plan/plan-result.js';
import { type Column, texts } from '../text/csv.js';
import { meanColumns, type WholeTable, wholeTable } from './whole-table.js';

/** `candidates.csv`: a row for each combination, those that are not allowed with the reason. */
export function candidatesTable({ axes, candidates, confidence, duration_seconds }: PlanResult): WholeTable {
  const columns: readonly Column<PlanCandidate>[] = [
    { header: 'candidate', kind: 'text', cell: ({ name }) => name },
    ...axes.map(({ path }) => ({
      header: path,
      kind: 'text' as const,
      cell: ({ settings }: PlanCandidate) => settings[path],
    })),
    { header: 'today', kind: 'text', cell: ({ today }) => (today ? 'yes' : null) },
    ...texts<PlanCandidate>('fate', 'evidence', 'reason'),
    {
      header: 'feasible',
      kind: 'text',
      cell: ({ feasible }) => (feasible === null ? null : feasible ? 'yes' : 'no'),
    },
    {
      header: 'constraints_missed',
      kind: 'text',
      cell: ({ constraints }) =>
        constraints
          .filter(({ met }) => !met)
          .map(({ constraint }) => constraint)
          .join('; '),
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
