import { FIGURE_NAMES, type FigureName } from '../../../figures/run-figures.js';
import type { PriceEntry } from '../../../vendors/price-book.js';
import { type Candidate, type Candidates, figureAgainstCost, paretoFront } from '../../figures/candidate.js';
import { finite } from '../../text/finite.js';
import type { Book } from '../cells/book.js';
import { styleOfFigure } from '../cells/cell-format.js';
import { figureText } from '../cells/header-text.js';
import { columnRange, type Live, listedCell, live, type SheetCell } from '../cells/live.js';
import { column, type SheetColumn, titled } from '../cells/sheet.js';
import { spreadsheetDay } from '../cells/spreadsheet-time.js';
import { byFormula, type Check, controlTotal } from '../inputs/checks-sheet.js';
import {
  BOOK,
  lookedUp,
  moneyColumn,
  NAMES,
  PRICE_CELLS,
  type PriceCells,
  priceCells,
} from '../inputs/pricing.js';
import { isCost } from '../inputs/usage.js';
import type { CandidateUse } from './candidate-use.js';

/** The name of the sheet. */
export const CANDIDATES = 'Candidates';

/** With what other cells know it by, where any does. */
type Column = SheetColumn<Candidate> & { readonly key?: string };

/** Where a chart and a check find what they need. */
export interface CandidatePlaces {
  readonly first: number;
  readonly last: number;
  readonly cost: number;
  readonly simulated: number;
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
    return priceCells((of) => this.#cell(candidate, of, CANDIDATES));
  }

  /** The mean of what a candidate costs in a month, or uses in a run, from any sheet; `undefined` where its use is not known. */
  mean(candidate: number, figure: 'cost_usd_per_month' | 'cu_hours'): Live | undefined {
    const own = this.#use.mean(candidate, figure);
    return own && live(this.#cell(candidate, figure, CANDIDATES), own.value);
  }

  /** Adds the sheet. */
  add(book: Book): CandidatePlaces {
    const { list, kind, title } = this.#candidates;
    const sheet = book.sheet(CANDIDATES);
    const note = `${kind} of ${title}: a row for each, all under the same load; costs follow the inputs, everything else is as simulated`;
    const { first, last } = sheet.listing(note, this.#columns, list, 2);
    const figure = this.#against;
    return {
      first,
      last,
      cost: this.#at('cost_usd'),
      simulated: this.#at('as_simulated'),
      ...(figure === undefined
        ? {}
        : { against: { figure, column: this.#at(figure), front: this.#at('on_front') } }),
    };
  }

  #described(): readonly Column[] {
    const { list } = this.#candidates;
    const varied = Object.keys(list[0]?.settings ?? {});
    return [
      titled('No.', 'count', 8, (_, index) => index + 1),
      titled('Settings', 'text', 40, ({ name }) => name),
      titled('Remark', 'text', 20, ({ remark }) => remark),
      titled('Objectives missed', 'text', 26, ({ missed }) => missed.join('; ')),
      ...varied.map((path) =>
        titled<Candidate>(path, 'text', undefined, ({ settings }) => settings[path] ?? ''),
      ),
      titled('On the Pareto front', 'text', undefined, (candidate, index) => this.#onFront(candidate, index)),
      titled('Why it was not run', 'text', 40, ({ invalid }) => invalid),
    ];
  }

  #onFront({ invalid }: Candidate, index: number): SheetCell {
    return invalid !== null || this.#front.length === 0 ? '' : this.#front[index] ? 'yes' : 'no';
  }

  #priced(assumed: PriceEntry): readonly Column[] {
    type Value = string | number;
    const priced =
      (
        name: string,
        value: (price: PriceEntry) => Value,
        other: (index: number, own: Value) => SheetCell = (_, own) => own,
      ): Column['cell'] =>
      ({ use }, index) => {
        if (use === undefined) return undefined;
        const { plan, from } = use.price;
        const own = value(use.price);
        // A candidate on another plan than the scenario keeps it, and the price that goes with it.
        return plan === assumed.plan && from === assumed.from ? live(name, own) : other(index, own);
      };
    const looked = (key: keyof PriceCells, header: string): Column => {
      const { style, figure } = PRICE_CELLS[key];
      const found = (index: number, own: Value) =>
        live(lookedUp(BOOK[key], this.#cell(index, 'plan'), this.#cell(index, 'since')), own);
      const cell = priced(NAMES[key], (price) => price[figure], found);
      return { key, ...titled(header, style, 14, cell) };
    };
    const plan = priced(NAMES.plan, (price) => price.plan);
    const since = priced(NAMES.entry, ({ from }) => spreadsheetDay(from));
    return [
      { key: 'plan', ...column('plan', plan, 'text', 12) },
      { key: 'since', ...titled('Price in force since', 'day', 12, since) },
      looked('price', 'Price of a CU-hour, USD'),
      looked('included', 'CU-hours included a month'),
      looked('fee', 'Fee of a month, USD'),
      looked('minimum', 'Least of a month, USD'),
    ];
  }

  #measured(): readonly Column[] {
    const { list } = this.#candidates;
    const shown = FIGURE_NAMES.filter(
      (figure) => PRICED.has(figure) || list.some(({ figures }) => figures[figure] !== undefined),
    );
    return shown.flatMap((figure): readonly Column[] => {
      const label = figureText(figure);
      const mean: Column['cell'] = ({ figures }, index) => this.#mean(index, figure) ?? figures[figure]?.mean;
      const spread: Column['cell'] = (candidate, index) => this.#spread(candidate, index, figure);
      const shownAs = (header: string, cell: Column['cell']): Column =>
        isCost(figure)
          ? moneyColumn(header, 14, cell)
          : titled(header, styleOfFigure(figure), undefined, cell);
      return [{ key: figure, ...shownAs(label, mean) }, shownAs(`± ${label}`, spread)];
    });
  }

  #checked(): readonly Column[] {
    const against = this.#against;
    const figure: Column['cell'] = ({ figures }, index) =>
      against !== undefined && this.#front[index] ? figures[against]?.mean : undefined;
    const style = against === undefined ? 'number' : styleOfFigure(against);
    return [
      {
        key: 'as_simulated',
        ...titled('Cost as simulated, USD', 'usd', 14, ({ figures }) => figures.cost_usd?.mean),
      },
      { key: 'on_front', ...titled('For the chart: on the front', style, 14, figure) },
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

  #cell(index: number, key: string, sheet?: string): string {
    return listedCell(index, this.#at(key), sheet);
  }

  #at(key: string): number {
    return this.#columns.findIndex((column) => column.key === key);
  }
}

/** What can be checked of the candidates. */
export function candidateChecks({ list }: Candidates, places: CandidatePlaces): readonly Check[] {
  const { cost, simulated } = places;
  const range = (of: number) => columnRange(places, of, CANDIDATES);
  const all = list.map(({ figures }) => figures.cost_usd?.mean ?? 0);
  const ofUse = `SUMPRODUCT(ABS(${range(cost)}-${range(simulated)}))`;
  return [
    controlTotal('costs as simulated, USD', range(simulated), all),
    byFormula('Costs by formula less those of the simulator', ofUse),
  ];
}

const PRICED: ReadonlySet<FigureName> = new Set<FigureName>(['cost_usd', 'cost_usd_per_month', 'cu_hours']);

function isPriced(figure: FigureName): figure is 'cost_usd' | 'cost_usd_per_month' | 'cu_hours' {
  return PRICED.has(figure);
}
