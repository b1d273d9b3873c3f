import type { SteadyFigure, SteadyRun } from '../planner/steady-result.js';
import { duration, milliseconds, money, number, percent } from './figure-text.js';
import { inMarkdown, markdownTable, plainTable } from './plain-table.js';
import { withSpread } from './spread-text.js';
import { cut, line, type TextLine, wrapped } from './text-block.js';

/** The steady state of a run, as the lines of a terminal. */
export function steadyLines(run: SteadyRun, width: number): readonly TextLine[] {
  const [head, ...rows] = tableOf(run, plainTable);
  return [
    line(cut(title(run), width), 'strong'),
    line(''),
    ...(run.figures.length === 0
      ? []
      : [line(cut(head ?? '', width), 'quiet'), ...rows.map((row) => line(cut(row, width))), line('')]),
    ...notes(run).flatMap(({ about, text }) => wrapped(about, text, width, 'quiet')),
    ...run.warnings.flatMap((warning) => wrapped('Warning', warning, width, 'bad')),
  ];
}

/** The same as Markdown. */
export function steadyMarkdown(run: SteadyRun): string {
  const words = notes(run).map(({ about, text }) => `- ${about}: ${inMarkdown(text)}`);
  const doubts = run.warnings.map((warning) => `- Warning: ${inMarkdown(warning)}`);
  return `${[tableOf(run, markdownTable), [...words, ...doubts].join('\n')].join('\n\n')}\n`;
}

function title({ scenario, duration_seconds, start, seed }: SteadyRun): string {
  const began = start.replace('T', ' ').replace('Z', ' UTC');
  return `${scenario}: steady state of one run of ${duration(duration_seconds)} from ${began}, seed ${seed}`;
}

function tableOf<Table>(
  { figures }: SteadyRun,
  draw: (head: readonly string[], rows: readonly (readonly string[])[], left: number) => Table,
): Table {
  const rows = figures.map((each) => {
    const text = (value: number): string => valueText(each, value);
    const interval = { mean: each.mean, half_width: each.half_width, confidence: 0 };
    return [each.figure, withSpread(each.mean, text, interval), text(each.whole_run), String(each.batches)];
  });
  return draw(['figure', 'steady state', 'whole run', 'batches'], rows, 1);
}

function valueText({ unit }: SteadyFigure, value: number): string {
  switch (unit) {
    case 'milliseconds':
      return milliseconds(value);
    case 'usd':
      return money(value);
    case 'share':
      return percent(value);
    case 'cu':
      return `${number(value)} CU`;
    case 'per_second':
      return `${number(value)}/s`;
    case 'count':
      return number(value);
  }
}

function notes({
  warm_up,
  duration_seconds,
  confidence,
  figures,
}: SteadyRun): readonly { readonly about: string; readonly text: string }[] {
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
      text: `half of the ${percent(confidence)} interval, by batch means; of quantiles by sectioning`,
    },
  ];
}
