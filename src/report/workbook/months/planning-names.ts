/** Cells and ranges of a planning workbook that formulas know by name. */
export const PLANNING = {
  /** What was chosen on the first sheet, and the list it is chosen from. */
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
  /** All months: compute time, and with the other lines of the bill if there are any. */
  total: 'period_cost',
  charged: 'period_charged',
  /** The place of the settings that were chosen, from 1. */
  place: 'chosen_place',
} as const;

/** Names of the sheets. */
export const SHEETS = {
  months: 'Months',
  scenarios: 'Scenarios',
  teams: 'Teams and tenants',
  sensitivity: 'Sensitivity',
  bills: 'Bills',
  days: 'Days',
  lines: 'Other lines',
  data: 'Data',
} as const;
