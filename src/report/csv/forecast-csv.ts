import type { Forecast, ForecastMonth } from '../../planner/growth/forecast-result.js';
import type { Column } from '../text/csv.js';
import { finite } from '../text/finite.js';
import { type WholeTable, wholeTable } from './whole-table.js';

/** `forecast.csv`: a row for each calendar month. */
export function forecastTable({ months, replications, confidence }: Forecast): WholeTable {
  const columns: readonly Column<ForecastMonth>[] = [
    { header: 'month', kind: 'text', cell: (row) => row.month },
    { header: 'days', cell: (row) => row.days },
    { header: 'load_factor', cell: (row) => row.load_factor },
    { header: 'cu_hours', cell: (row) => row.cu_hours.mean },
    { header: 'cu_hours_half_width', cell: (row) => finite(row.cu_hours.half_width) },
    { header: 'cost_usd', cell: (row) => row.cost_usd.mean },
    { header: 'cost_usd_half_width', cell: (row) => finite(row.cost_usd.half_width) },
    { header: 'cost_low_usd', cell: (row) => row.cost_low_usd },
    { header: 'cost_high_usd', cell: (row) => row.cost_high_usd },
    { header: 'fixed_usd', cell: (row) => row.fixed_usd },
    { header: 'growing_usd', cell: (row) => row.growing_usd },
    { header: 'usd_per_cu_hour', cell: (row) => row.usd_per_cu_hour },
    { header: 'included_cu_hours', cell: (row) => row.included_cu_hours },
    { header: 'hours_used_up', kind: 'text', cell: (row) => row.hours_used_up },
    { header: 'replications', cell: () => replications },
    { header: 'confidence', cell: () => confidence },
    { header: 'other_usd', cell: (row) => row.other_usd },
    { header: 'bill_usd', cell: (row) => row.bill_usd },
    { header: 'cap_used_up', kind: 'text', cell: (row) => row.cap_used_up },
    { header: 'low_growth_cost_usd', cell: (row) => row.low_growth_cost_usd },
    { header: 'high_growth_cost_usd', cell: (row) => row.high_growth_cost_usd },
    { header: 'low_growth_bill_usd', cell: (row) => row.low_growth_bill_usd },
    { header: 'high_growth_bill_usd', cell: (row) => row.high_growth_bill_usd },
  ];
  return wholeTable('forecast', columns, months);
}
