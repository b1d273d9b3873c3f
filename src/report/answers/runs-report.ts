import { percent } from '../figures/figure-text.js';
import { changeText, signedText, unitText } from '../figures/named-figure.js';
import { CONFIDENCE } from '../figures/run-intervals.js';
import { withSpread } from '../figures/spread-text.js';
import type { FigureChange, SummaryDifference } from '../figures/summary-difference.js';
import type { Note, TextReport } from '../text/text-report.js';
import type { TextTable } from '../text/text-table.js';

/** Two runs side by side. */
export interface ComparedRuns extends SummaryDifference {
  /** What they are called. */
  readonly first: string;
  readonly second: string;
  /** The earlier of the days until which their prices were checked; `null` where a run does not say. */
  readonly prices_checked_until: string | null;
}

/** Whether chance alone makes such a difference; `undefined` where a run has no interval. */
export function explained({ difference, half_width }: FigureChange): boolean | undefined {
  if (difference === null || half_width === undefined) return undefined;
  return Math.abs(difference) <= half_width;
}

/** Two runs side by side, as a table with what chance explains. */
export function runsReport(compared: ComparedRuns): TextReport {
  const { first, second, figures, doubts, prices_checked_until } = compared;
  const both = figures.filter((change) => change.difference !== null && !isNothing(change));
  return {
    title: `${second} against ${first}`,
    blocks: [{ table: tableOf(both, compared) }, { notes: notes(compared) }],
    warnings: doubts.length === 0 ? [] : [`not the same question: ${doubts.join('; ')}`],
    prices_checked_until,
  };
}

/** What happened in neither run. */
function isNothing({ before, now }: FigureChange): boolean {
  return before === 0 && now === 0;
}

function tableOf(figures: readonly FigureChange[], { first, second }: ComparedRuns): TextTable {
  return {
    key: 2,
    head: ['figure', 'difference', first, second],
    rows: figures.map((change) => [
      change.figure.label,
      differenceText(change),
      valueText(change, change.before, change.before_half_width),
      valueText(change, change.now, change.now_half_width),
    ]),
  };
}

function valueText({ figure: { unit } }: FigureChange, value: number | null, half_width?: number): string {
  if (value === null) return '-';
  const interval = half_width === undefined ? undefined : { mean: value, half_width, confidence: CONFIDENCE };
  return withSpread(value, (each) => unitText(unit, each), interval);
}

/** A difference, its share of the first value, and whether chance explains it. */
function differenceText(each: FigureChange): string {
  const { figure, difference, before } = each;
  const { unit } = figure;
  if (difference === 0) return 'the same';
  const change = unit === 'share' || before === 0 ? '' : ` (${changeText(difference!, before!)})`;
  return `${explained(each) ? '≈ ' : ''}${signedText(unit, difference!)}${change}`;
}

function notes({ figures, second, gained, lost }: ComparedRuns): readonly Note[] {
  const named = (about: string, which: (change: FigureChange) => boolean): readonly Note[] => {
    const names = figures.filter(which).map(({ figure }) => figure.label);
    return names.length === 0 ? [] : [{ about, text: names.join(', ') }];
  };
  return [
    {
      about: '±',
      text: `half of the ${percent(CONFIDENCE)} interval of each run by itself: quantiles by sectioning, means by batches, counts and shares as Poisson and binomial ones or by batches, whichever is wider; with replications, theirs`,
    },
    {
      about: '≈',
      text: 'chance: two independent runs of the same scenario would differ by as much; other differences of figures with ± are larger. Runs with the same seed share their arrivals and demands, and differ by less',
    },
    ...named('0 in both', isNothing),
    ...named('Only first', ({ before, now }) => before !== null && now === null),
    ...named('Only second', ({ before, now }) => before === null && now !== null),
    ...(gained.length === 0 ? [] : [{ about: `Met by ${second} only`, text: gained.join(', ') }]),
    ...(lost.length === 0 ? [] : [{ about: `Missed by ${second} only`, text: lost.join(', ') }]),
  ];
}
