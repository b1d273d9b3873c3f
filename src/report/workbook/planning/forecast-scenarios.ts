import { isSold, planLimits } from '../../../vendors/plan-limits.js';
import { PRICE_BOOK, type PriceEntry } from '../../../vendors/price-book.js';
import type { Book } from '../cells/book.js';
import { formula } from '../cells/cell.js';
import { column, namedColumn, type SheetColumn } from '../cells/table.js';
import { spreadsheetDay } from '../formula/spreadsheet-time.js';
import { lookedUp, moneyColumn, PRICES } from '../inputs/pricing.js';
import { sumOfMonth } from './bills-sheet.js';
import { type ForecastModel, hasOtherLines } from './forecast-model.js';
import { wholeBill } from './forecast-months.js';
import { addCases, addScenarios } from './scenarios-sheet.js';
import { leastOf } from './sensitivity-sheet.js';

/** Adds the sheet with the cases of growth side by side, and what the same use costs on each plan of today. */
export function addForecastScenarios(book: Book, model: ForecastModel): void {
  const { cases, months } = model;
  const billed = hasOtherLines(model);
  const amounts = (of: (month: number, which: number) => string) =>
    cases.map(({ name }, which) => ({ name, of: (month: number) => of(month, which) }));
  addScenarios(book, months, {
    note: `the cost${billed ? ' of compute time' : ''} of every month by how the load grows, at the mean use of the replications`,
    title: 'Cost by month and by how the load grows',
    width: 18,
    cases: amounts((month, which) => sumOfMonth(`cost c${which}`, month)),
    further(sheet) {
      if (billed) {
        const top = sheet.below + 1;
        sheet.put(top, 0, 'The same months with the other lines of their bills', 'section');
        const bills = amounts((month, which) => wholeBill(month, which));
        addCases(sheet, 'WholeBills', top + 1, months, bills, { width: 18 });
      }
      const top = sheet.below + 1;
      const words =
        'The growth that was chosen on other plans, at their newest prices; whether they allow these settings is not checked here';
      sheet.put(top, 0, words, 'section');
      sheet.table('Plans', top + 1, PLAN_COLUMNS, plansOfToday());
    },
  });
}

/** The newest prices of the plans that are sold and on which use does not end. */
function plansOfToday(): readonly PriceEntry[] {
  return PRICE_BOOK.filter(
    ({ plan }, index) =>
      isSold(plan) &&
      PRICE_BOOK.findIndex((each) => each.plan === plan) === index &&
      planLimits({ name: plan, as_of: undefined })?.quota_cu_hours === undefined,
  );
}

/** What the use that was chosen costs on each plan. */
const PLAN_COLUMNS: readonly SheetColumn<PriceEntry>[] = [
  namedColumn('plan', ({ plan }) => plan, 'general', 30),
  column('since', 'Price in force since', 'day', ({ from }) => spreadsheetDay(from), 18),
  priced('price', 'Price of a CU-hour, USD'),
  priced('included', 'CU-hours included'),
  priced('fee', 'Fee of a month, USD'),
  priced('minimum', 'Least of a month, USD'),
  moneyColumn('all', 'All months', formula(chargedOnPlan()), 18),
];

function priced(of: keyof typeof PRICES, header: string): SheetColumn<PriceEntry> {
  const { book, style } = PRICES[of];
  return column(of, header, style, formula(lookedUp(book, '[@plan]', '[@since]')), 18);
}

function chargedOnPlan(): string {
  const [hours, share] = ['Bills[hours]', 'Bills[share]'];
  const included = `[@included]*${share}`;
  const charged = `([@fee]*${share}+(${hours}>${included})*(${hours}-${included})*[@price])`;
  return leastOf(charged, `[@minimum]*${share}`);
}
