import type { ColumnMeanings } from './run-columns.js';

const HALF = 'half of the interval of the mean';

/** What columns mean of the tables of commands that answer a question; figures, and their half-widths, besides. */
export const ANSWER_COLUMNS: Readonly<Record<string, ColumnMeanings>> = {
  candidates: {
    candidate: 'The settings in words.',
    today: "`yes` for the scenario's own settings.",
    fate: '`recommended`, `next_best`, `kept`, `worse`, `infeasible`, `bounded`, `not_looked_at` or `invalid`.',
    evidence:
      'What it was dropped by: `proven` (a bound that always holds), `inferred` (few runs, far off), `hybrid` (a hybrid run), `statistical` (a test); empty where it was not.',
    reason: 'Why it was dropped or is not allowed, in words.',
    feasible: 'Whether the means meet all constraints; empty where nothing was simulated.',
    constraints_missed: 'Constraints that the means miss.',
    front_latency: '`yes` where nothing else is cheaper and has a lower p99 latency.',
    front_delayed: '`yes` where nothing else is cheaper and delays fewer queries.',
    least_probability: [
      'probability',
      'The least of the probabilities with which it meets its constraints; empty where one is not known.',
    ],
    simulated_of: '`whole` where the whole run was simulated.',
    simulated_seconds: 'Simulated time of each of its runs.',
    simulated_runs: 'Runs that were simulated.',
  },
  'steady-state': {
    figure: 'Name of the figure.',
    unit: 'Unit of the figure.',
    mean: ['unit of the row', 'Mean after the warm-up.'],
    half_width: ['unit of the row', `Of the mean: ${HALF}.`],
    whole_run: ['unit of the row', 'The same over the whole run, its warm-up included.'],
    batches: 'Batches, or sections, that the interval rests on.',
    independent: 'Whether they are as good as independent; empty where that is not judged.',
    warm_up_seconds: 'Time at the beginning that was left out.',
  },
};
