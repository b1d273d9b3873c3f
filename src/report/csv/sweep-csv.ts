import { FIGURE_NAMES } from '../../figures/run-figures.js';
import type { Sweep, SweepRow } from '../../planner/compare/sweep.js';
import { missedOf } from '../figures/candidate.js';
import { type Column, texts } from '../text/csv.js';
import { meanColumns, settingColumns, type WholeTable, wholeTable } from './whole-table.js';

/** `sweep.csv`: a row for each combination, those that are not allowed with the reason. */
export function sweepTable(sweep: Sweep): WholeTable {
  const { axes, rows, replications, confidence } = sweep;
  const columns: readonly Column<SweepRow>[] = [
    ...settingColumns<SweepRow>(axes),
    ...texts<SweepRow>('invalid'),
    { header: 'objectives_missed', kind: 'text', cell: ({ slo }) => missedOf(slo, 'objective').join('; ') },
    ...FIGURE_NAMES.flatMap((figure) => meanColumns<SweepRow>(figure, ({ figures }) => figures[figure])),
    { header: 'replications', cell: () => replications },
    { header: 'confidence', cell: () => confidence },
  ];
  return wholeTable('sweep', columns, rows);
}
