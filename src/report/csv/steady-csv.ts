import type { SteadyFigure, SteadyRun } from '../../planner/replicate/steady-result.js';
import { type Column, fields, texts } from '../text/csv.js';
import { finite } from '../text/finite.js';
import { type WholeTable, wholeTable, yesOrNo } from './whole-table.js';

/** `steady-state.csv`: a row for each figure. */
export function steadyTable({ figures, warm_up, confidence }: SteadyRun): WholeTable {
  const columns: readonly Column<SteadyFigure>[] = [
    ...texts<SteadyFigure>('figure', 'unit'),
    ...fields<SteadyFigure>('mean'),
    { header: 'half_width', cell: (row) => finite(row.half_width) },
    ...fields<SteadyFigure>('whole_run', 'batches'),
    yesOrNo('independent', ({ independent }) => independent),
    { header: 'warm_up_seconds', cell: () => warm_up.seconds },
    { header: 'confidence', cell: () => confidence },
  ];
  return wholeTable('steady-state', columns, figures);
}
