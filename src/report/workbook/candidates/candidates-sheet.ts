import { columnOf } from '../../../figures/catalogue.js';
import { FIGURE_NAMES, FIGURE_UNITS, type FigureName } from '../../../figures/run-figures.js';
import type { PriceEntry } from '../../../plan/price-book.js';
import { type Candidate, type Candidates, figureAgainstCost, paretoFront } from '../../figures/candidate.js';
import { finite } from '../../text/finite.js';
import type { Book } from '../cells/book.js';
import { type CellStyle, STYLE_OF_UNIT } from '../cells/cell-format.js';
import { headerText } from '../cells/header-text.js';
import { cellName, type Live, live, rangeName, type SheetCell } from '../cells/live.js';
import { column, LISTING_ROW, type SheetColumn } from '../cells/sheet.js';
import { spreadsheetTime } from '../cells/spreadsheet-time.js';
import type { Check } from '../inputs/checks.js';
import { BOOK, lookedUp, moneyColumn, NAMES, type PriceCells } from '../inputs/pricing.js';
import { isCost } from '../inputs/usage.js';
import type { CandidateUse } from './candidate-use.js';

/** The name of the sheet. */
export const CANDIDATES = 'Candidates';

type Column = SheetColumn<Candidate>;

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
    const cell = (header: string) => this.#cell(candidate, header, CANDIDATES);
    return { price: cell('price'), included: cell('included'), minimum: cell('minimum') };
  }

  /** The cell with the mean of a figure of a candidate, from any sheet. */
  figure(candidate: number, figure: FigureName): string {
    return this.#cell(candidate, headerOf(figure), CANDIDATES);
  }

  /** The cost per month of a candidate, from any sheet; `undefined` where it is not known what it used. */
  monthly(candidate: number): Live | undefined {
    const own = this.#use.mean(candidate, 'cost_usd_per_month');
    return own && live(this.figure(candidate, 'cost_usd_per_month'), own.value);
  }

  /** The mean CU-hours of a run of a candidate, likewise. */
  hours(candidate: number): Live | undefined {
    const own = this.#use.mean(candidate, 'cu_hours');
    return own && live(this.figure(candidate, 'cu_hours'), own.value);
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
        : { against: { figure, column: this.#at(headerOf(figure)), front: this.#at('on_front') } }),
    };
  }

  #described(): readonly Column[] {
    const { list } = this.#candidates;
    const varied = Object.keys(list[0]?.settings ?? {});
    const words = (key: string, header: string, cell: Column['cell'], width?: number) =>
      column(key, cell, 'text', width, header);
    return [
      column('candidate', (_, index) => index + 1, 'count', 8, 'No.'),
      words('name', 'Settings', ({ name }) => name, 40),
      words('remark', 'Remark', ({ remark }) => remark, 20),
      words('missed', 'Objectives missed', ({ missed }) => missed.join('; '), 26),
      ...varied.map((path) => words(`setting ${path}`, path, ({ settings }) => settings[path] ?? '')),
      words('front', 'On the Pareto front', ({ invalid }, index) =>
        invalid !== null || this.#front.length === 0 ? '' : this.#front[index] ? 'yes' : 'no',
      ),
      words('invalid', 'Why it was not run', ({ invalid }) => invalid, 40),
    ];
  }

  #priced(assumed: PriceEntry): readonly Column[] {
    const own = (index: number) => this.#cell(index, 'plan');
    const since = (index: number) => this.#cell(index, 'since');
    const isAssumed = ({ plan, from }: PriceEntry) => plan === assumed.plan && from === assumed.from;
    const looked = (
      key: keyof PriceCells,
      header: string,
      style: CellStyle,
      value: (price: PriceEntry) => number,
    ): Column =>
      column(
        key,
        ({ use }, index) => {
          if (use === undefined) return undefined;
          // A candidate on another plan than the scenario keeps it, and the price that goes with it.
          if (isAssumed(use.price)) return live(NAMES[key], value(use.price));
          return live(lookedUp(BOOK[key], own(index), since(index)), value(use.price));
        },
        style,
        14,
        header,
      );
    const plan: Column['cell'] = ({ use }) => {
      if (use === undefined) return undefined;
      return isAssumed(use.price) ? live(NAMES.plan, use.price.plan) : use.price.plan;
    };
    const from: Column['cell'] = ({ use }) => {
      if (use === undefined) return undefined;
      const day = spreadsheetTime(Date.parse(`${use.price.from}T00:00:00Z`) / 1000);
      return isAssumed(use.price) ? live(NAMES.entry, day) : day;
    };
    return [
      column('plan', plan, 'text', 12),
      column('since', from, 'day', 12, 'Price in force since'),
      looked('price', 'Price of a CU-hour, USD', 'usd_price', (price) => price.usd_per_cu_hour),
      looked('included', 'CU-hours included a month', 'plain_number', (price) => price.included_cu_hours),
      looked('minimum', 'Least of a month, USD', 'usd_price', (price) => price.minimum_usd),
    ];
  }

  #measured(): readonly Column[] {
    const { list } = this.#candidates;
    const shown = FIGURE_NAMES.filter(
      (figure) => PRICED.has(figure) || list.some(({ figures }) => figures[figure] !== undefined),
    );
    return shown.flatMap((figure): readonly Column[] => {
      const style = STYLE_OF_UNIT[FIGURE_UNITS[figure]];
      const key = headerOf(figure);
      const label = headerText(key);
      const mean: Column['cell'] = ({ figures }, index) => this.#mean(index, figure) ?? figures[figure]?.mean;
      const spread: Column['cell'] = (candidate, index) => this.#spread(candidate, index, figure);
      return isCost(figure)
        ? [moneyColumn(key, label, mean), moneyColumn(`${key}_spread`, `± ${label}`, spread)]
        : [
            column(key, mean, style, undefined, label),
            column(`${key}_spread`, spread, style, undefined, `± ${label}`),
          ];
    });
  }

  #checked(): readonly Column[] {
    const against = this.#against;
    return [
      column('as_simulated', ({ figures }) => figures.cost_usd?.mean, 'usd', 14, 'Cost as simulated, USD'),
      column(
        'on_front',
        ({ figures }, index) =>
          against !== undefined && this.#front[index] ? figures[against]?.mean : undefined,
        against === undefined ? 'number' : STYLE_OF_UNIT[FIGURE_UNITS[against]],
        14,
        'For the chart: on the front',
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

  #at(key: string): number {
    return this.#columns.findIndex((column) => column.key === key);
  }
}

/** What can be checked of the candidates. */
export function candidateChecks({ list }: Candidates, places: CandidatePlaces): readonly Check[] {
  const { first, last, cost, simulated } = places;
  const range = (of: number) => rangeName([first, of], [last, of], CANDIDATES);
  const all = list.reduce((sum, { figures }) => sum + (figures.cost_usd?.mean ?? 0), 0);
  const ofUse = `SUMPRODUCT(ABS(${range(cost)}-${range(simulated)}))`;
  return [
    {
      label: 'Control total of costs as simulated, USD',
      formula: `SUM(${range(simulated)})`,
      written: all,
      of_inputs: false,
    },
    { label: 'Costs by formula less those of the simulator', formula: ofUse, written: 0, of_inputs: true },
  ];
}

const PRICED: ReadonlySet<FigureName> = new Set<FigureName>(['cost_usd', 'cost_usd_per_month', 'cu_hours']);

function isPriced(figure: FigureName): figure is 'cost_usd' | 'cost_usd_per_month' | 'cu_hours' {
  return PRICED.has(figure);
}

/** The name of a figure with its unit last. */
function headerOf(name: FigureName): string {
  return columnOf({ name, unit: FIGURE_UNITS[name] });
}
