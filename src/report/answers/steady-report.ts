import type { SteadyFigure, SteadyRun } from '../../study/replicate/steady-result.js';
import { type Column, column, sameInAllRows } from '../document/column.js';
import { table } from '../document/report.js';
import { runWords } from '../figures/candidate.js';
import { duration, number, percent } from '../figures/figure-text.js';
import { unitText } from '../figures/named-figure.js';
import { withSpread } from '../figures/spread-text.js';
import { finite } from '../text/finite.js';
import type { Note, TextReport } from '../text/text-report.js';
import type { TextTable } from '../text/text-table.js';

/** The steady state of a run. */
export function steadyReport(run: SteadyRun): TextReport {
  const tables = run.figures.length === 0 ? [] : [{ table: tableOf(run) }];
  const title = `${run.scenario}: steady state of one run of ${runWords(run)}`;
  return { title, blocks: [...tables, { notes: notes(run) }], warnings: run.warnings };
}

function tableOf({ figures }: SteadyRun): TextTable {
  const rows = figures.map((each) => {
    const text = (value: number): string => valueText(each, value);
    const interval = { mean: each.mean, half_width: each.half_width, confidence: 0 };
    return [each.figure, withSpread(each.mean, text, interval), text(each.whole_run), String(each.batches)];
  });
  return { head: ['figure', 'steady state', 'whole run', 'batches'], rows };
}

function valueText({ unit }: SteadyFigure, value: number): string {
  if (unit === 'per_second') return `${number(value)}/s`;
  return unit === 'count' ? number(value) : unitText(unit, value);
}

function notes({ warm_up, duration_seconds, confidence, figures }: SteadyRun): readonly Note[] {
  if (figures.length === 0) return [];
  const { seconds, because_of } = warm_up;
  return [
    {
      about: 'Warm-up',
      text:
        seconds === 0
          ? 'nothing was left out: the run begins in its steady state, as far as MSER-5 can tell'
          : `the first ${duration(seconds)} (${percent(seconds / duration_seconds)} of the run) are left out: until then ${because_of} had not settled (MSER-5)`,
    },
    {
      about: '±',
      text: `half of the ${percent(confidence)} interval, by batch means; for quantiles, by sectioning`,
    },
  ];
}

/** `steady-state.csv`: a row for each figure. */
export function steadyTable({ figures, warm_up, confidence }: SteadyRun) {
  const value = (
    name: 'mean' | 'half_width' | 'whole_run' | 'batches',
    meaning: string,
    measure?: string,
  ): Column<SteadyFigure> =>
    column(name, name, 'number', (row) => finite(row[name]), {
      meaning,
      ...(measure !== undefined && { measure }),
    });
  const unit = 'unit of the row';
  return table<SteadyFigure>({
    id: 'steady-state',
    in: ['csv'],
    rows: figures,
    columns: [
      { name: 'figure', head: 'figure', meaning: 'Name of the figure.', of: ({ figure }) => figure },
      { name: 'unit', head: 'unit', meaning: 'Unit of the figure.', of: (row) => row.unit },
      value('mean', 'Mean after the warm-up.', unit),
      value('half_width', 'Of the mean: half of the interval of the mean.', unit),
      value('whole_run', 'The same over the whole run, its warm-up included.', unit),
      value('batches', 'Batches, or sections, that the interval rests on.'),
      column('independent', 'independent', 'yes_no', ({ independent }) => independent, {
        meaning: 'Whether they are as good as independent; empty where that is not judged.',
      }),
      column('warm_up_seconds', 'warm_up_seconds', 'seconds', () => warm_up.seconds, {
        meaning: 'Time at the beginning that was left out.',
      }),
      ...sameInAllRows({ confidence }),
    ],
  });
}
