import { FIGURE_NAMES, type FigureName } from '../../../figures/run-figures.js';
import type { PriceEntry } from '../../../vendors/price-book.js';
import { type Candidate, type Candidates, figureAgainstCost, paretoFront } from '../../figures/candidate.js';
import { finite } from '../../text/finite.js';
import type { Book } from '../cells/book.js';
import { formula, type SheetCell } from '../cells/cell.js';
import { styleOfFigure } from '../cells/cell-format.js';
import type { ChartSpecification } from '../cells/charts.js';
import { axisText, figureText } from '../cells/header-text.js';
import type { Sheet } from '../cells/sheet.js';
import { keyed, type RowCells, type SheetColumn, type Table, titled } from '../cells/table.js';
import { spreadsheetDay } from '../formula/spreadsheet-time.js';
import { byFormula, type Check, controlTotal } from '../inputs/checks-sheet.js';
import {
  BOOK,
  lookedUp,
  moneyColumn,
  moneyHeader,
  NAMES,
  PRICE_CELLS,
  type PriceCells,
  priceCells,
} from '../inputs/pricing.js';
import { isCost } from '../inputs/usage.js';
import { CandidateUsage, type UseFigure } from './candidate-usage.js';

/** The name of the sheet. */
export const CANDIDATES = 'Candidates';
/** Points that a chart names, each in its legend. */
const NAMED_POINTS = 10;

type Column = SheetColumn<Candidate>;

/** The sheet with a row per candidate, whose costs are formulas over their use. */
export class CandidateSheet {
  readonly table: Table;
  readonly #list: readonly Candidate[];
  readonly #usage: CandidateUsage;
  readonly #against: FigureName | undefined;
  readonly #front: readonly boolean[];

  /** Writes the sheet, and adds that of use. @param assumed the price that the inputs begin with */
  constructor(book: Book, sheet: Sheet, { list, kind, title }: Candidates, assumed: PriceEntry) {
    this.#list = list;
    this.#against = figureAgainstCost(list);
    this.#front = this.#against === undefined ? [] : paretoFront(list, 'cost_usd', this.#against);
    const columns = [
      ...this.#described(),
      ...this.#measured(),
      ...pricedColumns(assumed),
      ...this.#checked(),
    ];
    const note = `${kind} of ${title}: a row for each, all under the same load; costs follow the inputs, everything else is as simulated`;
    this.table = sheet.listing(note, columns, list, 2);
    this.#usage = new CandidateUsage(book, list, (candidate) => this.price(candidate));
  }

  /** The cells that hold a candidate's price, from any sheet. */
  price(candidate: number): PriceCells {
    return priceCells((of) => this.table.cell(candidate, of));
  }

  /** The cell with a figure of a candidate that is computed from its use; `undefined` if that is not known. */
  mean(candidate: number, figure: UseFigure): string | undefined {
    return this.#usage.mean(candidate, figure) && this.table.cell(candidate, figure);
  }

  /** What can be checked. */
  get checks(): readonly Check[] {
    const all = this.#list.map(({ figures }) => figures.cost_usd?.mean ?? 0);
    const [cost, simulated] = [this.table.range('cost_usd'), this.table.range('as_simulated')];
    return [
      this.#usage.check,
      controlTotal('costs as simulated, USD', simulated, all),
      byFormula('Costs by formula less those of the simulator', `SUMPRODUCT(ABS(${cost}-${simulated}))`),
    ];
  }

  /** The cost of a month against how long queries take; few candidates have their names in the legend. */
  get chart(): ChartSpecification | undefined {
    const figure = this.#against;
    if (figure === undefined) return undefined;
    const x = this.table.charted('cost_usd_per_month');
    const y = this.table.charted(figure);
    const row = (cells: typeof x, at: number) => ({
      ...cells,
      first: cells.first + at,
      last: cells.first + at,
    });
    const ran = this.#list.flatMap(({ invalid }, at) => (invalid === null ? [at] : []));
    const series =
      ran.length <= NAMED_POINTS
        ? ran.map((at) => ({ name: `=${this.table.cell(at, 'name')}`, x: row(x, at), y: row(y, at) }))
        : [
            { name: 'candidates', x, y },
            { name: 'Pareto front', x, y: this.table.charted('on_front') },
          ];
    return {
      kind: 'points',
      title: `Cost per month against ${figureText(figure)}`,
      x: { name: `=${this.table.header('cost_usd_per_month')}`, format: '#,##0.00' },
      y: { name: axisText(figure) },
      series,
    };
  }

