import { FIGURE_NAMES } from '../../../figures/run-figures.js';
import type { PlanCandidate, PlanResult } from '../../../study/plan/plan-result.js';
import { figureColumn, fileColumn, sameInAllRows } from '../../document/column.js';
import { type Part, table } from '../../document/report.js';
import { missedOf } from '../../figures/candidate.js';
import { settingColumns } from '../sweep.js';

/** `candidates.csv`: a row for each combination, those that are not allowed with the reason. */
export function candidatesTable({ axes, candidates, confidence, duration_seconds }: PlanResult): Part {
  const own = fileColumn<PlanCandidate>();
  const flag = (is: boolean) => (is ? 'yes' : null);
  return table<PlanCandidate>({
    id: 'candidates',
    caption: 'All figures',
    in: ['csv'],
    rows: candidates,
    columns: [
      own('candidate', 'text', 'The settings in words.', ({ name }) => name),
      ...settingColumns<PlanCandidate>(axes),
      own('today', 'text', "`yes` for the scenario's own settings.", ({ today }) => flag(today)),
      own(
        'fate',
        'text',
        '`recommended`, `next_best`, `kept`, `worse`, `infeasible`, `bounded`, `not_looked_at` or `invalid`.',
      ),
      own(
        'evidence',
        'text',
        'Reason for dropping it: `proven` (a bound that always holds), `inferred` (few runs, far off), `hybrid` (a hybrid run), `statistical` (a test); empty if it was kept.',
      ),
      own('reason', 'text', 'Why it was dropped or is not allowed, in words.'),
      own('feasible', 'yes_no', 'Whether the means meet all constraints; empty without a run.'),
      own('constraints_missed', 'text', 'Constraints that the means miss.', ({ constraints }) =>
        missedOf(constraints, 'constraint').join('; '),
      ),
      own(
        'front_latency',
        'text',
        '`yes` where nothing else is cheaper and has a lower p99 latency.',
        ({ pareto }) => flag(pareto.latency),
      ),
      own(
        'front_delayed',
        'text',
        '`yes` where nothing else is cheaper and delays fewer queries.',
        ({ pareto }) => flag(pareto.delayed),
      ),
      {
        ...own(
          'least_probability',
          'number',
          'Smallest probability of meeting a constraint; empty if one is unknown.',
          leastProbability,
        ),
        measure: 'probability',
      },
      own('simulated_of', 'text', '`whole` where the whole run was simulated.', ({ replications }) =>
        replications > 0 ? 'whole' : null,
      ),
      own('simulated_seconds', 'seconds', 'Simulated time of each of its runs.', ({ replications }) =>
        replications > 0 ? duration_seconds : null,
      ),
      own('simulated_runs', 'count', 'Runs that were simulated.', ({ replications }) => replications || null),
      ...FIGURE_NAMES.map((figure) => figureColumn<PlanCandidate>(figure, ({ figures }) => figures[figure])),
      ...sameInAllRows({ confidence }),
    ],
  });
}

function leastProbability({ constraints }: PlanCandidate): number | null {
  const known = constraints.flatMap(({ probability }) => (probability === null ? [] : [probability]));
  return known.length === 0 || known.length < constraints.length ? null : Math.min(...known);
}
