import { FIGURE_UNITS } from '../../figures/run-figures.js';
import type { ComparedFigure, Comparison } from '../../planner/compare/comparison.js';
import { type Column, cellsOf, csvTable } from '../text/csv.js';
import { finite } from '../text/finite.js';

interface Row extends ComparedFigure {
  readonly variant: string;
  readonly base: ComparedFigure;
}

/** The text of `comparison.csv`: a row for each variant and figure, the baseline's without differences. */
export function comparisonCsv(comparison: Comparison): string {
  return csvTable(columns(comparison), rowsOf(comparison));
}

/** The same as the cells of a table, for other files than CSV. */
export function comparisonCells(comparison: Comparison) {
  const all = columns(comparison);
  return {
    headers: all.map(({ header }) => header),
    rows: rowsOf(comparison).map((row) => cellsOf(all, row)),
  };
}

function columns({ baseline, replications, confidence }: Comparison): readonly Column<Row>[] {
  return [
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
}

function rowsOf({ variants }: Comparison): readonly Row[] {
  const [first] = variants;
  return variants.flatMap(({ name, figures }) =>
    figures.map((figure, index): Row => ({ ...figure, variant: name, base: first!.figures[index]! })),
  );
}
