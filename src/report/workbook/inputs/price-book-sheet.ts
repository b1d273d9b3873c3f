import { planLimits } from '../../../vendors/plan-limits.js';
import { PRICE_BOOK, type PriceEntry, pricesChecked } from '../../../vendors/price-book.js';
import type { Book } from '../cells/book.js';
import { cellName, formula } from '../cells/cell.js';
import type { CellStyle } from '../cells/cell-format.js';
import { column, keyed } from '../cells/table.js';
import { spreadsheetDay } from '../formula/spreadsheet-time.js';
import { entryFormula, NAMES, NO_QUOTA, sourceText } from './pricing.js';

const SHEET = 'Price book';

/** What follows from the inputs and every sheet reads: label, name, formula and style. @param yours cells of the reader */
const derivedFrom = (yours: string): readonly (readonly [string, string, string, CellStyle])[] => [
  ['Price in force since', NAMES.entry, entryFormula(NAMES.plan, NAMES.prices_of), 'day'],
  ['Inputs that differ from those of the run', NAMES.changed, `COUNTA(${yours})`, 'count'],
  [
    'Units of the currency for a dollar, after the discount',
    NAMES.money,
    `(1-${NAMES.discount})*${NAMES.rate}`,
    'number',
  ],
  ['Sign of the currency', NAMES.sign, signFormula(), 'general_right'],
];

function signFormula(): string {
  const { currency } = NAMES;
  return `IF(${currency}="USD","$",IF(${currency}="EUR","€",IF(${currency}="GBP","£",${currency}&" ")))`;
}

/** Adds the prices that plans are looked up in, and what follows from the inputs. @param yours cells of the reader */
export function addPriceBook(book: Book, yours: string): void {
  const sheet = book.working(SHEET);
  sheet.head(SHEET, `only what is listed here is priced; ${pricesChecked()}`);
  const derived = derivedFrom(yours);
  derived.forEach(([label, name, text, style], index) => {
    sheet.put(2 + index, 0, label, 'general');
    sheet.put(2 + index, 1, formula(text), style);
    book.name(name, cellName(2 + index, 1, SHEET));
  });
  const top = derived.length + 3;
  const columns = [
    keyed<PriceEntry>(NAMES.book_plans, 'Plan', 'general', ({ plan }) => plan, 50),
    keyed<PriceEntry>(NAMES.book_from, 'From', 'day', ({ from }) => spreadsheetDay(from), 14),
    keyed<PriceEntry>(
      NAMES.book_prices,
      'Price of a CU-hour, USD',
      'usd_price',
      (entry) => entry.usd_per_cu_hour,
    ),
    keyed<PriceEntry>(
      NAMES.book_included,
      'CU-hours included a month',
      'plain_number',
      (entry) => entry.included_cu_hours,
    ),
    keyed<PriceEntry>(
      NAMES.book_minimums,
      'Least a month costs, USD',
      'usd_price',
      (entry) => entry.minimum_usd,
    ),
    keyed<PriceEntry>(NAMES.book_quotas, 'CU-hours after which a month ends', 'plain_number', quotaOf),
    keyed<PriceEntry>(NAMES.book_fees, 'Fee of a month, USD', 'usd_price', (entry) => entry.base_fee_usd),
    column<PriceEntry>('source', sourceText, 'wrapped', 70),
  ];
  const table = sheet.table(top, columns, PRICE_BOOK);
  for (const { key } of columns.slice(0, -1)) book.name(key!, table.range(key!));
  sheet.keepHead(top + 1);
  sheet.print(table.last, columns.length - 1);
}

function quotaOf({ plan, from }: PriceEntry): number {
  return planLimits({ name: plan, as_of: from })?.quota_cu_hours ?? NO_QUOTA;
}
