import type { SteadyFigure, SteadyRun } from '../planner/steady-result.js';
import { type Column, csvTable } from './csv.js';
import { finite } from './finite.js';

/** The text of `steady-state.csv`: a row for each figure. */
export function steadyCsv({ figures, warm_up, confidence }: SteadyRun): string {
  const columns: readonly Column<SteadyFigure>[] = [
    { header: 'figure', cell: (row) => row.figure },
    { header: 'unit', cell: (row) => row.unit },
    { header: 'mean', cell: (row) => row.mean },
    { header: 'half_width', cell: (row) => finite(row.half_width) },
    { header: 'whole_run', cell: (row) => row.whole_run },
    { header: 'batches', cell: (row) => row.batches },
    { header: 'independent', cell: ({ independent: one }) => (one === null ? '' : one ? 'yes' : 'no') },
    { header: 'warm_up_seconds', cell: () => warm_up.seconds },
    { header: 'confidence', cell: () => confidence },
  ];
  return csvTable(columns, figures);
}
