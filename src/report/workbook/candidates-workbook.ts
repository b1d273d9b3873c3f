import { type PriceEntry, priceOf } from '../../cost/price-book.js';
import { FIGURE_UNITS } from '../../planner/run-figures.js';
import type { Candidates } from '../candidate.js';
import { duration } from '../figure-text.js';
import { addAssumptions } from './assumptions-sheet.js';
import { Book } from './book.js';
import { addCandidateUsage } from './candidate-usage-sheet.js';
import { CandidateUse } from './candidate-use.js';
import { CANDIDATES, CandidateColumns, type CandidatePlaces, candidatesCheck } from './candidates-sheet.js';
import { addChart, type ChartSpecification } from './charts.js';
import { addDifferences, type DifferenceTable } from './differences-sheet.js';
import { live } from './live.js';
import type { Sheet } from './sheet.js';

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

function writeSummary(sheet: Sheet, candidates: Candidates, places: CandidatePlaces): void {
  const { kind, title, start, duration_seconds, seed, replications, confidence, list, warnings } = candidates;
  sheet.put(0, 0, title, 'title');
  const runs = `${replications} replications of each at most, intervals of ${confidence * 100} %`;
  const what = `${kind}: ${list.length} candidates, ${duration(duration_seconds)} from ${start}, seed ${seed}, ${runs}`;
  sheet.put(1, 0, what, 'quiet');
  sheet.headers(3, 0, ['check', 'result']);
  sheet.put(4, 0, 'Costs by formula against those of the simulator');
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
  const cells = (column: number) => ({ sheet: CANDIDATES, column, first, last });
  const { figure, column, front } = against;
  const unit = FIGURE_UNITS[figure] === 'milliseconds' ? 'ms' : 'share';
  return {
    kind: 'points',
    title: `Cost against ${figure}`,
    x: { name: 'cost of the run, USD', format: '$0.00' },
    y: { name: `${figure}, ${unit}` },
    series: [
      { name: 'candidates', x: cells(cost), y: cells(column) },
      { name: 'Pareto front', x: cells(cost), y: cells(front) },
    ],
  };
}
