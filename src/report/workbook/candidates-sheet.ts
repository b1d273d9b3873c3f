import { FIGURE_LABELS, FIGURE_NAMES, FIGURE_UNITS, type FigureName } from '../../figures/run-figures.js';
import type { PriceEntry } from '../../vendors/price-book.js';
import { type Candidate, type Candidates, figureAgainstCost, paretoFront } from '../figures/candidate.js';
import type { Book } from './cells/book.js';
import { formula, type SheetCell, spreadsheetDay } from './cells/cell.js';
import type { ChartSpecification } from './cells/charts.js';
import { styleOfFigure } from './cells/style.js';
import { column, moneyColumn, moneyHeader, type SheetColumn } from './cells/table.js';
import { byFormula, type Check, controlTotal } from './inputs/checks-sheet.js';
import { lookedUp, PRICES, priceCells } from './inputs/pricing.js';
import { addUsage } from './inputs/usage-sheet.js';

/** Points that a chart names, each in its legend. */
const NAMED_POINTS = 10;
/** Figures that are computed from the use of a candidate, and come first. */
const USED = ['cost_usd', 'cost_usd_per_month', 'cu_hours'] as const;

type Column = SheetColumn<Candidate>;

/** The cells that hold a candidate's price. */
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
  const { check, means } = addUsage(
    book,
    list.map(({ use }, index) => use && { ...use, cells: priceOf(index) }),
  );
  const against = figureAgainstCost(list);
  const front = against === undefined ? [] : paretoFront(list, 'cost_usd', against);
  const columns: readonly Column[] = [
    ...describedColumns(list, front),
    ...measuredColumns(list, means),
    ...pricedColumns(assumed),
    column('met', moneyHeader('Cost per month if no objective is missed'), 'money', ({ missed, invalid }) =>
      missed.length > 0 || invalid !== null ? undefined : formula('[@cost_usd_per_month]'),
    ),
    column('as_simulated', 'Cost as simulated, USD', 'usd', ({ figures }) => figures.cost_usd?.mean, 14),
    ...(against === undefined
      ? []
      : [
          column<Candidate>(
            'on_front',
            'For the chart: on the front',
            styleOfFigure(against),
            ({ figures }, index) => (front[index] ? figures[against]?.mean : undefined),
          ),
        ]),
  ];
  const note = `${kind} of ${title}: a row for each, all under the same load; costs follow the inputs, everything else is as simulated`;
  sheet.listing('Candidates', note, columns, list, 2);
  const all = list.map(({ figures }) => figures.cost_usd?.mean ?? 0);
  const difference = 'SUMPRODUCT(ABS(Candidates[cost_usd]-Candidates[as_simulated]))';
  return [
    check,
    controlTotal('costs as simulated, USD', 'Candidates[as_simulated]', all),
    byFormula('Costs by formula less those of the simulator', difference),
  ];
}

/** The cost of a month against how long queries take; few candidates have their names in the legend. */
export function candidatesChart(list: readonly Candidate[]): readonly ChartSpecification[] {
  const figure = figureAgainstCost(list);
  if (figure === undefined) return [];
  const x = (rows = '') => `Candidates[cost_usd_per_month${rows}]`;
  const ran = list.flatMap(({ invalid }, at) => (invalid === null ? [at] : []));
  const unit = FIGURE_UNITS[figure] === 'milliseconds' ? ', ms' : '';
  return [
    {
      kind: 'points',
      title: `Cost per month against ${FIGURE_LABELS[figure]}`,
      x: { name: '=Candidates[#cost_usd_per_month]', format: '#,##0.00' },
      y: { name: `${FIGURE_LABELS[figure]}${unit}` },
      series:
        ran.length <= NAMED_POINTS
          ? ran.map((at) => {
              const rows = `@${at}..${at}`;
              return { name: `=Candidates[name@${at}]`, x: x(rows), y: `Candidates[${figure}${rows}]` };
            })
          : [
              { name: 'candidates', x: x(), y: `Candidates[${figure}]` },
              { name: 'Pareto front', x: x(), y: 'Candidates[on_front]' },
            ],
    },
  ];
}

function describedColumns(list: readonly Candidate[], front: readonly boolean[]): readonly Column[] {
  const onFront: Column['cell'] = ({ invalid }, index) =>
    invalid !== null || front.length === 0 ? '' : front[index] ? 'yes' : 'no';
  return [
    column('number', 'No.', 'count', (_, index) => index + 1, 8),
    column('name', 'Settings', 'wrapped', ({ name }) => name, 40),
    column('remark', 'Remark', 'text', ({ remark }) => remark, 20),
    column('missed', 'Objectives missed', 'wrapped', ({ missed }) => missed.join('; '), 26),
    ...Object.keys(list[0]?.settings ?? {}).map(
      (path): Column => column(`setting ${path}`, path, 'text', ({ settings }) => settings[path] ?? '', 14),
    ),
    column('front', 'On the Pareto front', 'text', onFront, 12),
    column('invalid', 'Why it was not run', 'wrapped', ({ invalid }) => invalid, 40),
  ];
}

/** Figures with their half-widths: those of use and cost by formula. */
function measuredColumns(
  list: readonly Candidate[],
  means: ReturnType<typeof addUsage>['means'],
): readonly Column[] {
  const further = FIGURE_NAMES.filter(
    (figure) => !isUsed(figure) && list.some(({ figures }) => figures[figure] !== undefined),
  );
  return [...USED, ...further].flatMap((figure): readonly Column[] => {
    const label = FIGURE_LABELS[figure];
    const mean: Column['cell'] = ({ figures }, index) => {
      const used = USED.find((each) => each === figure);
      const by_use = used && means[index]?.(used);
      return by_use === undefined ? figures[figure]?.mean : formula(by_use);
    };
    const shown = (key: string, header: string, cell: Column['cell']): Column =>
      figure.startsWith('cost_usd')
        ? moneyColumn(key, header, cell)
        : column(key, header, styleOfFigure(figure), cell);
    return [
      shown(figure, label, mean),
      shown(`${figure} ±`, `± ${label}`, (candidate) => spreadOf(candidate, figure)),
    ];
  });
}

function isUsed(figure: FigureName): boolean {
  return USED.some((each) => each === figure);
}

/** The half-width of a cost follows the cost in proportion, which is exact without included hours and minimum. */
function spreadOf({ figures, use }: Candidate, figure: FigureName): SheetCell {
  const { mean, half_width } = figures[figure] ?? {};
  if (mean === undefined || half_width === undefined || !Number.isFinite(half_width)) return undefined;
  if (use === undefined || !isUsed(figure) || mean === 0) return half_width;
  return formula(`${half_width}*[@${figure}]/${mean}`);
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
  const planOf = priced('plan', ({ plan }) => plan);
  const since = priced('price_in_force_since', ({ from }) => spreadsheetDay(from));
  return [
    column('plan', 'Plan', 'text', planOf, 12),
    column('since', 'Price in force since', 'day', since, 12),
    ...Object.values(PRICES).map(({ key, header, book, used, style }): Column => {
      const found = formula(lookedUp(book, '[@plan]', '[@since]'));
      return column(
        key,
        header,
        style,
        priced(used, () => found),
        14,
      );
    }),
  ];
}
