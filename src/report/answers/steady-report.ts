import type { SteadyFigure, SteadyRun } from '../../study/replicate/steady-result.js';
import { runWords } from '../figures/candidate.js';
import { duration, number, percent } from '../figures/figure-text.js';
import { unitText } from '../figures/named-figure.js';
import { withSpread } from '../figures/spread-text.js';
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
