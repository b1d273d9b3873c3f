import type { Book } from '../cells/book.js';
import { cellName, formula, type SheetCell, withoutSheet } from '../cells/cell.js';
import type { CellStyle } from '../cells/cell-format.js';
import type { Sheet } from '../cells/sheet.js';
import { keyed, type Table } from '../cells/table.js';
import { moneyHeader, moneyText, NAMES } from '../inputs/pricing.js';
import { PLANNING } from '../months/planning-names.js';
import { billKey, sumOfMonth } from './bills-sheet.js';
import { dayKey, isBeyond } from './days-sheet.js';
import type { ForecastModel } from './forecast-model.js';
import { caseKey } from './forecast-scenarios-sheet.js';

/** One line of the table: what it is about for the growth that was chosen, and in every case. */
interface Line {
  readonly key: string;
  readonly label: SheetCell;
  readonly style: CellStyle;
  readonly chosen: string;
  readonly of_case?: (which: number) => string | undefined;
}

/** Tables that the answer reads. */
export interface ForecastTables {
  readonly days: Table;
  readonly bills: Table;
  readonly months: Table;
  /** The column of the months with what is charged in all. */
  readonly charged: 'cost' | 'bill';
  /** Whole bills by case of growth, if other lines are known. */
  readonly whole: Table | undefined;
}

/** Writes the table of the first sheet, and the cell in which the growth is chosen. @param row of that cell */
export function addForecastAnswer(
  book: Book,
  sheet: Sheet,
  row: number,
  model: ForecastModel,
  tables: ForecastTables,
): Table {
  const { cases, expected } = model;
  const chosen = cellName(row, 1, sheet.name);
  sheet.put(row, 0, 'How the load grows: choose from the list', 'section');
  sheet.put(row, 1, expected.name, 'input');
  sheet.choice(chosen, PLANNING.choices);
  book.name(PLANNING.chosen, chosen);
  const table = sheet.table(
    row + 2,
    [
      keyed<Line>('label', '', 'general', ({ label }) => label, 46),
      keyed<Line>(
        'chosen',
        formula(PLANNING.chosen),
        ({ style }) => style,
        (line) => formula(line.chosen),
        18,
      ),
      ...cases.map(({ name }, which) =>
        keyed<Line>(
          caseKey(which),
          name,
          ({ style }) => style,
          ({ of_case }) => {
            const own = of_case?.(which);
            return own === undefined ? undefined : formula(own);
          },
          18,
        ),
      ),
    ],
    linesOf(model, tables),
  );
  const [first, last] = [caseKey(0), caseKey(cases.length - 1)];
  book.name(PLANNING.choices, `${table.header(first)}:${withoutSheet(table.header(last))}`);
  book.name(PLANNING.growths, `${table.cell('growth', first)}:${withoutSheet(table.cell('growth', last))}`);
  book.name(PLANNING.chosen_growth, table.cell('growth', 'chosen'));
  const [above, within] = [table.cell('above', 'chosen'), table.cell('within', 'chosen')].map(withoutSheet);
  sheet.mark(above!, `${above}>0`, 'bad');
  sheet.mark(within!, `LEFT(${within},2)<>"ye"`, 'doubtful');
  return table;
}

/** The answer as a formula. */
export function forecastHeadline(
  { months: ahead }: ForecastModel,
  { months, charged }: ForecastTables,
): string {
  const [first, last] = [0, ahead.length - 1].map((month) => moneyText(months.cell(month, charged)));
  const growth = `TEXT(${PLANNING.chosen_growth},"0.0%")&" growth a month on plan "&${NAMES.plan}`;
  const all = `${moneyText(PLANNING.charged)}&" for all ${ahead.length}"`;
  return `${first}&" in the first month, "&${last}&" in the last, "&${all}&", with "&${growth}&"."`;
}

function linesOf(
  model: ForecastModel,
  { bills, days, months, charged, whole }: ForecastTables,
): readonly Line[] {
  const count = model.months.length;
  const last_day = model.days.length - 1;
  const caseCost = (which: number) => billKey('cost', 'c', which);
  const ofCase = (which: number) => `SUM(${bills.range(caseCost(which))})`;
  const above = `SUMPRODUCT((${months.range(charged)}>${NAMES.budget})*1)`;
  const beyond = isBeyond(PLANNING.chosen_growth, model.days.at(-1)!.months);
  const bill: Line = {
    key: 'bill',
    label: moneyHeader('All months, with the other lines of the bill'),
    style: 'money',
    chosen: PLANNING.charged,
    of_case: (which) => whole && cellName(whole.last + 1, whole.column(caseKey(which)), whole.sheet),
  };
  return [
    {
      key: 'growth',
      label: 'Growth of the load from month to month',
      style: 'plain_share',
      chosen: `INDEX(${PLANNING.growths},1,MATCH(${PLANNING.chosen},${PLANNING.choices},0))`,
      of_case: (which) => model.cases[which]!.cell,
    },
    {
      key: 'first',
      label: moneyHeader('First month'),
      style: 'money',
      chosen: months.cell(0, 'cost'),
      of_case: (which) => sumOfMonth(bills, caseCost(which), 1),
    },
    {
      key: 'last',
      label: moneyHeader('Last month'),
      style: 'money',
      chosen: months.cell(count - 1, 'cost'),
      of_case: (which) => sumOfMonth(bills, caseCost(which), count),
    },
    {
      key: 'average',
      label: moneyHeader('A calendar month, on average'),
      style: 'money',
      chosen: `${PLANNING.total}/${count}`,
      of_case: (which) => `${ofCase(which)}/${count}`,
    },
    { key: 'all', label: moneyHeader('All months'), style: 'money', chosen: PLANNING.total, of_case: ofCase },
    ...(whole === undefined ? [] : [bill]),
    {
      key: 'budget',
      label: moneyHeader('Budget of all months'),
      style: 'money_or_none',
      chosen: `${NAMES.budget}*${count}`,
    },
    {
      key: 'above',
      label: 'Months above the budget',
      style: 'count',
      chosen: `IF(${NAMES.budget}>0,${above},0)`,
    },
    {
      key: 'load',
      label: 'Load on the last day',
      style: 'factor',
      chosen: days.cell(last_day, 'load'),
      of_case: (which) => days.cell(last_day, dayKey('load', 'c', which)),
    },
    {
      key: 'within',
      label: 'Within the loads that were simulated',
      style: 'text',
      chosen: `IF(${beyond},"no: beyond "&${PLANNING.largest}&" times, as at that load","yes")`,
    },
  ];
}

/** Whether another growth than the expected one is chosen, as a condition. */
export function otherChosen({ expected }: ForecastModel): string {
  return `${PLANNING.chosen}<>"${expected.name}"`;
}
