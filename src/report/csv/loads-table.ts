import { SIZE_GOALS } from '../../simulation/run/cause-observations.js';
import type { CauseSummary } from '../causes/cause-summary.js';
import { type Column, columnsOf, fields, texts } from '../text/csv.js';
import { breakdownText } from './computes-table.js';

/** Columns of `loads.csv`: the rows of `loads` in `summary.json`, units in the names. */
export const LOADS_COLUMNS: readonly Column<CauseSummary>[] = [
  { header: 'load', kind: 'text', cell: ({ name }) => name },
  ...texts<CauseSummary>('kind'),
  ...fields<CauseSummary>('active_seconds', 'idle_seconds', 'cu_hours'),
  ...SIZE_GOALS.map((goal) => ({
    header: `above_minimum_${goal}_cu_hours`,
    cell: ({ above_minimum_cu_hours }: CauseSummary) => above_minimum_cu_hours[goal],
  })),
  ...fields<CauseSummary>('cost_usd', 'cost_usd_per_month', 'wakes'),
  ...columnsOf(
    ({ queries }: CauseSummary) => queries,
    fields<CauseSummary['queries']>('arrived', 'completed', 'failed', 'refused', 'cut', 'slow'),
  ).map(({ header, cell }) => ({ header: `queries_${header}`, cell })),
  { header: 'refused_by', kind: 'text', cell: ({ refused_by }) => breakdownText(refused_by) },
  { header: 'cut_by', kind: 'text', cell: ({ cut_by }) => breakdownText(cut_by) },
  { header: 'slow_by', kind: 'text', cell: ({ slow_by }) => breakdownText(slow_by) },
  ...fields<CauseSummary>('refusals_caused'),
  ...(['cost_usd_per_month', 'saving_usd_per_month', 'cu_hours', 'wakes'] as const).map((figure) => ({
    header: `without_${figure}`,
    cell: ({ without }: CauseSummary) => without?.[figure],
  })),
];
