import { planLimits } from '../../../vendors/plan-limits.js';
import { PRICE_BOOK, type PriceEntry, pricesChecked } from '../../../vendors/price-book.js';
import type { Book } from '../cells/book.js';
import { cellName, formula } from '../cells/cell.js';
import type { CellStyle } from '../cells/cell-format.js';
import { column, namedColumn, type SheetColumn } from '../cells/table.js';
import { spreadsheetDay } from '../formula/spreadsheet-time.js';
import { entryFormula, NO_QUOTA, PRICES, sourceText } from './pricing.js';

const SHEET = 'Price book';
const SIGN = 'IF(currency="USD","$",IF(currency="EUR","€",IF(currency="GBP","£",currency&" ")))';

/** What follows from the inputs and every sheet reads: label, name, formula and style. */
const DERIVED: readonly (readonly [label: string, name: string, text: string, style: CellStyle])[] = [
  ['Price in force since', 'price_in_force_since', entryFormula('plan', 'prices_of_day'), 'day'],
  ['Inputs that differ from those of the run', 'inputs_changed', 'COUNTA(Inputs[yours])', 'count'],
  [
    'Units of the currency for a dollar, after the discount',
    'money_per_usd',
    '(1-discount)*currency_per_usd',
    'number',
  ],
  ['Sign of the currency', 'currency_sign', SIGN, 'general_right'],
];

const COLUMNS: readonly SheetColumn<PriceEntry>[] = [
  column('price_book_plan', 'Plan', 'general', ({ plan }) => plan, 50),
  column('price_book_from', 'From', 'day', ({ from }) => spreadsheetDay(from), 14),
  priced('price', 'Price of a CU-hour, USD'),
  priced('included', 'CU-hours included a month'),
  priced('minimum', 'Least a month costs, USD'),
  column('price_book_quota_cu_hours', 'CU-hours after which a month ends', 'plain_number', quotaOf),
  priced('fee', 'Fee of a month, USD'),
  namedColumn('source', sourceText, 'wrapped', 70),
];

function priced(of: keyof typeof PRICES, header: string): SheetColumn<PriceEntry> {
  const { book, style, figure } = PRICES[of];
  return column(book, header, style, (entry) => entry[figure]);
}

function quotaOf({ plan, from }: PriceEntry): number {
  return planLimits({ name: plan, as_of: from })?.quota_cu_hours ?? NO_QUOTA;
}

/** Adds the prices that plans are looked up in, and what follows from the inputs. */
export function addPriceBook(book: Book): void {
  const sheet = book.working(SHEET);
  sheet.head(SHEET, `only what is listed here is priced; ${pricesChecked()}`);
  DERIVED.forEach(([label, name, text, style], index) => {
    sheet.put(2 + index, 0, label, 'general');
    sheet.put(2 + index, 1, formula(text), style);
    book.name(name, cellName(2 + index, 1, SHEET));
  });
  const top = sheet.below;
  const table = sheet.table('PriceBook', top, COLUMNS, PRICE_BOOK);
  for (const { key } of COLUMNS.slice(0, -1)) book.name(key, `PriceBook[${key}]`);
  sheet.keepHead(top + 1);
  sheet.print(table.last, COLUMNS.length - 1);
}
