import { FIGURE_UNITS } from '../../figures/run-figures.js';
import type { ComparedFigure, Comparison } from '../../planner/compare/comparison.js';
import { type Column, texts } from '../text/csv.js';
import { finite } from '../text/finite.js';
import { meanColumns, type WholeTable, wholeTable, yesOrNo } from './whole-table.js';

interface Row extends ComparedFigure {
  readonly variant: string;
  readonly base: ComparedFigure;
}

/** `comparison.csv`: a row for each variant and figure, the baseline's without differences. */
export function comparisonTable(comparison: Comparison): WholeTable {
  return wholeTable('comparison', columns(comparison), rowsOf(comparison));
}

function columns({ baseline, replications, confidence }: Comparison): readonly Column<Row>[] {
  return [
    ...texts<Row>('variant'),
    { header: 'baseline', kind: 'text', cell: () => baseline },
    ...texts<Row>('figure'),
    { header: 'unit', kind: 'text', cell: (row) => FIGURE_UNITS[row.figure] },
    { header: 'mean', cell: (row) => row.value?.mean },
    { header: 'half_width', cell: (row) => finite(row.value?.half_width) },
    { header: 'baseline_mean', cell: (row) => row.base.value?.mean },
    ...meanColumns<Row>('difference', (row) => row.difference),
    { header: 'unpaired_half_width', cell: (row) => finite(row.difference?.unpaired_half_width) },
    { header: 'p_value', cell: (row) => row.difference?.p_value },
    { header: 'p_adjusted', cell: (row) => row.difference?.p_adjusted },
    yesOrNo('significant', ({ difference }) => difference?.significant),
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
