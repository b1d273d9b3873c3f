import type { Book } from '../cells/book.js';
import { formula } from '../cells/cell.js';
import type { Sheet } from '../cells/sheet.js';
import { moneyColumn, moneyHeader, type SheetColumn } from '../cells/table.js';
import { choiceKey } from '../inputs/answer-sheet.js';
import { monthColumn, type PlannedMonth } from './months-sheet.js';

const SHEET = 'Scenarios';
const TOP = 3;

/** One column of months. */
export interface ScenarioCase {
  readonly name: string;
  /** The amount of a month, from 0, as a formula. */
  readonly of: (month: number) => string;
  readonly looks?: SheetColumn<PlannedMonth>['looks'];
}

/** The inputs of the sheet. */
interface ScenariosOf {
  readonly note: string;
  /** Of the chart. */
  readonly title: string;
  readonly cases: readonly ScenarioCase[];
  /** Columns before those of the cases. */
  readonly before?: readonly SheetColumn<PlannedMonth>[];
  /** Writes further tables between the months and the chart. */
  readonly further?: (sheet: Sheet) => void;
}

/** Adds the sheet with the cost of every month in several cases side by side. */
export function addScenarios(book: Book, months: readonly PlannedMonth[], of: ScenariosOf): void {
  const { note, title, before, cases } = of;
  const sheet = book.sheet(SHEET);
  sheet.head(SHEET, note, 1);
  sheet.one_page = true;
  sheet.put(TOP - 1, 0, moneyHeader('Cost by month'), 'quiet');
  sheet.table('Scenarios', caseColumns(cases, before), months, { row: TOP });
  of.further?.(sheet);
  sheet.chart({
    kind: 'lines',
    title,
    x: { name: 'month', format: 'mmm yyyy' },
    y: { name: `='${SHEET}'!$A$${TOP}`, format: '#,##0' },
    series: cases.map(({ name }, index) => {
      return { name, x: 'Scenarios[month]', y: `Scenarios[${choiceKey(index)}]` };
    }),
  });
}

/** Columns of months with an amount in each case, and their sums. */
export function caseColumns(
  cases: readonly ScenarioCase[],
  before: readonly SheetColumn<PlannedMonth>[] = [],
): readonly SheetColumn<PlannedMonth>[] {
  const columns = cases.map(({ name, of, looks = {} }, index): SheetColumn<PlannedMonth> => {
    const cell = (_: PlannedMonth, month: number) => formula(of(month));
    return moneyColumn(choiceKey(index), name, cell, { width: 18, total: 'sum', looks });
  });
  return [monthColumn(30, 'All months'), ...before, ...columns];
}
