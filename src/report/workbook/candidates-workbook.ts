import type { FigureName } from '../../figures/run-figures.js';
import type { Scenario } from '../../scenario/scenario.js';
import { priceAtStart } from '../../vendors/price-stretch.js';
import type { TablePart } from '../document/report.js';
import { type Candidate, type Candidates, figureAgainstCost, runWords } from '../figures/candidate.js';
import { addListing, sheetName } from '../forms/workbook.js';
import type { Verdict } from '../text/verdict.js';
import { CANDIDATES, CandidateSheet } from './candidates/candidates-sheet.js';
import { Book } from './cells/book.js';
import { formula, relativeTo, withoutSheet } from './cells/cell.js';
import { styleOfFigure } from './cells/cell-format.js';
import { CHART_ROWS } from './cells/charts.js';
import { figureText } from './cells/header-text.js';
import type { Sheet } from './cells/sheet.js';
import { keyed, type SheetColumn, type Table, titled } from './cells/table.js';
import { ANSWER, addAnswerHead, addNotes, BELOW_HEAD } from './inputs/answer-head.js';
import { addChecks } from './inputs/checks-sheet.js';
import { addInputs, budgetInput } from './inputs/inputs.js';
import { moneyColumn, moneyText, NAMES } from './inputs/pricing.js';

const LAST = 6;
/** Candidates on the first sheet, the cheapest first. */
const MAX_SHOWN = 25;

/**
 * The bytes of the workbook of a comparison or a sweep: the candidates, with costs that follow the inputs.
 * @param scenario the one that candidates are settings of; of a comparison of several, the baseline
 * @param differences a further table, of how candidates differ, if there is one
 */
export function candidatesWorkbook(
  candidates: Candidates,
  scenario: Scenario,
  verdict: Verdict,
  differences?: TablePart,
): Uint8Array {
  const { kind, title, list, start, warnings } = candidates;
  const book = new Book({ title, subject: kind === 'compare' ? 'Comparison' : 'Sweep' });
  const answer = book.sheet(ANSWER);
  const price = priceAtStart(scenario);
  const all = new CandidateSheet(book, book.sheet(CANDIDATES), candidates, price);
  const shown = byCost(list).slice(0, MAX_SHOWN);
  const table = addBest(answer, candidates, shown, all);
  addAnswerHead(book, answer, {
    title: `${title}: ${kind}`,
    about: whatWasRun(candidates),
    headline: headline(candidates, all),
    alerts: [],
    verdict,
    last: LAST,
  });
  const below = addInputs(book, answer, table.last + 2, scenario, {
    price,
    further: [budgetInput(undefined, 'none was given; costs above it are red')],
  });
  if (differences !== undefined) addListing(book.working(sheetName(differences)), differences);
  addChecks(book, all.checks);
  const notes = [
    ...(shown.length < byCost(list).length
      ? [`The ${MAX_SHOWN} cheapest of ${byCost(list).length}; the sheet Candidates has all.`]
      : []),
    'Costs follow the inputs; waits and objectives are as simulated.',
    ...warnings.map((warning) => `Warning: ${warning}`),
  ];
  const end = addNotes(answer, below + 1, notes, LAST) + 1;
  const { chart } = all;
  if (chart !== undefined) answer.chart(end, 0, chart);
  answer.print(end + CHART_ROWS, LAST + 2);
  return book.toBytes(start);
}

function whatWasRun(candidates: Candidates): string {
  const { list, replications, confidence } = candidates;
  return `${list.length} settings under the same load, ${runWords(candidates)}, up to ${replications} replications of each, intervals of ${confidence * 100} %`;
}

/** The cheapest by the prices in use that misses no objective, and what it saves against the first that was asked for. */
function headline({ list }: Candidates, { table }: CandidateSheet): string {
  const ran = list.filter(({ invalid, use }) => invalid === null && use !== undefined);
  if (ran.length === 0) return '"No settings could be run."';
  const met = ran.some(({ missed }) => missed.length === 0);
  const months = table.range(met ? 'met' : 'cost_usd_per_month');
  const words = met ? 'Cheapest' : 'Nothing meets every objective; the cheapest';
  const least = `MIN(${months})`;
  const cheapest = `"${words}: "&INDEX(${table.range('name')},MATCH(${least},${months},0))&", "&${moneyText(least)}&" a month"`;
  const [first] = list;
  if (first === undefined || !ran.includes(first)) return `${cheapest}&"."`;
  const [name, cost] = [table.cell(0, 'name'), table.cell(0, 'cost_usd_per_month')];
  return `${cheapest}&IF(${cost}=${least},"",", against "&${moneyText(cost)}&" with "&${name})&"."`;
}

/** Those that were run, the cheapest first. */
function byCost(list: readonly Candidate[]): readonly Candidate[] {
  const cost = ({ figures }: Candidate) => figures.cost_usd?.mean ?? Number.POSITIVE_INFINITY;
  return list.filter(({ invalid }) => invalid === null).toSorted((a, b) => cost(a) - cost(b));
}

/** Writes the candidates by what a month of them costs, against the cheapest. */
function addBest(
  sheet: Sheet,
  { list, kind }: Candidates,
  shown: readonly Candidate[],
  all: CandidateSheet,
): Table {
  const against = figureAgainstCost(list);
  const figures = [
    ...new Set<FigureName>([...(against === undefined ? [] : [against]), 'delayed_probability']),
  ].filter((figure) => shown.some((each) => each.figures[figure]));
  const columns: readonly SheetColumn<Candidate>[] = [
    keyed('name', 'Settings', 'wrapped', ({ name }) => name, 46),
    moneyColumn(
      'month',
      'Cost per month',
      (candidate) => {
        const cell = all.mean(list.indexOf(candidate), 'cost_usd_per_month');
        return cell === undefined ? undefined : formula(cell);
      },
      18,
    ),
    moneyColumn(
      'more',
      'More than the cheapest',
      (candidate, at) =>
        all.mean(list.indexOf(candidate), 'cost_usd_per_month') === undefined
          ? undefined
          : formula(`${at('month')}-MIN(${withoutSheet(table.range('month'))})`),
      18,
    ),
    ...figures.map((figure) =>
      titled<Candidate>(figureText(figure), styleOfFigure(figure), 18, (each) => each.figures[figure]?.mean),
    ),
    titled('Remark', 'text', 18, ({ remark }) => remark),
    // A comparison does not check its variants against objectives.
    ...(kind === 'compare'
      ? []
      : [
          titled<Candidate>('Objectives missed', 'wrapped', 30, ({ missed }) =>
            missed.length === 0 ? 'none' : missed.join('; '),
          ),
        ]),
  ];
  const table = sheet.table(BELOW_HEAD, columns, shown);
  const first = relativeTo(table.cell(0, 'month'));
  sheet.mark(table.range('month'), `AND(${NAMES.budget}>0,${first}>${NAMES.budget})`, 'bad');
  return table;
}