  #described(): readonly Column[] {
    const varied = Object.keys(this.#list[0]?.settings ?? {});
    return [
      titled('No.', 'count', 8, (_, __, index) => index + 1),
      keyed('name', 'Settings', 'wrapped', ({ name }) => name, 40),
      titled('Remark', 'text', 20, ({ remark }) => remark),
      titled('Objectives missed', 'wrapped', 26, ({ missed }) => missed.join('; ')),
      ...varied.map((path) => titled<Candidate>(path, 'text', 14, ({ settings }) => settings[path] ?? '')),
      titled('On the Pareto front', 'text', 12, ({ invalid }, _, index) =>
        invalid !== null || this.#front.length === 0 ? '' : this.#front[index] ? 'yes' : 'no',
      ),
      titled('Why it was not run', 'wrapped', 40, ({ invalid }) => invalid),
    ];
  }

  #measured(): readonly Column[] {
    const order = (figure: FigureName) => [isCost(figure), figure === 'cu_hours', true].indexOf(true);
    const shown = FIGURE_NAMES.filter(
      (figure) => isUsed(figure) || this.#list.some(({ figures }) => figures[figure] !== undefined),
    ).toSorted((a, b) => order(a) - order(b));
    return shown.flatMap((figure): readonly Column[] => {
      const label = figureText(figure);
      const mean: Column['cell'] = ({ figures }, _, index) => {
        const used = isUsed(figure) ? this.#usage.mean(index, figure) : undefined;
        return used === undefined ? figures[figure]?.mean : formula(used);
      };
      const spread: Column['cell'] = (candidate, at) => spreadOf(candidate, figure, at);
      const shownAs = (key: string, header: string, cell: Column['cell']): Column =>
        isCost(figure) ? moneyColumn(key, header, cell) : keyed(key, header, styleOfFigure(figure), cell);
      return [shownAs(figure, label, mean), shownAs(`${figure} ±`, `± ${label}`, spread)];
    });
  }

  #checked(): readonly Column[] {
    const against = this.#against;
    const style = against === undefined ? 'number' : styleOfFigure(against);
    return [
      keyed(
        'met',
        moneyHeader('Cost per month if no objective is missed'),
        'money',
        ({ missed, invalid }, at) =>
          missed.length > 0 || invalid !== null ? undefined : formula(at('cost_usd_per_month')),
        15,
      ),
      keyed('as_simulated', 'Cost as simulated, USD', 'usd', ({ figures }) => figures.cost_usd?.mean, 14),
      keyed(
        'on_front',
        'For the chart: on the front',
        style,
        ({ figures }, _, index) =>
          against !== undefined && this.#front[index] ? figures[against]?.mean : undefined,
        14,
      ),
    ];
  }
}

/** The price of each candidate: a candidate on another plan than the scenario keeps it, and the price that goes with it. */
function pricedColumns(assumed: PriceEntry): readonly Column[] {
  type Value = string | number;
  const priced =
    (
      name: string,
      value: (price: PriceEntry) => Value,
      other: (at: RowCells, own: Value) => SheetCell = (_, own) => own,
    ): Column['cell'] =>
    ({ use }, at) => {
      if (use === undefined) return undefined;
      const { plan, from } = use.price;
      return plan === assumed.plan && from === assumed.from ? formula(name) : other(at, value(use.price));
    };
  const looked = (key: keyof PriceCells, header: string): Column => {
    const { style, figure } = PRICE_CELLS[key];
    const found = (at: RowCells) => formula(lookedUp(BOOK[key], at('plan'), at('since')));
    return keyed(
      key,
      header,
      style,
      priced(NAMES[key], (price) => price[figure], found),
      14,
    );
  };
  return [
    keyed(
      'plan',
      'Plan',
      'text',
      priced(NAMES.plan, ({ plan }) => plan),
      12,
    ),
    keyed(
      'since',
      'Price in force since',
      'day',
      priced(NAMES.entry, ({ from }) => spreadsheetDay(from)),
      12,
    ),
    looked('price', 'Price of a CU-hour, USD'),
    looked('included', 'CU-hours included a month'),
    looked('fee', 'Fee of a month, USD'),
    looked('minimum', 'Least of a month, USD'),
  ];
}

/** The half-width of a cost follows the cost in proportion, which is exact without included hours and minimum. */
function spreadOf({ figures, use }: Candidate, figure: FigureName, at: RowCells): SheetCell {
  const interval = figures[figure];
  const half_width = finite(interval?.half_width);
  if (half_width === null || !interval) return undefined;
  if (use === undefined || !isUsed(figure) || interval.mean === 0) return half_width;
  return formula(`${half_width}*${at(figure)}/${interval.mean}`);
}

function isUsed(figure: FigureName): figure is UseFigure {
  return figure === 'cost_usd' || figure === 'cost_usd_per_month' || figure === 'cu_hours';
}
