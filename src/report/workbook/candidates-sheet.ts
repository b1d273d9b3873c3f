import { FIGURE_LABELS, FIGURE_UNITS, type FigureName } from '../../figures/run-figures.js';
import { sum } from '../../kernel/sums.js';
import type { PriceEntry } from '../../vendors/price-book.js';
import { type Candidate, type Candidates, figureAgainstCost, paretoFront } from '../figures/candidate.js';
import type { Book } from './cells/book.js';
import { formula, spreadsheetDay } from './cells/cell.js';
import type { ChartSpecification } from './cells/charts.js';
import { styleOfFigure } from './cells/style.js';
import { column, moneyColumn, type SheetColumn } from './cells/table.js';
import type { Check } from './inputs/check.js';
import { lookup, PRICES, priceCells } from './inputs/pricing.js';
import { addUsage } from './inputs/usage-sheet.js';

/** Points that a chart names, each in its legend. */
const NAMED_POINTS = 10;

type Column = SheetColumn<Candidate>;

export const priceOf = (candidate: number) => priceCells((of) => `Candidates[${of}@${candidate}]`);

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
  const sheet = book.sheet('Candidates', hidden);
  const means = addUsage(
    book,
    list.map(({ use }, index) => use && { ...use, cells: priceOf(index) }),
  );
  const against = figureAgainstCost(list);
  const shown = [...new Set<FigureName>([...(against ? [against] : []), 'delayed_probability'])].filter(
    (figure) => list.some(({ figures }) => figures[figure]),
  );
  const front = against === undefined ? [] : paretoFront(list, 'cost_usd', against);
  const mean =
    (figure: 'cost_usd' | 'cost_usd_per_month' | 'cu_hours'): Column['cell'] =>
    ({ figures }, index) => {
      const used = means[index]?.(figure);
      return used === undefined ? figures[figure]?.mean : formula(used);
    };
  const month = '[@cost_usd_per_month]';
  const columns: readonly Column[] = [
    column('number', 'No.', 'count', (_, index) => index + 1, 8),
    column('name', 'Settings', 'wrapped', ({ name }) => name, 40),
    column('remark', 'Remark', 'text', ({ remark }) => remark, 20),
    column('missed', 'Objectives missed', 'wrapped', ({ missed }) => missed.join('; '), 26),
    column('front', 'On the Pareto front', 'text', ({ invalid }, index) =>
      invalid !== null || front.length === 0 ? '' : front[index] ? 'yes' : 'no',
    ),
    moneyColumn('cost_usd_per_month', FIGURE_LABELS.cost_usd_per_month, mean('cost_usd_per_month'), {
      looks: { bad: `AND(budget_per_month>0,ISNUMBER(${month}),${month}>budget_per_month)` },
    }),
    moneyColumn(
      'more',
      'More than the cheapest',
      ({ use }) => use && formula(`${month}-MIN([cost_usd_per_month])`),
    ),
    moneyColumn('cost_usd', FIGURE_LABELS.cost_usd, mean('cost_usd')),
    column('cu_hours', FIGURE_LABELS.cu_hours, 'hours', mean('cu_hours')),
    ...shown.map(
      (figure): Column =>
        column(figure, FIGURE_LABELS[figure], styleOfFigure(figure), ({ figures }) => figures[figure]?.mean),
    ),
    ...pricedColumns(assumed),
    moneyColumn('met', 'Cost per month if no objective is missed', ({ missed, invalid }) =>
      missed.length > 0 || invalid !== null ? undefined : formula(month),
    ),
    column('invalid', 'Why it was not run', 'wrapped', ({ invalid }) => invalid, 40),
  ];
  const note = `${kind} of ${title}: a row for each, all under the same load; costs follow the inputs, everything else is as simulated`;
  sheet.listing('Candidates', note, columns, list, 2);
  // A comparison has one of the two costs, or neither if other figures were asked for.
  return (['cost_usd', 'cost_usd_per_month'] as const).flatMap((cost): readonly Check[] => {
    const costs = list.flatMap(({ figures }) => figures[cost]?.mean ?? []);
    return costs.length === 0 ? [] : [[`SUM(Candidates[${cost}])`, sum(costs)]];
  });
}

/** The cost of a month against how long queries take; few candidates have their names in the legend. */
export function candidatesChart(list: readonly Candidate[]): readonly ChartSpecification[] {
  const figure = figureAgainstCost(list);
  if (figure === undefined) return [];
  const series = (name: string, rows = '') => {
    return { name, x: `Candidates[cost_usd_per_month${rows}]`, y: `Candidates[${figure}${rows}]` };
  };
  const ran = list.flatMap(({ invalid }, at) => (invalid === null ? [at] : []));
  const unit = FIGURE_UNITS[figure] === 'milliseconds' ? ', ms' : '';
  return [
    {
      kind: 'points',
      title: `Cost per month against ${FIGURE_LABELS[figure]}`,
      x: { name: '=Candidates[#cost_usd_per_month]', format: '#,##0.00' },
      y: { name: `${FIGURE_LABELS[figure]}${unit}` },
      series:
        ran.length > NAMED_POINTS
          ? [series('candidates')]
          : ran.map((at) => series(`=Candidates[name@${at}]`, `@${at}..${at}`)),
    },
  ];
}

/** The price of each candidate: one on another plan than the scenario keeps it, and the price that goes with it. */
function pricedColumns(assumed: PriceEntry): readonly Column[] {
  const isOwn = ({ plan, from }: PriceEntry) => plan !== assumed.plan || from !== assumed.from;
  const priced = (used: string, own: (price: PriceEntry) => string | number): Column['cell'] => {
    return ({ use }) => use && (isOwn(use.price) ? own(use.price) : formula(used));
  };
  return [
    column(
      'plan',
      'Plan',
      'text',
      priced('plan', ({ plan }) => plan),
      12,
    ),
    column(
      'since',
      'Price in force since',
      'day',
      priced('price_in_force_since', ({ from }) => spreadsheetDay(from)),
      12,
    ),
    ...Object.values(PRICES).map(({ key, header, book, used, style }): Column => {
      const found = lookup(book, '[@plan]', '[@since]');
      const cell: Column['cell'] = ({ use }) => use && formula(isOwn(use.price) ? found : used);
      return column(key, header, style, cell, 14);
    }),
  ];
}
