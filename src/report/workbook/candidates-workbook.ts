import type { Scenario } from '../../scenario/scenario.js';
import { priceAtStart } from '../../vendors/price-stretch.js';
import type { TablePart } from '../document/report.js';
import type { Candidates } from '../figures/candidate.js';
import { addListing } from '../forms/workbook.js';
import type { Verdict } from '../text/verdict.js';
import { writeBest } from './candidates/best-sheet.js';
import { addCandidateUsage } from './candidates/candidate-usage-sheet.js';
import { CandidateUse } from './candidates/candidate-use.js';
import { CandidateColumns, candidateChecks } from './candidates/candidates-sheet.js';
import { frontChart } from './candidates/front-chart.js';
import { Book } from './cells/book.js';
import { addChart, CHART_ROWS } from './cells/charts.js';
import { addChecks } from './inputs/checks-sheet.js';
import { addInputs } from './inputs/inputs-sheet.js';

/**
 * The bytes of the workbook of a comparison or a sweep: the candidates, with costs that follow the inputs, and the
 * Pareto front.
 * @param scenario the one that candidates are settings of; of a comparison of several, the baseline
 * @param differences a further table, of how candidates differ, where there is one
 */
export function candidatesWorkbook(
  candidates: Candidates,
  scenario: Scenario,
  verdict: Verdict,
  differences?: TablePart,
): Uint8Array {
  const { kind, title, list, start } = candidates;
  const book = new Book({ title, subject: kind === 'compare' ? 'Comparison' : 'Sweep' });
  const use = new CandidateUse(list);
  const price = priceAtStart(scenario);
  const columns = new CandidateColumns(candidates, use, price);
  // What it says is known when the others are written.
  const sheet = book.sheet('Summary');
  addInputs(book, scenario, { price, further: [] });
  const places = columns.add(book);
  if (differences !== undefined) addListing(book, differences);
  const usage = addCandidateUsage(book, use, (candidate) => columns.price(candidate));
  addChecks(book, [usage, ...candidateChecks(candidates, places)]);
  const below = writeBest(sheet, candidates, columns, verdict);
  const chart = frontChart(places);
  if (chart !== undefined) addChart(sheet, below + 1, 0, chart);
  sheet.printOnOnePage(below + CHART_ROWS + 1, 6);
  return book.toBytes(start);
}
