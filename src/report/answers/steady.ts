import type { SteadyFigure, SteadyRun } from '../../study/replicate/steady-result.js';
import { type Column, column, type Form, sameInAllRows } from '../document/column.js';
import { type Document, notesOn, notesPart, table } from '../document/report.js';
import { runWords } from '../figures/candidate.js';
import { duration, number, percent } from '../figures/figure-text.js';
import { withSpread } from '../figures/spread-text.js';
import { unitText } from '../figures/unit.js';
import { when } from '../text/when.js';

export function steadyReport(run: SteadyRun): Document {
  const { scenario, warm_up, duration_seconds, confidence, figures, warnings } = run;
  const { seconds, because_of } = warm_up;
  const left_out =
    seconds === 0
      ? 'no warm-up was removed: the run begins in its steady state, as far as MSER-5 can tell'
      : `the first ${duration(seconds)} (${percent(seconds / duration_seconds)} of the run) are left out: until then ${because_of} had not settled (MSER-5)`;
  const spread = `half of the ${percent(confidence)} interval, by batch means; for quantiles, by sectioning`;
  return {
    about: scenario,
    title: `steady state of one run of ${runWords(run)}`,
    facts: [],
    warnings,
    parts: [
      steadyTable(run),
      notesPart(
        'method',
        when(figures.length > 0, ...notesOn('Warm-up', [left_out]), ...notesOn('±', [spread])),
      ),
    ],
  };
}

/** A row for each figure: `steady-state.csv` has separate columns for the interval and the unit. */
export function steadyTable({ figures, warm_up, confidence }: SteadyRun) {
  const file: readonly Form[] = ['csv'];
  const shown: readonly Form[] = ['screen', 'markdown'];
  const value = (
    name: 'mean' | 'half_width' | 'whole_run' | 'batches',
    meaning: string,
    further: Partial<Column<SteadyFigure>> = {},
  ) => column<SteadyFigure>(name, name, 'number', (row) => row[name], { meaning, ...further });
  const measured = { measure: 'unit of the row', in: file };
  return table<SteadyFigure>({
    id: 'steady-state',
    rows: figures,
    columns: [
      { name: 'figure', head: 'figure', meaning: 'Name of the figure.', of: ({ figure }) => figure },
      { name: 'unit', head: 'unit', meaning: 'Unit of the figure.', of: (row) => row.unit, in: file },
      column('steady', 'steady state', 'figure_text', spreadText, { in: shown }),
      value('mean', 'Mean after the warm-up.', measured),
      value('half_width', 'Of the mean: half of the interval of the mean.', measured),
      value('whole_run', 'The same over the whole run, its warm-up included.', {
        head: 'whole run',
        measure: 'unit of the row',
        text: (row) => valueText(row, row.whole_run),
      }),
      value('batches', 'Batches, or sections, that the interval rests on.'),
      column('independent', 'independent', 'yes_no', ({ independent }) => independent, {
        meaning: 'Whether they are practically independent; empty if that is not tested.',
        in: file,
      }),
      column('warm_up_seconds', 'warm_up_seconds', 'seconds', () => warm_up.seconds, {
        meaning: 'Time at the beginning that was left out.',
        in: file,
      }),
      ...sameInAllRows({ confidence }),
    ],
  });
}

function spreadText(row: SteadyFigure): string {
  return withSpread(row.mean, (value) => valueText(row, value), row);
}

function valueText({ unit }: SteadyFigure, value: number): string {
  if (unit === 'per_second') return `${number(value)}/s`;
  return unit === 'count' ? number(value) : unitText(unit, value);
}
