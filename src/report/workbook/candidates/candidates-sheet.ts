import { FIGURE_NAMES, type FigureName } from '../../../figures/run-figures.js';
import type { PriceEntry } from '../../../vendors/price-book.js';
import { type Candidate, type Candidates, figureAgainstCost, paretoFront } from '../../figures/candidate.js';
import { finite } from '../../text/finite.js';
import type { Book } from '../cells/book.js';
import { formula, type SheetCell } from '../cells/cell.js';
import { styleOfFigure } from '../cells/cell-format.js';
import type { ChartSpecification } from '../cells/charts.js';
import { axisText, figureText } from '../cells/header-text.js';
import { column, type SheetColumn } from '../cells/table.js';
import { spreadsheetDay } from '../formula/spreadsheet-time.js';
import { byFormula, type Check, controlTotal } from '../inputs/checks-sheet.js';
import { isCost, lookedUp, moneyColumn, moneyHeader, PRICES } from '../inputs/pricing.js';
import { addCandidateUsage, meansOfUse } from './candidate-usage.js';

/** Points that a chart names, each in its legend. */
const NAMED_POINTS = 10;

type Column = SheetColumn<Candidate>;

/**
 * Adds the sheet with a row per candidate, the table `Candidates`, whose costs are formulas over their use, and that use.
 * @param assumed the price that the inputs begin with @param hidden whether it is working
 * @returns what can be checked
 */
export function addCandidates(
  book: Book,
  { list, kind, title }: Candidates,
  assumed: PriceEntry,
  hidden: boolean,
): readonly Check[] {
  const columns = [
    ...describedColumns(list),
    ...measuredColumns(list),
    ...pricedColumns(assumed),
    ...checkedColumns(list),
  ];
  const note = `${kind} of ${title}: a row for each, all under the same load; costs follow the inputs, everything else is as simulated`;
  book.sheet('Candidates', hidden).listing('Candidates', note, columns, list, 2);
  const all = list.map(({ figures }) => figures.cost_usd?.mean ?? 0);
  const difference = 'SUMPRODUCT(ABS(Candidates[cost_usd]-Candidates[as_simulated]))';
  return [
    addCandidateUsage(book, list),
    controlTotal('costs as simulated, USD', 'Candidates[as_simulated]', all),
    byFormula('Costs by formula less those of the simulator', difference),
  ];
}

/** The cost of a month against how long queries take; few candidates have their names in the legend. */
export function candidatesChart(list: readonly Candidate[]): readonly ChartSpecification[] {
  const figure = figureAgainstCost(list);
  if (figure === undefined) return [];
  const x = (rows = '') => `Candidates[cost_usd_per_month${rows}]`;
  const ran = list.flatMap(({ invalid }, at) => (invalid === null ? [`@${at}..${at}`] : []));
  const series =
    ran.length <= NAMED_POINTS
      ? ran.map((rows) => {
          const name = `=Candidates[name${rows.replace(/\.\..*/, '')}]`;
          return { name, x: x(rows), y: `Candidates[${figure}${rows}]` };
        })
      : [
          { name: 'candidates', x: x(), y: `Candidates[${figure}]` },
          { name: 'Pareto front', x: x(), y: 'Candidates[on_front]' },
        ];
  return [
    {
      kind: 'points',
      title: `Cost per month against ${figureText(figure)}`,
      x: { name: '=Candidates[#cost_usd_per_month]', format: '#,##0.00' },
      y: { name: axisText(figure) },
      series,
    },
  ];
}

/** Whether each candidate is on the front of cost against how long queries take; empty if nothing is. */
function frontOf(list: readonly Candidate[]): readonly boolean[] {
  const against = figureAgainstCost(list);
  return against === undefined ? [] : paretoFront(list, 'cost_usd', against);
}

function describedColumns(list: readonly Candidate[]): readonly Column[] {
  const varied = Object.keys(list[0]?.settings ?? {});
  const front = frontOf(list);
  const onFront: Column['cell'] = ({ invalid }, index) =>
    invalid !== null || front.length === 0 ? '' : front[index] ? 'yes' : 'no';
  return [
    column('number', 'No.', 'count', (_, index) => index + 1, 8),
    column('name', 'Settings', 'wrapped', ({ name }) => name, 40),
    column('remark', 'Remark', 'text', ({ remark }) => remark, 20),
    column('missed', 'Objectives missed', 'wrapped', ({ missed }) => missed.join('; '), 26),
    ...varied.map(
      (path): Column => column(`setting ${path}`, path, 'text', ({ settings }) => settings[path] ?? '', 14),
    ),
    column('front', 'On the Pareto front', 'text', onFront, 12),
    column('invalid', 'Why it was not run', 'wrapped', ({ invalid }) => invalid, 40),
  ];
}

