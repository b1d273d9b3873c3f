import { FIGURE_NAMES } from '../../figures/run-figures.js';
import type { Sweep, SweepRow } from '../../planner/compare/sweep.js';
import type { Column } from '../text/csv.js';
import { finite } from '../text/finite.js';
import { type WholeTable, wholeTable } from './whole-table.js';

/** `sweep.csv`: a row for each combination, those that are not allowed with the reason. */
export function sweepTable(sweep: Sweep): WholeTable {
  const { axes, rows, replications, confidence } = sweep;
  const columns: readonly Column<SweepRow>[] = [
    ...axes.map(({ path }) => ({
      header: path,
      kind: 'text' as const,
      cell: (row: SweepRow) => row.settings[path],
    })),
    { header: 'invalid', kind: 'text', cell: (row) => row.invalid },
    {
      header: 'objectives_missed',
      kind: 'text',
      cell: ({ slo }) =>
        slo
          .filter(({ met }) => !met)
          .map(({ objective }) => objective)
          .join('; '),
    },
    ...FIGURE_NAMES.flatMap((figure): readonly Column<SweepRow>[] => [
      { header: figure, cell: (row) => row.figures[figure]?.mean },
      { header: `${figure}_half_width`, cell: (row) => finite(row.figures[figure]?.half_width) },
    ]),
    { header: 'replications', cell: () => replications },
    { header: 'confidence', cell: () => confidence },
  ];
  return wholeTable('sweep', columns, rows);
}
