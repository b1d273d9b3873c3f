/** Cells and ranges of a planning workbook that formulas know by name. */
export const PLANNING = {
  /** What was chosen on the sheet of answers, and its place in the list, from 1. */
  chosen: 'chosen',
  choices: 'choices',
  chosen_growth: 'chosen_growth',
  low_growth: 'growth_low',
  high_growth: 'growth_high',
  growths: 'growths',
  loads: 'simulated_loads',
  uses: 'simulated_use',
  least: 'least_simulated_load',
  largest: 'largest_simulated_load',
  total: 'period_cost',
  /** The same with the other lines of the bill, where there are any. */
  bill: 'period_bill',
  /** Of the settings that were chosen: CU-hours an hour, what of them does not grow, and their name. */
  rate: 'chosen_cu_hours_per_hour',
  fixed_share: 'chosen_part_that_does_not_grow',
  settings: 'chosen_settings',
  chosen_price: 'chosen_price',
  chosen_included: 'chosen_included',
  chosen_fee: 'chosen_fee',
  chosen_minimum: 'chosen_minimum',
  own_part: 'part_that_does_not_grow_override',
} as const;

/** Names of the sheets. */
export const SHEETS = {
  read_me: 'Read me',
  answer: 'Answer',
  months: 'Months',
  scenarios: 'Scenarios',
  teams: 'Teams and tenants',
  sensitivity: 'Sensitivity',
  bills: 'Bills',
  days: 'Days',
  lines: 'Other lines',
  data: 'Data',
} as const;
