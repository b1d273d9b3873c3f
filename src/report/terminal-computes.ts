import { count, milliseconds, money, number, percent } from './figure-text.js';
import type { Summary } from './summary.js';
import { columns, cut, line, type TextLine } from './text-block.js';

/** Columns of each cell, the space before it included, and of all cells of a row. */
const CELL = 12;
const CELLS = 5 * CELL;

/** A table with a row per compute. Columns are of fixed width, the name takes what is left. */
export function computeLines(summary: Summary, width: number): readonly TextLine[] {
  const names = summary.computes.map((each) => each.name);
  const room = Math.min(width - CELLS, Math.max('Compute'.length, ...names.map(columns)));
  const row = (name: string, cells: readonly string[]): string => {
    const shown = cut(name, room);
    return (
      shown +
      ' '.repeat(Math.max(0, room - columns(shown))) +
      cells.map((cell) => ` ${cell.padStart(CELL - 1)}`).join('')
    );
  };
  return [
    line(row('Compute', ['CU-hours', 'Cost', 'Suspended', 'Wakes', 'p99']), 'quiet'),
    ...summary.computes.map((each) =>
      line(
        row(each.name, [
          number(each.cu_hours),
          money(each.cost_usd),
          percent(summary.duration_seconds > 0 ? each.suspended_seconds / summary.duration_seconds : 0),
          count(each.wakes),
          milliseconds(each.latency_ms.p99),
        ]),
      ),
    ),
  ];
}
