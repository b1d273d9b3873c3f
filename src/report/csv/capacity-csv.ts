import type { Capacity, CapacityLevel } from '../../planner/growth/capacity-result.js';
import type { Column } from '../text/csv.js';
import { finite } from '../text/finite.js';
import { type WholeTable, wholeTable } from './whole-table.js';

/** `capacity.csv`: a row for the present load, and for each that was simulated with all replications. */
export function capacityTable({ objectives, levels, confidence }: Capacity): WholeTable {
  const columns: readonly Column<CapacityLevel>[] = [
    { header: 'load_factor', cell: (row) => row.factor },
    { header: 'queries_per_second', cell: (row) => row.queries_per_second },
    ...objectives.flatMap(({ figure }, index): readonly Column<CapacityLevel>[] => [
      { header: figure, cell: (row) => row.figures[index]?.mean },
      { header: `${figure}_half_width`, cell: (row) => finite(row.figures[index]?.half_width) },
      { header: `${figure}_bound`, cell: () => objectives[index]!.bound },
    ]),
    { header: 'objectives', kind: 'text', cell: (row) => (row.met ? 'met' : 'missed') },
    { header: 'replications', cell: (row) => row.replications },
    { header: 'confidence', cell: () => confidence },
    { header: 'fidelity', kind: 'text', cell: (row) => row.fidelity },
  ];
  return wholeTable('capacity', columns, levels);
}
