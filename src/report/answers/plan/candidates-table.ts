import { FIGURE_NAMES } from '../../../figures/run-figures.js';
import type { PlanCandidate, PlanResult } from '../../../study/plan/plan-result.js';
import { column, figureColumn, sameInAllRows } from '../../document/column.js';
import { type Part, table } from '../../document/report.js';
import type { Unit } from '../../document/unit.js';
import { missedOf } from '../../figures/candidate.js';
import { settingColumns } from '../sweep.js';

/** `candidates.csv`: a row for each combination, those that are not allowed with the reason. */
export function candidatesTable({ axes, candidates, confidence, duration_seconds }: PlanResult): Part {
  const told = (
    name: string,
    meaning: string,
    of: (candidate: PlanCandidate) => string | number | boolean | null,
    unit: Unit = 'text',
  ) => column<PlanCandidate>(name, name, unit, of, { meaning });
  const flag = (is: boolean) => (is ? 'yes' : null);
  return table<PlanCandidate>({
    id: 'candidates',
    caption: 'All figures',
    in: ['csv'],
    rows: candidates,
    columns: [
      told('candidate', 'The settings in words.', ({ name }) => name),
      ...settingColumns<PlanCandidate>(axes),
      told('today', "`yes` for the scenario's own settings.", ({ today }) => flag(today)),
      told(
        'fate',
        '`recommended`, `next_best`, `kept`, `worse`, `infeasible`, `bounded`, `not_looked_at` or `invalid`.',
        ({ fate }) => fate,
      ),
      told(
        'evidence',
        'Reason for dropping it: `proven` (a bound that always holds), `inferred` (few runs, far off), `hybrid` (a hybrid run), `statistical` (a test); empty if it was kept.',
        ({ evidence }) => evidence,
      ),
      told('reason', 'Why it was dropped or is not allowed, in words.', ({ reason }) => reason),
      told(
        'feasible',
        'Whether the means meet all constraints; empty without a run.',
        ({ feasible }) => feasible,
        'yes_no',
      ),
      told('constraints_missed', 'Constraints that the means miss.', ({ constraints }) =>
        missedOf(constraints, 'constraint').join('; '),
      ),
      told(
        'front_latency',
        '`yes` where nothing else is cheaper and has a lower p99 latency.',
        ({ pareto }) => flag(pareto.latency),
      ),
      told('front_delayed', '`yes` where nothing else is cheaper and delays fewer queries.', ({ pareto }) =>
        flag(pareto.delayed),
      ),
      column('least_probability', 'least_probability', 'number', leastProbability, {
        measure: 'probability',
        meaning: 'Smallest probability of meeting a constraint; empty if one is unknown.',
      }),
      told('simulated_of', '`whole` where the whole run was simulated.', ({ replications }) =>
        replications > 0 ? 'whole' : null,
      ),
      told(
        'simulated_seconds',
        'Simulated time of each of its runs.',
        ({ replications }) => (replications > 0 ? duration_seconds : null),
        'seconds',
      ),
      told(
        'simulated_runs',
        'Runs that were simulated.',
        ({ replications }) => replications || null,
        'count',
      ),
      ...FIGURE_NAMES.map((figure) => figureColumn<PlanCandidate>(figure, ({ figures }) => figures[figure])),
      ...sameInAllRows({ confidence }),
    ],
  });
}

function leastProbability({ constraints }: PlanCandidate): number | null {
  const known = constraints.flatMap(({ probability }) => (probability === null ? [] : [probability]));
  return known.length === 0 || known.length < constraints.length ? null : Math.min(...known);
}
