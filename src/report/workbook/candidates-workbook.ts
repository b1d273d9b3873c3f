import { FIGURE_LABELS, type FigureName } from '../../figures/run-figures.js';
import type { Scenario } from '../../scenario/scenario.js';
import { priceAtStart } from '../../vendors/price-stretch.js';
import type { Report } from '../document/report.js';
import { type Candidate, type Candidates, figureAgainstCost } from '../figures/candidate.js';
import { ANSWER, addTables } from '../forms/workbook.js';
import { addCandidates, candidatesChart } from './candidates-sheet.js';
import { Book } from './cells/book.js';
import { formula } from './cells/cell.js';
import { styleOfFigure } from './cells/style.js';
import { column, moneyColumn, type SheetColumn } from './cells/table.js';
import { addAnswer } from './inputs/answer-sheet.js';
import { budgetInput } from './inputs/inputs.js';
import { moneyText } from './inputs/pricing.js';

/** Candidates on the first sheet, the cheapest first. */
const MAX_SHOWN = 25;

/**
 * The bytes of the workbook of a comparison or a sweep: the candidates, with costs that follow the inputs.
 * @param scenario the one that candidates are settings of; of a comparison of several, the baseline
 */
export function candidatesWorkbook(candidates: Candidates, scenario: Scenario, report: Report): Uint8Array {
  const { kind, title, list } = candidates;
  const book = new Book(kind === 'compare' ? 'Comparison' : 'Sweep', title);
  const answer = book.sheet(ANSWER);
  const price = priceAtStart(scenario);
  const checks = addCandidates(book, candidates, price, false);
  addTables(book, report);
  const sorted = byCost(list);
  const shown = sorted.slice(0, MAX_SHOWN);
  const cut = `The ${MAX_SHOWN} cheapest of ${sorted.length}; the sheet Candidates has all.`;
  addAnswer(book, answer, report, {
    headline: headline(candidates),
    alerts: [],
    body: (sheet) => sheet.table('Best', bestColumns(candidates, shown), shown),
    scenario,
    price,
    further: [budgetInput(undefined, 'none was given; costs above it are red')],
    checks,
    notes: [
      ...(shown.length < sorted.length ? [cut] : []),
      'Costs follow the inputs; waits and objectives are as simulated.',
    ],
    charts: candidatesChart(list),
  });
  return book.toBytes(report.start);
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
        column(
          figure,
          FIGURE_LABELS[figure],
          styleOfFigure(figure),
          (each) => each.figures[figure]?.mean,
          18,
        ),
    ),
    column('remark', 'Remark', 'text', ({ remark }) => remark, 18),
    // A comparison does not check its variants against objectives.
    ...(kind === 'compare' ? [] : [column<Candidate>('missed', 'Objectives missed', 'wrapped', missed, 30)]),
  ];
}
