import type { SteadyFigure, SteadyRun } from '../../planner/replicate/steady-result.js';
import { type Column, csvTable, fields } from '../text/csv.js';
import { finite } from '../text/finite.js';

/** The text of `steady-state.csv`: a row for each figure. */
export function steadyCsv({ figures, warm_up, confidence }: SteadyRun): string {
  const columns: readonly Column<SteadyFigure>[] = [
    ...fields<SteadyFigure>('figure', 'unit', 'mean'),
    { header: 'half_width', cell: (row) => finite(row.half_width) },
    ...fields<SteadyFigure>('whole_run', 'batches'),
    { header: 'independent', cell: ({ independent: one }) => (one === null ? '' : one ? 'yes' : 'no') },
    { header: 'warm_up_seconds', cell: () => warm_up.seconds },
    { header: 'confidence', cell: () => confidence },
  ];
  return csvTable(columns, figures);
}
