import type { ComparedFigure, Comparison } from '../planner/comparison.js';
import { FIGURE_UNITS } from '../planner/run-figures.js';
import { type Column, csvTable } from './csv.js';
import { finite } from './finite.js';

interface Row extends ComparedFigure {
  readonly variant: string;
  readonly base: ComparedFigure;
}

/** The text of `comparison.csv`: a row for each variant and figure, the baseline's without differences. */
export function comparisonCsv(comparison: Comparison): string {
  const { baseline, replications, confidence, variants } = comparison;
  const columns: readonly Column<Row>[] = [
    { header: 'variant', cell: (row) => row.variant },
    { header: 'baseline', cell: () => baseline },
    { header: 'figure', cell: (row) => row.figure },
    { header: 'unit', cell: (row) => FIGURE_UNITS[row.figure] },
    { header: 'mean', cell: (row) => row.value?.mean },
    { header: 'half_width', cell: (row) => finite(row.value?.half_width) },
    { header: 'baseline_mean', cell: (row) => row.base.value?.mean },
    { header: 'difference', cell: (row) => row.difference?.mean },
    { header: 'difference_half_width', cell: (row) => finite(row.difference?.half_width) },
    { header: 'unpaired_half_width', cell: (row) => finite(row.difference?.unpaired_half_width) },
    { header: 'p_value', cell: (row) => row.difference?.p_value },
    { header: 'p_adjusted', cell: (row) => row.difference?.p_adjusted },
    {
      header: 'significant',
      cell: ({ difference }) => (difference === null ? '' : difference.significant ? 'yes' : 'no'),
    },
    { header: 'replications', cell: () => replications },
    { header: 'confidence', cell: () => confidence },
  ];
  const [first] = variants;
  const rows = variants.flatMap(({ name, figures }) =>
    figures.map((figure, index): Row => ({ ...figure, variant: name, base: first!.figures[index]! })),
  );
  return csvTable(columns, rows);
}
