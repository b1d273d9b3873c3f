import { sum } from '../../../kernel/sums.js';
import { toCents } from '../../../vendors/cents.js';
import type { Verdict } from '../../text/verdict.js';
import type { Book } from '../cells/book.js';
import type { CellStyle } from '../cells/cell-format.js';
import { cellName, columnRange, type Live, live, rangeName } from '../cells/live.js';
import { type Sheet, titled } from '../cells/sheet.js';
import { putCheck } from '../inputs/checks-sheet.js';
import { moneyHeader, NAMES } from '../inputs/pricing.js';
import { chargedColumn, FIRST_MONTH, MONTH_COLUMNS } from '../months/months-sheet.js';
import { PLANNING, SHEETS } from '../months/planning-names.js';
import { billRange, caseColumn, sumOfMonth } from './bills-sheet.js';
import { caseLoadColumn, DAY_COLUMNS, dayRange } from './days-sheet.js';
import { EXPECTED, type ForecastModel } from './forecast-model.js';
import { wholeBillOfCase } from './forecast-scenarios-sheet.js';
import type { OtherLines } from './other-lines-sheet.js';

const FIRST = 9;
const CHOICE_ROW = 6;

/** One line of the table: what it is about for the growth that was chosen, and in every case. */
interface Line {
  readonly label: string | Live;
  readonly style: CellStyle;
  readonly chosen: Live;
  readonly of_case?: (index: number) => Live | undefined;
}

/** Adds the sheet with the answer, and the cell in which the growth is chosen. @param events what happens when, in words */
export function addForecastAnswer(
  book: Book,
  model: ForecastModel,
  of: {
    readonly verdict: Verdict;
    readonly budget: number;
    /** The other lines of the bills, where something is known of them. */
    readonly others: OtherLines | undefined;
  },
  events: readonly string[],
): void {
  const { verdict, budget, others } = of;
  const sheet = book.sheet(SHEETS.answer);
  const { cases } = model;
  sheet.head('Answer', headline(model));
  putCheck(sheet, 4);
  sheet.put(CHOICE_ROW, 0, 'How the load grows: choose from the list', 'section');
  sheet.put(CHOICE_ROW, 1, model.expected.name, 'input');
  sheet.choice(cellName(CHOICE_ROW, 1), PLANNING.choices);
  book.name(PLANNING.chosen, cellName(CHOICE_ROW, 1, SHEETS.answer));
  const lines = linesOf(model, budget, (which) => others && wholeBillOfCase(model, others, which));
  const columns = [
    titled<Line>('', 'general', 46, ({ label }) => label),
    titled<Line>(live(PLANNING.chosen, model.expected.name), 'general_right', 20, () => undefined),
    ...cases.map(({ name }) => titled<Line>(name, 'general_right', 18, () => undefined)),
  ];
  sheet.table(FIRST - 1, columns, lines);
  lines.forEach(({ style, chosen, of_case }, index) => {
    sheet.put(FIRST + index, 1, chosen, style);
    cases.forEach((_, which) => {
      sheet.put(FIRST + index, 2 + which, of_case?.(which), style);
    });
  });
  sheet.verdict(2, 1 + cases.length, verdict);
  nameChoices(book, sheet, model);
  const limits = `AND(${NAMES.budget}>0,B${FIRST + 4}>${NAMES.budget})`;
  sheet.mark(cellName(FIRST + 3, 1), limits, 'bad');
  const within = cellName(FIRST + lines.length - 1, 1);
  sheet.mark(within, `LEFT(${within},2)<>"ye"`, 'doubtful');
  const below = FIRST + lines.length + 2;
  sheet.put(below, 0, 'When, as simulated: these do not follow the inputs', 'section');
  const end = sheet.lines(below + 1, events);
  sheet.printOnOnePage(end, 5);
}

/** The cases with their growths, which the choice is looked up in. */
function nameChoices(book: Book, sheet: Sheet, { cases }: ForecastModel): void {
  const range = rangeName([FIRST - 1, 2], [FIRST - 1, 1 + cases.length], SHEETS.answer);
  book.name(PLANNING.choices, range);
  const growths = rangeName([FIRST, 2], [FIRST, 1 + cases.length], SHEETS.answer);
  book.name(PLANNING.chosen_growth, cellName(FIRST, 1, SHEETS.answer));
  book.name(PLANNING.growths, growths);
  sheet.freeze(FIRST, 1);
}

function headline(model: ForecastModel): Live {
  const { months } = model.forecast;
  const [first, last] = [FIRST_MONTH, FIRST_MONTH + months.length - 1];
  const cell = (row: number) => cellName(row, MONTH_COLUMNS.cost, SHEETS.months);
  const money = (of: string) => `TEXT(${of},"#,##0.00")&" "&${NAMES.currency}`;
  const words = (value: number) => `${grouped(value)} USD`;
  const total = months.reduce((sum, { cost_usd }) => sum + cost_usd.mean, 0);
  return live(
    `${money(cell(first))}&" in the first month, "&${money(cell(last))}&" in the last; "&${money(PLANNING.total)}&" for all ${months.length}"`,
    `${words(months[0]!.cost_usd.mean)} in the first month, ${words(months.at(-1)!.cost_usd.mean)} in the last; ${words(total)} for all ${months.length}`,
  );
}

