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
  forecast: {
    month: 'Calendar month of UTC, `YYYY-MM`.',
    days: ['days', 'Days of the month.'],
    load_factor: ['factor', "Times the scenario's load, mean over the days."],
    cu_hours: 'CU-hours of the month.',
    cost_usd: 'Expected cost of the month; with growth as a range, at the growth in its middle.',
    cost_low_usd: "Lower end of what a single month's bill is to be expected within.",
    cost_high_usd: 'Upper end of the same.',
    fixed_usd: 'What is due without any load that grows: scheduled jobs, and computes that never suspend.',
    growing_usd: 'What grows with the load.',
    usd_per_cu_hour: 'Price on the first day of the month.',
    included_cu_hours: 'CU-hours of the month that cost nothing.',
    hours_used_up:
      'Day on which the hours of a plan that has no more, or a quota, are used up; empty where they last.',
    other_usd:
      'What the other lines of the bill come to, each to the cent; empty where the scenario says nothing of them.',
    bill_usd: 'The whole bill: the expected cost of compute time to the cent, and the other lines.',
    cap_used_up: 'What is used up then, as `neap bill` names its caps; empty where all last.',
    low_growth_cost_usd:
      'Expected cost of the month at the lower end of a range of growth; empty where growth is one figure.',
    high_growth_cost_usd: 'The same at its upper end.',
    low_growth_bill_usd:
      'The whole bill at the lower end of a range of growth; empty as `bill_usd` and `low_growth_cost_usd` are.',
    high_growth_bill_usd: 'The same at its upper end.',
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
