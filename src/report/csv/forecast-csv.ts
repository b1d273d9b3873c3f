import type { Forecast, ForecastMonth } from '../../planner/growth/forecast-result.js';
import { type Column, fields, texts } from '../text/csv.js';
import { meanColumns, type WholeTable, wholeTable } from './whole-table.js';

/** `forecast.csv`: a row for each calendar month. */
export function forecastTable({ months, replications, confidence }: Forecast): WholeTable {
  const columns: readonly Column<ForecastMonth>[] = [
    ...texts<ForecastMonth>('month'),
    ...fields<ForecastMonth>('days', 'load_factor'),
    ...meanColumns<ForecastMonth>('cu_hours', (row) => row.cu_hours),
    ...meanColumns<ForecastMonth>('cost_usd', (row) => row.cost_usd),
    ...fields<ForecastMonth>('cost_low_usd', 'cost_high_usd', 'fixed_usd', 'growing_usd'),
    ...fields<ForecastMonth>('usd_per_cu_hour', 'included_cu_hours'),
    ...texts<ForecastMonth>('hours_used_up'),
    { header: 'replications', cell: () => replications },
    { header: 'confidence', cell: () => confidence },
    ...fields<ForecastMonth>('other_usd', 'bill_usd'),
    ...texts<ForecastMonth>('cap_used_up'),
    ...fields<ForecastMonth>('low_growth_cost_usd', 'high_growth_cost_usd'),
    ...fields<ForecastMonth>('low_growth_bill_usd', 'high_growth_bill_usd'),
  ];
  return wholeTable('forecast', columns, months);
}
