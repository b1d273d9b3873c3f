import { columnOf } from '../../figures/catalogue.js';
import { FIGURE_NAMES, FIGURE_UNITS, type FigureName } from '../../figures/run-figures.js';
import type { PriceEntry } from '../../plan/price-book.js';
import { type Candidate, type Candidates, figureAgainstCost, paretoFront } from '../figures/candidate.js';
import { finite } from '../text/finite.js';
import type { Book } from './book.js';
import type { CandidateUse } from './candidate-use.js';
import { STYLE_OF_UNIT } from './cell-format.js';
import { cellName, isLive, live, rangeName, type SheetCell } from './live.js';
import { BOOK, lookedUp, NAMES, type PriceCells, planKey, yearCost } from './pricing.js';
import { column, LISTING_ROW, type SheetColumn } from './sheet.js';

/** The name of the sheet. */
export const CANDIDATES = 'Candidates';

type Column = SheetColumn<Candidate>;

/** Where a chart and a check find what they need. */
export interface CandidatePlaces {
  readonly first: number;
  readonly last: number;
  readonly cost: number;
  readonly simulated: number;
  readonly difference: number;
  /** The figure against cost, and the same for those on the front alone; absent where none was measured. */
  readonly against?: { readonly figure: FigureName; readonly column: number; readonly front: number };
}

/** The columns of the sheet, known before it is written: other sheets refer to its cells. */
export class CandidateColumns {
  readonly #candidates: Candidates;
  readonly #use: CandidateUse;
  readonly #columns: readonly Column[];
  readonly #against: FigureName | undefined;
  readonly #front: readonly boolean[];

  /** @param assumed the price that the sheet of assumptions begins with */
  constructor(candidates: Candidates, use: CandidateUse, assumed: PriceEntry) {
    this.#candidates = candidates;
    this.#use = use;
    const { list } = candidates;
    this.#against = figureAgainstCost(list);
    this.#front = this.#against === undefined ? [] : paretoFront(list, 'cost_usd', this.#against);
    this.#columns = [...this.#described(), ...this.#priced(assumed), ...this.#measured(), ...this.#checked()];
  }

  /** The cells that hold a candidate's price, from any sheet. */
  price(candidate: number): PriceCells {
    const cell = (header: string) => this.#cell(candidate, header, CANDIDATES);
    return {
      price: cell('usd_per_cu_hour'),
      included: cell('included_cu_hours'),
      minimum: cell('minimum_usd_per_month'),
    };
  }

