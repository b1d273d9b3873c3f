import { isSold, planLimits } from '../../../vendors/plan-limits.js';
import { PRICE_BOOK, type PriceEntry } from '../../../vendors/price-book.js';
import type { Book } from '../cells/book.js';
import { formula, spreadsheetDay } from '../cells/cell.js';
import { column, moneyColumn, type SheetColumn } from '../cells/table.js';
import { lookedUp, PRICES } from '../inputs/pricing.js';
import { addScenarios, caseColumns } from '../months/scenarios-sheet.js';
import { sumOfMonth } from './bills-sheet.js';
import { type ForecastModel, hasOtherLines } from './model.js';
import { wholeBill } from './months.js';

/** Adds the sheet with the cases of growth side by side, and what the same use costs on each plan of today. */
export function addForecastScenarios(book: Book, model: ForecastModel): void {
  const { cases, months } = model;
  const billed = hasOtherLines(model);
  const amounts = (of: (month: number, which: number) => string) =>
    cases.map(({ name }, which) => ({ name, of: (month: number) => of(month, which) }));
  addScenarios(book, months, {
    note: `the cost${billed ? ' of compute time' : ''} of every month by how the load grows, at the mean use of the replications`,
    title: 'Cost by month and by how the load grows',
    cases: amounts((month, which) => sumOfMonth(`cost c${which}`, month)),
    further(sheet) {
      if (billed) {
        const title = 'The same months with the other lines of their bills';
        sheet.table('WholeBills', caseColumns(amounts(wholeBill)), months, { title });
      }
      const title =
        'The growth that was chosen on other plans, at their newest prices; whether they allow these settings is not checked here';
      sheet.table('Plans', PLAN_COLUMNS, plansOfToday(), { title });
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
  column('plan', 'Plan', 'general', ({ plan }) => plan, 30),
  column('since', 'Price in force since', 'day', ({ from }) => spreadsheetDay(from), 18),
  ...Object.values(PRICES).map(({ key, header, book, style }) =>
    column<PriceEntry>(key, header, style, formula(lookedUp(book, '[@plan]', '[@since]')), 18),
  ),
  moneyColumn('all', 'All months', formula(chargedOnPlan()), 18),
];

function chargedOnPlan(): string {
  const [hours, share] = ['Bills[hours]', 'Bills[share]'];
  const included = `[@included]*${share}`;
  const charged = `([@fee]*${share}+(${hours}>${included})*(${hours}-${included})*[@price])`;
  const least = `[@minimum]*${share}`;
  // MAX would be that of the whole column.
  return `SUMPRODUCT((${charged}>${least})*${charged}+(${charged}<=${least})*${least})*money_per_usd`;
}
