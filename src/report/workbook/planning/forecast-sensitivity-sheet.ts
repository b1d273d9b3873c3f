import { costOfMonth, priceOfPart } from '../../../cost/compute-cost.js';
import type { Book } from '../cells/book.js';
import { cellName, live } from '../cells/live.js';
import { type SheetColumn, titled } from '../cells/sheet.js';
import { moneyColumn, NAMES } from '../inputs/pricing.js';
import { PLANNING, SHEETS } from '../months/planning-names.js';
import { BILL_COLUMNS, billRange, caseColumn } from './bills-sheet.js';
import type { ForecastModel } from './forecast-model.js';

const FIRST = 4;

/** What the cost of all months is when one thing is otherwise. */
interface Change {
  readonly label: string;
  readonly formula: string;
  readonly value: number;
}

/** Adds the sheet that says how far the cost moves when one thing is otherwise. */
export function addForecastSensitivity(book: Book, model: ForecastModel): void {
  const sheet = book.sheet(SHEETS.sensitivity);
  sheet.head(
    'Sensitivity',
    'the cost of all months if one thing is otherwise, the rest as on the sheet Inputs',
  );
  const at = (index: number) => cellName(FIRST + index, 1);
  const total = model.forecast.months.reduce((sum, { cost_usd }) => sum + cost_usd.mean, 0);
  const columns: readonly SheetColumn<Change>[] = [
    titled('If', 'general', 44, ({ label }) => label),
    moneyColumn('All months', 18, ({ formula, value }) => live(formula, value)),
    moneyColumn('Difference', 18, ({ value }, index) =>
      live(`${at(index)}-${PLANNING.total}`, value - total),
    ),
    titled('Change', 'percent', 12, ({ value }, index) =>
      live(`IF(${PLANNING.total}=0,0,${at(index)}/${PLANNING.total}-1)`, total === 0 ? 0 : value / total - 1),
    ),
  ];
  const { last } = sheet.table(FIRST - 1, columns, changesOf(model));
  const note =
    'Prices, use and growth as above; waits and errors are not computed here. neap plan tries other assumptions of the model.';
  sheet.put(last + 2, 0, note, 'quiet');
  sheet.freeze(FIRST, 1);
  sheet.print(last + 2, 3);
}

function changesOf(model: ForecastModel): readonly Change[] {
  const priced = ([-0.2, -0.1, 0.1, 0.2] as const).map((share) =>
    scaled(model, 'price of a CU-hour', { price: 1 + share }),
  );
  const used = ([-0.2, -0.1, 0.1, 0.2] as const).map((share) => scaled(model, 'use', { use: 1 + share }));
  const grown = model.cases.map(
    (own, which): Change => ({
      label: `growth: ${own.name}`,
      formula: `SUM(${billRange(model, caseColumn(model, which) + 1)})`,
      value: model.bills.reduce((sum, _, bill) => sum + model.costOf(bill, own), 0),
    }),
  );
  return [...priced, ...used, ...grown];
}

/** The same with other prices, or another use on every day, over the bills at the mean use. */
function scaled(
  model: ForecastModel,
  what: string,
  { price = 1, use = 1 }: { readonly price?: number; readonly use?: number },
): Change {
  const of = (column: number) => billRange(model, column);
  const hours = `${of(BILL_COLUMNS.hours)}*${use}`;
  const included = of(BILL_COLUMNS.included);
  const minimum = of(BILL_COLUMNS.minimum);
  const charged = `(${of(BILL_COLUMNS.fee)}+(${hours}>${included})*(${hours}-${included})*${of(BILL_COLUMNS.price)}*${price})`;
  const formula = `SUMPRODUCT((${charged}>${minimum})*${charged}+(${charged}<=${minimum})*${minimum})*${NAMES.money}`;
  const value = model.bills.reduce((sum, bill, index) => {
    const all = model.hoursOfAll(index);
    const mean = all.reduce((total, each) => total + each, 0) / all.length;
    const usd_per_cu_hour = bill.price.usd_per_cu_hour * price;
    return sum + costOfMonth(mean * use, priceOfPart({ ...bill.price, usd_per_cu_hour }, bill.share));
  }, 0);
  const change = Math.round(100 * (price * use - 1));
  return { label: `${what} ${change > 0 ? '+' : '−'}${Math.abs(change)} %`, formula, value };
}
