import type { Book } from '../cells/book.js';
import { formula } from '../cells/cell.js';
import { keyed, type SheetColumn, type Table, titled } from '../cells/table.js';
import { moneyColumn, NAMES } from '../inputs/pricing.js';
import { PLANNING, SHEETS } from '../months/planning-names.js';
import { billKey } from './bills-sheet.js';
import type { ForecastModel } from './forecast-model.js';

const TOP = 3;
const SHARES = [-0.2, -0.1, 0.1, 0.2] as const;

/** What the cost of all months is when one thing is different. */
interface Change {
  readonly label: string;
  readonly formula: string;
}

/** Adds the sheet that says how far the cost moves when one thing is different. */
export function addForecastSensitivity(book: Book, { cases }: ForecastModel, bills: Table): void {
  const sheet = book.working(SHEETS.sensitivity);
  sheet.head(
    SHEETS.sensitivity,
    'the cost of all months if one thing is different, the rest as in the inputs',
  );
  const columns: readonly SheetColumn<Change>[] = [
    titled('If', 'general', 44, ({ label }) => label),
    moneyColumn('all', 'All months', (change) => formula(change.formula), 18),
    moneyColumn('difference', 'Difference', (_, at) => formula(`${at('all')}-${PLANNING.total}`), 18),
    keyed(
      'change',
      'Change',
      'percent',
      (_, at) => formula(`IF(${PLANNING.total}=0,0,${at('all')}/${PLANNING.total}-1)`),
      12,
    ),
  ];
  const changes: readonly Change[] = [
    ...SHARES.map((share) => scaled(bills, 'price of a CU-hour', share, { price: 1 + share })),
    ...SHARES.map((share) => scaled(bills, 'use', share, { use: 1 + share })),
    ...cases.map(({ name }, which) => {
      return { label: `growth: ${name}`, formula: `SUM(${bills.range(billKey('cost', 'c', which))})` };
    }),
  ];
  const { last } = sheet.table(TOP, columns, changes);
  const note =
    'Prices, use and growth as above; waits and errors are not computed here. neap plan tries other assumptions of the model.';
  sheet.put(last + 2, 0, note, 'quiet');
  sheet.keepHead(TOP + 1);
  sheet.print(last + 2, 3);
}

/** The same with other prices, or another use on every day, over the bills at the mean use. */
function scaled(
  bills: Table,
  what: string,
  share: number,
  { price = 1, use = 1 }: { readonly price?: number; readonly use?: number },
): Change {
  const of = (key: string) => bills.range(key);
  const hours = `${of('hours')}*${use}`;
  const charged = `(${of('fee')}+(${hours}>${of('included')})*(${hours}-${of('included')})*${of('price')}*${price})`;
  const least = of('minimum');
  return {
    label: `${what} ${share > 0 ? '+' : '−'}${Math.abs(100 * share)} %`,
    formula: `SUMPRODUCT((${charged}>${least})*${charged}+(${charged}<=${least})*${least})*${NAMES.money}`,
  };
}
