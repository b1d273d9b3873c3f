import { planLimits } from '../../../vendors/plan-limits.js';
import { PRICE_BOOK, type PriceEntry, pricesChecked } from '../../../vendors/price-book.js';
import type { Book } from '../cells/book.js';
import { cellName, formula, spreadsheetDay } from '../cells/cell.js';
import type { CellStyle } from '../cells/style.js';
import { column, type SheetColumn } from '../cells/table.js';
import { entryFormula, NO_QUOTA, PRICES, sourceText } from './pricing.js';

const SHEET = 'Price book';
const SIGN = 'IF(currency="USD","$",IF(currency="EUR","€",IF(currency="GBP","£",currency&" ")))';

/** Values derived from the inputs, which every sheet reads: label, name, formula and style. */
const DERIVED: readonly (readonly [label: string, name: string, text: string, style: CellStyle])[] = [
  ['Price in force since', 'price_in_force_since', entryFormula('prices_of_day'), 'day'],
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
  ...Object.values(PRICES).map(({ book, header, style, figure }) =>
    column<PriceEntry>(book, header, style, (entry) => entry[figure]),
  ),
  column('price_book_quota_cu_hours', 'CU-hours after which a month ends', 'plain_number', quotaOf),
  column('source', 'Source', 'wrapped', sourceText, 70),
];

function quotaOf({ plan, from }: PriceEntry): number {
  return planLimits({ name: plan, as_of: from })?.quota_cu_hours ?? NO_QUOTA;
}

/** Adds the prices that plans are looked up in, and what follows from the inputs. */
export function addPriceBook(book: Book): void {
  const sheet = book.sheet(SHEET, true);
  sheet.head(SHEET, `only what is listed here is priced; ${pricesChecked()}`, 1);
  DERIVED.forEach(([label, name, text, style], index) => {
    sheet.put(2 + index, 0, label, 'general');
    sheet.put(2 + index, 1, formula(text), style);
    book.name(name, cellName(2 + index, 1, SHEET));
  });
  sheet.table('PriceBook', COLUMNS, PRICE_BOOK);
  for (const { key } of COLUMNS.slice(0, -1)) book.name(key, `PriceBook[${key}]`);
}