/** As a spreadsheet writes `#,##0.00`. */
export function grouped(value: number): string {
  return toCents(value).replace(/\B(?=(\d{3})+\.)/g, ',');
}

function linesOf(
  model: ForecastModel,
  budget: number,
  wholeCase: (which: number) => Live | undefined,
): readonly Line[] {
  const { cases, bills, days, expected, forecast, simulated } = model;
  const costs = (which: number) => bills.map((_, bill) => model.costOf(bill, cases[which]!));
  const ofCase = (which: number) => billRange(model, caseColumn(model, which) + 1);
  const all = forecast.months.map(({ cost_usd }) => cost_usd.mean);
  const count = all.length;
  const byMonth = (which: number, month: number) =>
    sumOfMonth(model, caseColumn(model, which) + 1, month, (bill) => model.costOf(bill, cases[which]!));
  const { bill_usd } = forecast.total;
  const above = forecast.months.filter(
    (each) => budget > 0 && (each.bill_usd ?? each.cost_usd.mean) > budget,
  ).length;
  const range = (of: number) =>
    columnRange({ first: FIRST_MONTH, last: FIRST_MONTH + count - 1 }, of, SHEETS.months);
  const months = range(MONTH_COLUMNS.cost);
  const charged = range(chargedColumn(bill_usd !== undefined));
  const lastLoad = cellName(2 + days.length, DAY_COLUMNS.load, SHEETS.days);
  const load = (which: number) => model.load(cases[which]!, days.at(-1)!);
  const largest = `MAX(${dayRange(model, DAY_COLUMNS.load)})`;
  const smallest = `MIN(${dayRange(model, DAY_COLUMNS.load)})`;
  const within = (value: string) =>
    `IF(AND(${largest}<=${PLANNING.largest},${smallest}>=${PLANNING.least}),"yes","no: beyond "&TEXT(${value},"0.00")&" times, straight on from what was simulated")`;
  return [
    {
      label: 'Growth of the load from month to month',
      style: 'plain_share',
      chosen: live(
        `INDEX(${PLANNING.growths},1,MATCH(${PLANNING.chosen},${PLANNING.choices},0))`,
        expected.growth,
      ),
      of_case: (which) => live(cases[which]!.cell, cases[which]!.growth),
    },
    {
      label: moneyHeader('First month'),
      style: 'money',
      chosen: live(`INDEX(${months},1)`, all[0]!),
      of_case: (which) => byMonth(which, 1),
    },
    {
      label: moneyHeader('Last month'),
      style: 'money',
      chosen: live(`INDEX(${months},${count})`, all.at(-1)!),
      of_case: (which) => byMonth(which, count),
    },
    {
      label: moneyHeader('A calendar month, on average'),
      style: 'money',
      chosen: live(`${PLANNING.total}/${count}`, sum(all) / count),
      of_case: (which) => live(`SUM(${ofCase(which)})/${count}`, sum(costs(which)) / count),
    },
    {
      label: moneyHeader('All months'),
      style: 'money',
      chosen: live(PLANNING.total, sum(all)),
      of_case: (which) => live(`SUM(${ofCase(which)})`, sum(costs(which))),
    },
    ...(bill_usd === undefined
      ? []
      : [
          {
            label: moneyHeader('All months, with the other lines of the bill'),
            style: 'money' as const,
            chosen: live(PLANNING.bill, bill_usd),
            of_case: (which: number) => wholeCase(which),
          },
        ]),
    {
      label: moneyHeader('Budget of all months'),
      style: 'money_or_none',
      chosen: live(`${NAMES.budget}*${count}`, budget * count),
    },
    {
      label: 'Months above the budget',
      style: 'count',
      chosen: live(`IF(${NAMES.budget}>0,SUMPRODUCT((${charged}>${NAMES.budget})*1),0)`, above),
    },
    {
      label: 'Load on the last day',
      style: 'factor',
      chosen: live(lastLoad, model.load(expected, days.at(-1)!)),
      of_case: (which) =>
        live(cellName(2 + days.length, caseLoadColumn(model, which), SHEETS.days), load(which)),
    },
    {
      label: `Within the loads that were simulated (to ${simulated.largest.toFixed(2)} times)`,
      style: 'text',
      chosen: live(within(PLANNING.largest), 'yes'),
    },
  ];
}

/** Whether another growth than the expected one is chosen, as a condition. */
export function otherChosen({ cases }: ForecastModel): string {
  return `${PLANNING.chosen}<>"${cases[EXPECTED]!.name}"`;
}
