import type { Table } from '../cells/table.js';
import { type Check, controlTotal } from './checks-sheet.js';

/** The name of the sheet. */
export const USAGE = 'Usage';

/** Rows beyond which replications are shown by their mean alone. */
export const MAX_USAGE_ROWS = 30_000;

/** The note above the use. @param averaged what it is the mean of, if that is too much to list */
export function usageNote(averaged: string | undefined): string {
  return averaged === undefined
    ? 'what every cost is computed from; a month costs its fee and its CU-hours beyond the included ones, at least the minimum'
    : `the mean of ${averaged}, too many to list: on plans with included hours or a minimum, costs differ a little from the mean of their costs`;
}

/** What is a cost in dollars: the run's, and that of a month at its mean rate of use. */
export type CostFigure = 'cost_usd' | 'cost_usd_per_month';

/** Whether a figure is a cost that follows the inputs. */
export function isCost(figure: string): figure is CostFigure {
  return figure === 'cost_usd' || figure === 'cost_usd_per_month';
}

/** The hours of the sheet. */
export function usedHours(table: Table, rows: readonly { readonly cu_hours: number }[]): Check {
  return controlTotal(
    'CU-hours used',
    table.range('cu_hours'),
    rows.map(({ cu_hours }) => cu_hours),
  );
}