function measuredColumns(list: readonly Candidate[]): readonly Column[] {
  const means = meansOfUse(list);
  const order = (figure: FigureName) => [isCost(figure), figure === 'cu_hours', true].indexOf(true);
  const shown = FIGURE_NAMES.filter(
    (figure) => isUsed(figure) || list.some(({ figures }) => figures[figure] !== undefined),
  ).toSorted((a, b) => order(a) - order(b));
  return shown.flatMap((figure): readonly Column[] => {
    const label = figureText(figure);
    const mean: Column['cell'] = ({ figures }, index) => {
      const used = isUsed(figure) ? means[index]?.(figure) : undefined;
      return used === undefined ? figures[figure]?.mean : formula(used);
    };
    const spread: Column['cell'] = (candidate) => spreadOf(candidate, figure);
    const shownAs = (key: string, header: string, cell: Column['cell']): Column =>
      isCost(figure) ? moneyColumn(key, header, cell) : column(key, header, styleOfFigure(figure), cell);
    return [shownAs(figure, label, mean), shownAs(`${figure} ±`, `± ${label}`, spread)];
  });
}

function checkedColumns(list: readonly Candidate[]): readonly Column[] {
  const against = figureAgainstCost(list);
  const front = frontOf(list);
  const style = against === undefined ? 'number' : styleOfFigure(against);
  const met: Column['cell'] = ({ missed, invalid }) =>
    missed.length > 0 || invalid !== null ? undefined : formula('[@cost_usd_per_month]');
  const onFront: Column['cell'] = ({ figures }, index) =>
    against !== undefined && front[index] ? figures[against]?.mean : undefined;
  return [
    column('met', moneyHeader('Cost per month if no objective is missed'), 'money', met, 15),
    column('as_simulated', 'Cost as simulated, USD', 'usd', ({ figures }) => figures.cost_usd?.mean, 14),
    column('on_front', 'For the chart: on the front', style, onFront, 14),
  ];
}

/** The price of each candidate: a candidate on another plan than the scenario keeps it, and the price that goes with it. */
function pricedColumns(assumed: PriceEntry): readonly Column[] {
  const priced =
    (name: string, own: (price: PriceEntry) => SheetCell): Column['cell'] =>
    ({ use }) => {
      if (use === undefined) return undefined;
      const { plan, from } = use.price;
      return plan === assumed.plan && from === assumed.from ? formula(name) : own(use.price);
    };
  const looked = (key: keyof typeof PRICES, header: string): Column => {
    const found = formula(lookedUp(PRICES[key].book, '[@plan]', '[@since]'));
    const cell = priced(PRICES[key].used, () => found);
    return column(key, header, PRICES[key].style, cell, 14);
  };
  const since = priced('price_in_force_since', ({ from }) => spreadsheetDay(from));
  return [
    column(
      'plan',
      'Plan',
      'text',
      priced('plan', ({ plan }) => plan),
      12,
    ),
    column('since', 'Price in force since', 'day', since, 12),
    looked('price', 'Price of a CU-hour, USD'),
    looked('included', 'CU-hours included a month'),
    looked('fee', 'Fee of a month, USD'),
    looked('minimum', 'Least of a month, USD'),
  ];
}

/** The half-width of a cost follows the cost in proportion, which is exact without included hours and minimum. */
function spreadOf({ figures, use }: Candidate, figure: FigureName): SheetCell {
  const interval = figures[figure];
  const half_width = finite(interval?.half_width);
  if (half_width === null || !interval) return undefined;
  if (use === undefined || !isUsed(figure) || interval.mean === 0) return half_width;
  return formula(`${half_width}*[@${figure}]/${interval.mean}`);
}

/** Whether a figure is computed from the use of a candidate. */
function isUsed(figure: FigureName): boolean {
  return isCost(figure) || figure === 'cu_hours';
}
