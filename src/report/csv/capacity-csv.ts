import type { Capacity, CapacityLevel } from '../../planner/growth/capacity-result.js';
import { type Column, fields, texts } from '../text/csv.js';
import { meanColumns, type WholeTable, wholeTable } from './whole-table.js';

/** `capacity.csv`: a row for the present load, and for each that was simulated with all replications. */
export function capacityTable({ objectives, levels, confidence }: Capacity): WholeTable {
  const columns: readonly Column<CapacityLevel>[] = [
    { header: 'load_factor', cell: (row) => row.factor },
    ...fields<CapacityLevel>('queries_per_second'),
    ...objectives.flatMap(({ figure, bound }, index): readonly Column<CapacityLevel>[] => [
      ...meanColumns<CapacityLevel>(figure, (row) => row.figures[index]),
      { header: `${figure}_bound`, cell: () => bound },
    ]),
    { header: 'objectives', kind: 'text', cell: (row) => (row.met ? 'met' : 'missed') },
    ...fields<CapacityLevel>('replications'),
    { header: 'confidence', cell: () => confidence },
    ...texts<CapacityLevel>('fidelity'),
  ];
  return wholeTable('capacity', columns, levels);
}
