import { HOURS_PER_MONTH } from '../../../cost/compute-cost.js';
import type { Scenario } from '../../../scenario/scenario.js';
import { PRICE_BOOK, type PriceEntry } from '../../../vendors/price-book.js';
import type { Book } from '../cells/book.js';
import { formula, type SheetCell } from '../cells/cell.js';
import { type CellStyle, isInput } from '../cells/cell-format.js';
import type { Sheet } from '../cells/sheet.js';
import { keyed } from '../cells/table.js';
import { spreadsheetDay, spreadsheetTime } from '../formula/spreadsheet-time.js';
import { addPriceBook } from './price-book-sheet.js';
import { BOOK, lookedUp, NAMES } from './pricing.js';

const HOW =
  'Type into a yellow cell and every cost follows; clear it, and the value to its left counts again. Waits and errors do not follow: run again.';

/** One value that the reader may change. */
export interface Input {
  readonly label: string;
  /** The cell in use, for formulas. */
  readonly name: string;
  /** What counts while the reader's own cell is empty. */
  readonly given: SheetCell;
  readonly style: CellStyle;
  readonly note: string;
  /** The reader's own cell, for formulas. */
  readonly own?: string;
  /** What it may be chosen from. */
  readonly choice?: string;
}

/** A share that the reader may change. */
export function shareInput(label: string, name: string, given: SheetCell, note: string): Input {
  return { label, name, given, style: 'input_share', note };
}

/** What a month may cost; `undefined`: there is no limit. */
export function budgetInput(given: number | undefined, note: string): Input {
  return {
    label: 'Budget of a month, in the currency',
    name: NAMES.budget,
    given,
    style: 'input_money',
    note,
  };
}

/** What the inputs are about besides the scenario's plan and beginning. */
export interface InputsOf {
  /** The price that the simulated costs rest on. */
  readonly price: PriceEntry;
  /** CU-seconds of a month that the scenario's own quota allows. */
  readonly compute_time_seconds?: number | undefined;
  /** Inputs of this kind of workbook: they come after plan and price. */
  readonly further: readonly Input[];
}

/**
 * Writes the yellow cells that every cost of the workbook follows.
 * @param row of their title
 * @returns the first row below them
 */
export function addInputs(book: Book, sheet: Sheet, row: number, scenario: Scenario, of: InputsOf): number {
  sheet.put(row, 0, 'Inputs', 'section');
  sheet.put(row + 1, 0, HOW, 'quiet');
  const [first, ...others] = priceInputs(scenario, of);
  const inputs = [...first!, ...of.further, ...others.flat()];
  const columns = [
    keyed<Input>('input', 'Input', 'general', ({ label }) => label, 46),
    keyed<Input>(
      'given',
      'From the run or the price book',
      ({ style }) => plainOf(style),
      ({ given }) => given,
      18,
    ),
    keyed<Input>(
      'yours',
      'Yours: leave empty or type',
      ({ style }) => style,
      () => undefined,
      18,
    ),
    keyed<Input>(
      'used',
      'In use',
      ({ style }) => plainOf(style),
      (_, at) => formula(`IF(${at('yours')}="",${at('given')},${at('yours')})`),
      18,
    ),
    keyed<Input>('note', 'Note', 'quiet', ({ note }) => note, 18),
  ];
  const table = sheet.table(row + 2, columns, inputs);
  inputs.forEach(({ name, own, choice }, index) => {
    book.name(name, table.cell(index, 'used'));
    if (own !== undefined) book.name(own, table.cell(index, 'yours'));
    if (choice !== undefined) sheet.choice(table.cell(index, 'yours'), choice);
  });
  addPriceBook(book, table.range('yours'));
  return table.last + 1;
}

/** The style of a cell that is not to be typed into. */
function plainOf(style: CellStyle): CellStyle {
  const plain: Readonly<Partial<Record<CellStyle, CellStyle>>> = {
    input_usd: 'usd_price',
    input_number: 'plain_number',
    input_share: 'plain_share',
    input_date: 'day',
    input_money: 'money',
  };
  return isInput(style) ? (plain[style] ?? 'general_right') : style;
}

/** Inputs of every workbook: plan and price, then the rest. */
function priceInputs(
  { plan, start_epoch_seconds }: Scenario,
  { price, compute_time_seconds }: InputsOf,
): readonly (readonly Input[])[] {
  const start = Math.floor(spreadsheetTime(start_epoch_seconds));
  const of = (column: string) => lookedUp(column, NAMES.plan, NAMES.entry);
  const hours = compute_time_seconds === undefined ? undefined : compute_time_seconds / 3600;
  const names = [...new Set(PRICE_BOOK.map((entry) => entry.plan))].join(',');
  return [
    [
      {
        label: 'Plan',
        name: NAMES.plan,
        given: plan.name,
        style: 'input',
        choice: `"${names}"`,
        note: 'choose from the list; whether it allows these settings is not checked here',
      },
      {
        label: 'Price of a CU-hour, USD',
        name: NAMES.price,
        own: NAMES.own_price,
        given: formula(of(BOOK.price)),
        style: 'input_usd',
        note: price.source,
      },
    ],
    [
      shareInput('Discount', NAMES.discount, 0, 'on everything that is charged, such as 5%'),
      {
        label: 'Currency',
        name: NAMES.currency,
        given: 'USD',
        style: 'input',
        note: 'give its rate below as well',
      },
      {
        label: 'Units of that currency for a US dollar',
        name: NAMES.rate,
        given: 1,
        style: 'input_number',
        note: 'such as 0.92; the price book is in US dollars',
      },
      {
        label: 'Prices of the day',
        name: NAMES.prices_of,
        own: NAMES.own_day,
        given: plan.as_of === undefined ? start : spreadsheetDay(plan.as_of),
        style: 'input_date',
        note:
          plan.as_of === undefined
            ? 'the first day of the run; the price in force then'
            : 'the day whose prices the scenario keeps (as_of)',
      },
      {
        label: 'CU-hours of a calendar month that cost nothing',
        name: NAMES.included,
        own: NAMES.own_included,
        given: formula(of(BOOK.included)),
        style: 'input_number',
        note: 'of a project, all computes together',
      },
      {
        label: 'Fee of a calendar month, USD',
        name: NAMES.fee,
        own: NAMES.own_fee,
        given: formula(of(BOOK.fee)),
        style: 'input_usd',
        note: 'before the discount; each month that the run touches pays all of it',
      },
      {
        label: 'Least that a calendar month costs, USD',
        name: NAMES.minimum,
        own: NAMES.own_minimum,
        given: formula(of(BOOK.minimum)),
        style: 'input_usd',
        note: price.note === '' ? 'before the discount' : `before the discount; ${price.note}`,
      },
      {
        label: 'CU-hours after which a month ends',
        name: NAMES.quota,
        given: formula(
          hours === undefined ? of(NAMES.book_quotas) : `MIN(${hours},${of(NAMES.book_quotas)})`,
        ),
        style: 'input_number',
        note:
          hours === undefined
            ? 'of a plan that suspends computes then'
            : 'the lesser of what the plan allows and the quota of the scenario',
      },
      {
        label: 'Hours of a month',
        name: NAMES.hours,
        given: HOURS_PER_MONTH,
        style: 'input_number',
        note: 'to which a cost per month refers: 365 days ÷ 12. Calendar months have the hours of their days',
      },
    ],
  ];
}
