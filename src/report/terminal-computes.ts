import { count, milliseconds, money, number, percent } from './figure-text.js';
import type { Summary } from './summary.js';
import { tableLines } from './terminal-table.js';
import type { TextLine } from './text-block.js';

/** Columns of a figure. */
const CELL = 12;

/** A table with a row per compute. */
export function computeLines(summary: Summary, width: number): readonly TextLine[] {
  return tableLines(
    ['Compute', 'CU-hours', 'Cost', 'Suspended', 'Wakes', 'p99'],
    summary.computes.map((each) => [
      each.name,
      number(each.cu_hours),
      money(each.cost_usd),
      percent(summary.duration_seconds > 0 ? each.suspended_seconds / summary.duration_seconds : 0),
      count(each.wakes),
      milliseconds(each.latency_ms.p99),
    ]),
    width,
    CELL,
  );
}
