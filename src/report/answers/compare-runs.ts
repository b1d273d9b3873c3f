import { DEFAULT_CONFIDENCE } from '../../statistics/confidence-interval.js';
import { type Document, type Note, notesOn, table } from '../document/report.js';
import { percent } from '../figures/figure-text.js';
import type { FigureChange, SummaryDifference } from '../figures/summary-difference.js';
import { when } from '../text/when.js';
import { changeColumns, explained } from './figure-changes.js';

/** Two runs side by side. */
export interface ComparedRuns extends SummaryDifference {
  readonly first: string;
  readonly second: string;
  /** The earlier of the days until which their prices were checked; `null` where a run does not say. */
  readonly prices_checked_until: string | null;
}

/** Two runs side by side, as a table with what chance explains. */
export function runsReport(compared: ComparedRuns): Document {
  const { first, second, figures, doubts, prices_checked_until } = compared;
  const [figure, before, now, change] = changeColumns({ before: first, now: second });
  return {
    about: '',
    title: `${second} against ${first}`,
    facts: [],
    warnings: when(doubts.length > 0, `not the same question: ${doubts.join('; ')}`),
    prices_checked_until,
    parts: [
      table<FigureChange>({
        id: 'figures',
        rows: figures.filter((change) => change.difference !== null && !isNothing(change)),
        keys: 2,
        columns: [figure!, change!, before!, now!],
        below: notes(compared),
      }),
    ],
  };
}

/** Two runs side by side, as JSON. */
export function runsJson({ figures, ...compared }: ComparedRuns) {
  return {
    ...compared,
    figures: figures.map((change) => ({
      figure: change.figure.path,
      unit: change.figure.unit,
      first: change.before,
      first_half_width: change.before_half_width ?? null,
      second: change.now,
      second_half_width: change.now_half_width ?? null,
      difference: change.difference,
      half_width: change.half_width ?? null,
      explained_by_chance: explained(change) ?? null,
    })),
  };
}

/** A change between two zero figures. */
function isNothing({ before, now }: FigureChange): boolean {
  return before === 0 && now === 0;
}

function notes({ figures, second, gained, lost }: ComparedRuns): readonly Note[] {
  const listed = (about: string, items: readonly string[]) =>
    notesOn(about, when(items.length > 0, items.join(', ')));
  const named = (about: string, which: (change: FigureChange) => boolean): readonly Note[] =>
    listed(
      about,
      figures.filter(which).map(({ figure }) => figure.label),
    );
  return [
    ...notesOn('±', [
      `half of the ${percent(DEFAULT_CONFIDENCE)} interval of each single run: quantiles by sectioning, means by batches, counts and shares as Poisson and binomial ones or by batches, whichever is wider; with replications, theirs`,
    ]),
    ...notesOn('≈', [
      'chance: two independent runs of the same scenario would differ by as much; other differences of figures with ± are larger. Runs with the same seed share their arrivals and demands, and differ by less',
    ]),
    ...named('0 in both', isNothing),
    ...named('Only first', ({ before, now }) => before !== null && now === null),
    ...named('Only second', ({ before, now }) => before === null && now !== null),
    ...listed(`Met by ${second} only`, gained),
    ...listed(`Missed by ${second} only`, lost),
  ];
}
