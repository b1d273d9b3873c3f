import { FIGURE_UNITS } from '../../figures/run-figures.js';
import { type PriceEntry, priceOf } from '../../plan/price-book.js';
import type { Candidates } from '../figures/candidate.js';
import { duration } from '../figures/figure-text.js';
import type { Cell } from '../text/csv.js';
import { addAssumptions } from './assumptions-sheet.js';
import { Book } from './book.js';
import { addCandidateUsage } from './candidate-usage-sheet.js';
import { CandidateUse } from './candidate-use.js';
import { CANDIDATES, CandidateColumns, type CandidatePlaces, candidatesCheck } from './candidates-sheet.js';
import { addChart, type ChartSpecification } from './charts.js';
import { live } from './live.js';
import { column, type Sheet } from './sheet.js';

/** How candidates differ, as the cells of a table. */
export interface DifferenceTable {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Columns of it that hold words. */
const WORDS = new Set(['variant', 'baseline', 'figure', 'unit', 'significant']);

/**
 * The bytes of the workbook of a comparison, a sweep or a plan: the candidates, with costs that follow the assumptions,
 * and the Pareto front.
 * @param differences a further table, of how candidates differ, where there is one
 */
export function candidatesWorkbook(candidates: Candidates, differences?: DifferenceTable): Uint8Array {
  const book = new Book();
  const { list, start, duration_seconds } = candidates;
  const use = new CandidateUse(list);
  const price = priceAssumed(candidates);
  const columns = new CandidateColumns(candidates, use, price);
  const sheet = book.sheet('Summary');
  addAssumptions(book, {
    price,
    duration_seconds,
    assumptions: [],
    note: "The model's constants belong to each scenario: neap run --xlsx lists them.",
  });
  const places = columns.add(book);
  if (differences !== undefined) addDifferences(book, differences);
  addCandidateUsage(book, use, (candidate) => columns.price(candidate));
  writeSummary(sheet, candidates, places);
  return book.toBytes(start);
}

/** The plan that most depends on: that of the first candidate that was run. */
function priceAssumed({ list }: Candidates): PriceEntry {
  return (
    list.find(({ use }) => use !== undefined)?.use?.price ?? priceOf({ name: 'launch', as_of: undefined })
  );
}

/** Adds the sheet of paired differences: the columns of `comparison.csv`, as they were at the price of the run. */
function addDifferences(book: Book, { headers, rows }: DifferenceTable): void {
  const columns = headers.map((header, index) =>
    column<readonly Cell[]>(header, (row) => row[index], WORDS.has(header) ? 'text' : 'general'),
  );
  const note = 'at the prices of the runs: these do not follow the assumptions';
  book.sheet('Differences').listing(note, columns, rows, 1);
}

function writeSummary(sheet: Sheet, candidates: Candidates, places: CandidatePlaces): void {
  const { kind, title, start, duration_seconds, seed, replications, confidence, list, warnings } = candidates;
  sheet.put(0, 0, title, 'title');
  const runs = `${replications} replications of each at most, intervals of ${confidence * 100} %`;
  const what = `${kind}: ${list.length} candidates, ${duration(duration_seconds)} from ${start}, seed ${seed}, ${runs}`;
  sheet.put(1, 0, what, 'quiet');
  sheet.headers(3, 0, ['check', 'result']);
  sheet.put(4, 0, 'Costs by formula compared with those of the simulator');
  const verdict = `IF(${candidatesCheck(places)},"equal","changed with the assumptions")`;
  sheet.put(4, 1, live(verdict, 'equal'));
  sheet.widen(0, 50);
  sheet.widen(1, 28);
  for (const [index, warning] of warnings.entries()) sheet.put(6 + index, 0, `Warning: ${warning}`);
  const chart = frontChart(places);
  if (chart !== undefined) addChart(sheet, 7 + warnings.length, 0, chart);
}

function frontChart({ first, last, cost, against }: CandidatePlaces): ChartSpecification | undefined {
  if (against === undefined) return undefined;
  const cells = (at: number) => ({ sheet: CANDIDATES, column: at, first, last });
  const { figure, column: at, front } = against;
  const unit = FIGURE_UNITS[figure] === 'milliseconds' ? 'ms' : 'share';
  return {
    kind: 'points',
    title: `Cost against ${figure}`,
    x: { name: 'cost of the run, USD', format: '$0.00' },
    y: { name: `${figure}, ${unit}` },
    series: [
      { name: 'candidates', x: cells(cost), y: cells(at) },
      { name: 'Pareto front', x: cells(cost), y: cells(front) },
    ],
  };
}