  /** Adds the sheet. */
  add(book: Book): CandidatePlaces {
    const { list, kind, title } = this.#candidates;
    const sheet = book.sheet(CANDIDATES);
    const note = `${kind} of ${title}: a row for each, all under the same load`;
    const { first, last } = sheet.listing(note, this.#columns, list, 2);
    const figure = this.#against;
    return {
      first,
      last,
      cost: this.#at('cost_usd'),
      simulated: this.#at('as_simulated_usd'),
      difference: this.#at('difference_usd'),
      ...(figure === undefined
        ? {}
        : { against: { figure, column: this.#at(headerOf(figure)), front: this.#at('on_front') } }),
    };
  }

  #described(): readonly Column[] {
    const { list } = this.#candidates;
    const varied = Object.keys(list[0]?.settings ?? {});
    const words = (header: string, cell: Column['cell'], width?: number) =>
      column(header, cell, 'text', width);
    return [
      column('candidate', (_, index) => index + 1),
      words('name', ({ name }) => name, 32),
      ...varied.map((path) => words(path, ({ settings }) => settings[path] ?? '')),
      words('remark', ({ remark }) => remark),
      words('not_allowed', ({ invalid }) => invalid),
      words('objectives_missed', ({ missed }) => missed.join('; ')),
      words('pareto_front', ({ invalid }, index) =>
        invalid !== null || this.#front.length === 0 ? '' : this.#front[index] ? 'yes' : 'no',
      ),
    ];
  }

  #priced(assumed: PriceEntry): readonly Column[] {
    const looked = (header: string, name: keyof PriceCells, value: (price: PriceEntry) => number): Column =>
      column(header, ({ use }, index) => {
        if (use === undefined) return undefined;
        const plan = this.#cell(index, 'plan');
        const formula = `IF(${plan}=${NAMES.plan},${NAMES[name]},${lookedUp(plan, BOOK[name])})`;
        return live(formula, value(use.price));
      });
    const plan: Column['cell'] = ({ use }) => {
      if (use === undefined) return undefined;
      const key = planKey(use.price);
      // A candidate on another plan keeps it.
      return key === planKey(assumed) ? live(NAMES.plan, key) : key;
    };
    return [
      column('plan', plan, 'text', 24),
      looked('usd_per_cu_hour', 'price', (price) => price.usd_per_cu_hour),
      looked('included_cu_hours', 'included', (price) => price.included_cu_hours),
      looked('minimum_usd_per_month', 'minimum', (price) => price.minimum_usd),
    ];
  }

  #measured(): readonly Column[] {
    const { list } = this.#candidates;
    const shown = FIGURE_NAMES.filter(
      (figure) => PRICED.has(figure) || list.some(({ figures }) => figures[figure] !== undefined),
    );
    const columns = shown.flatMap((figure): readonly Column[] => {
      const style = STYLE_OF_UNIT[FIGURE_UNITS[figure]];
      const header = headerOf(figure);
      return [
        column(header, ({ figures }, index) => this.#mean(index, figure) ?? figures[figure]?.mean, style),
        column(`${header}_half_width`, (candidate, index) => this.#spread(candidate, index, figure), style),
      ];
    });
    const year = column<Candidate>('cost_usd_12_months', ({ use }, index) => {
      const cu_hours = this.#use.mean(index, 'cu_hours');
      if (use === undefined || cu_hours === undefined) return undefined;
      const run_hours = use.duration_seconds / 3600;
      const cells = { cu_hours: this.#cell(index, 'cu_hours'), run_hours: String(run_hours) };
      const prices = this.price(index);
      return yearCost(cells, { cu_hours: Number(cu_hours.value), run_hours, price: use.price }, prices);
    });
    // Beside the other costs.
    return [...columns.slice(0, 4), year, ...columns.slice(4)];
  }

  #checked(): readonly Column[] {
    const against = this.#against;
    return [
      column('as_simulated_usd', ({ figures }) => figures.cost_usd?.mean),
      column('difference_usd', ({ figures }, index) =>
        isLive(this.#mean(index, 'cost_usd')) && figures.cost_usd
          ? live(`${this.#cell(index, 'cost_usd')}-${this.#cell(index, 'as_simulated_usd')}`, 0)
          : undefined,
      ),
      column(
        'on_front',
        ({ figures }, index) =>
          against !== undefined && this.#front[index] ? figures[against]?.mean : undefined,
        against === undefined ? 'number' : STYLE_OF_UNIT[FIGURE_UNITS[against]],
      ),
    ];
  }

  #mean(index: number, figure: FigureName): SheetCell {
    return isPriced(figure) ? this.#use.mean(index, figure) : undefined;
  }

  /** The half-width of a cost follows the cost in proportion, which is exact without included hours and minimum. */
  #spread({ figures, use }: Candidate, index: number, figure: FigureName): SheetCell {
    const interval = figures[figure];
    const half_width = finite(interval?.half_width);
    if (half_width === null || !interval) return undefined;
    if (use === undefined || !isPriced(figure) || interval.mean === 0) return half_width;
    return live(`${half_width}*${this.#cell(index, figure)}/${interval.mean}`, half_width);
  }

  #cell(index: number, header: string, sheet?: string): string {
    return cellName(LISTING_ROW + index, this.#at(header), sheet);
  }

  #at(header: string): number {
    // A setting that was varied may bear the name of a column, and stands before it.
    return this.#columns.findLastIndex((column) => column.header === header);
  }
}

/** Whether the formulas of all candidates still give what the simulator gave. */
export function candidatesCheck({ first, last, difference, simulated }: CandidatePlaces): string {
  const range = rangeName([first, difference], [last, difference], CANDIDATES);
  const scale = rangeName([first, simulated], [last, simulated], CANDIDATES);
  return `SUMPRODUCT(ABS(${range}))<=1E-9*MAX(1,${scale})`;
}

const PRICED: ReadonlySet<FigureName> = new Set<FigureName>(['cost_usd', 'cost_usd_per_month', 'cu_hours']);

function isPriced(figure: FigureName): figure is 'cost_usd' | 'cost_usd_per_month' | 'cu_hours' {
  return PRICED.has(figure);
}

/** The name of a figure with its unit last. */
function headerOf(name: FigureName): string {
  return columnOf({ name, unit: FIGURE_UNITS[name] });
}
