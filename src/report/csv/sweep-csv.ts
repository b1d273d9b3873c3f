import { FIGURE_NAMES } from '../../figures/run-figures.js';
import type { Sweep, SweepRow } from '../../planner/compare/sweep.js';
import { type Column, csvTable } from '../text/csv.js';
import { finite } from '../text/finite.js';

/** The text of `sweep.csv`: a row for each combination, those that are not allowed with the reason. */
export function sweepCsv(sweep: Sweep): string {
  const { axes, rows, replications, confidence } = sweep;
  const columns: readonly Column<SweepRow>[] = [
    ...axes.map(({ path }) => ({ header: path, cell: (row: SweepRow) => row.settings[path] })),
    { header: 'invalid', cell: (row) => row.invalid },
    {
      header: 'objectives_missed',
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
  return csvTable(columns, rows);
}
