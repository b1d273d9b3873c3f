import type { FigureName } from '../../figures/run-figures.js';
import type { Scenario } from '../../scenario/scenario.js';
import { priceAtStart } from '../../vendors/price-stretch.js';
import type { TablePart } from '../document/report.js';
import { type Candidate, type Candidates, figureAgainstCost, runWords } from '../figures/candidate.js';
import { addListing, sheetName } from '../forms/workbook.js';
import type { Verdict } from '../text/verdict.js';
import { addCandidates, candidatesChart } from './candidates/candidates-sheet.js';
import { Book } from './cells/book.js';
import { formula } from './cells/cell.js';
import { styleOfFigure } from './cells/cell-format.js';
import { figureText } from './cells/header-text.js';
import { column, type SheetColumn } from './cells/table.js';
import { ANSWER, addAnswer } from './inputs/answer-sheet.js';
import { budgetInput } from './inputs/inputs.js';
import { moneyColumn, moneyText } from './inputs/pricing.js';

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
  const checks = addCandidates(book, candidates, price, false);
  if (differences !== undefined) addListing(book.working(sheetName(differences)), differences);
  const sorted = byCost(list);
  const shown = sorted.slice(0, MAX_SHOWN);
  const cut = `The ${MAX_SHOWN} cheapest of ${sorted.length}; the sheet Candidates has all.`;
  addAnswer(book, answer, {
    title: `${title}: ${kind}`,
    about: whatWasRun(candidates),
    headline: headline(candidates),
    alerts: [],
    verdict,
    last: 6,
    body: (sheet, row) => sheet.table('Best', row, bestColumns(candidates, shown), shown),
    scenario,
    price,
    further: [budgetInput(undefined, 'none was given; costs above it are red')],
    checks,
    notes: [
      ...(shown.length < sorted.length ? [cut] : []),
      'Costs follow the inputs; waits and objectives are as simulated.',
    ],
    warnings,
    charts: candidatesChart(list),
  });
  return book.toBytes(start);
}

function whatWasRun(candidates: Candidates): string {
  const { list, replications, confidence } = candidates;
  return `${list.length} settings under the same load, ${runWords(candidates)}, up to ${replications} replications of each, intervals of ${confidence * 100} %`;
}

/** The cheapest by the prices in use that misses no objective, and what it saves against the first that was asked for. */
function headline({ list }: Candidates): string {
  const ran = list.filter(({ invalid, use }) => invalid === null && use !== undefined);
  if (ran.length === 0) return '"No settings could be run."';
  const met = ran.some(({ missed }) => missed.length === 0);
  const months = `Candidates[${met ? 'met' : 'cost_usd_per_month'}]`;
  const words = met ? 'Cheapest' : 'Nothing meets every objective; the cheapest';
  const least = `MIN(${months})`;
  const cheapest = `"${words}: "&INDEX(Candidates[name],MATCH(${least},${months},0))&", "&${moneyText(least)}&" a month"`;
  if (!ran.includes(list[0]!)) return `${cheapest}&"."`;
  const cost = 'Candidates[cost_usd_per_month@0]';
  return `${cheapest}&IF(${cost}=${least},"",", against "&${moneyText(cost)}&" with "&Candidates[name@0])&"."`;
}

/** Those that were run, the cheapest first. */
function byCost(list: readonly Candidate[]): readonly Candidate[] {
  const cost = ({ figures }: Candidate) => figures.cost_usd?.mean ?? Number.POSITIVE_INFINITY;
  return list.filter(({ invalid }) => invalid === null).toSorted((a, b) => cost(a) - cost(b));
}

/** Candidates by what a month of them costs, against the cheapest. */
function bestColumns(
  { list, kind }: Candidates,
  shown: readonly Candidate[],
): readonly SheetColumn<Candidate>[] {
  const against = figureAgainstCost(list);
  const figures = [
    ...new Set<FigureName>([...(against === undefined ? [] : [against]), 'delayed_probability']),
  ].filter((figure) => shown.some((each) => each.figures[figure]));
  const ifUsed =
    (text: (at: number) => string): SheetColumn<Candidate>['cell'] =>
    (candidate) =>
      candidate.use && formula(text(list.indexOf(candidate)));
  const more = ifUsed(() => '[@month]-MIN([month])');
  const missed = ({ missed: all }: Candidate) => (all.length === 0 ? 'none' : all.join('; '));
  return [
    column('name', 'Settings', 'wrapped', ({ name }) => name, 46),
    moneyColumn(
      'month',
      'Cost per month',
      ifUsed((at) => `Candidates[cost_usd_per_month@${at}]`),
      { width: 18, looks: { bad: 'AND(budget_per_month>0,[@month]>budget_per_month)' } },
    ),
    moneyColumn('more', 'More than the cheapest', more, 18),
    ...figures.map(
      (figure): SheetColumn<Candidate> =>
        column(figure, figureText(figure), styleOfFigure(figure), (each) => each.figures[figure]?.mean, 18),
    ),
    column('remark', 'Remark', 'text', ({ remark }) => remark, 18),
    // A comparison does not check its variants against objectives.
    ...(kind === 'compare' ? [] : [column<Candidate>('missed', 'Objectives missed', 'wrapped', missed, 30)]),
  ];
}
