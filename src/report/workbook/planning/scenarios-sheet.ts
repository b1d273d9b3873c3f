import type { Book } from '../cells/book.js';
import { cellName, formula, type SheetCell } from '../cells/cell.js';
import type { Sheet } from '../cells/sheet.js';
import type { SheetColumn, Table } from '../cells/table.js';
import { moneyColumn, moneyHeader } from '../inputs/pricing.js';
import { monthColumn, type PlannedMonth } from '../months/months-sheet.js';

const SHEET = 'Scenarios';
const TOP = 3;
/** Last column that is printed, at least: a chart is as wide. */
const PRINTED_COLUMNS = 6;

/** One column of months. */
export interface ScenarioCase {
  readonly name: string;
  /** The amount of a month, from 0, as a formula. */
  readonly of: (month: number) => string;
  /** Cells below its sum. */
  readonly below?: readonly SheetCell[];
  /** Whether the second and third are the loads beyond which a month was not simulated. */
  readonly is_bounded?: boolean;
}

/** What the sheet says. */
interface ScenariosOf {
  readonly note: string;
  /** Of the chart. */
  readonly title: string;
  readonly width: number;
  readonly before?: readonly SheetColumn<PlannedMonth>[];
  readonly cases: readonly ScenarioCase[];
  /** Labels of the lines below the sums. */
  readonly below?: readonly string[];
  /** Writes further tables between the months and the chart. */
  readonly further?: (sheet: Sheet) => void;
}

/** Adds the sheet with the cost of every month in several cases side by side. */
export function addScenarios(book: Book, months: readonly PlannedMonth[], of: ScenariosOf): void {
  const { note, title, width, before = [], cases, below = [] } = of;
  const sheet = book.sheet(SHEET);
  sheet.head(SHEET, note);
  sheet.put(TOP - 1, 0, moneyHeader('Cost by month'), 'quiet');
  const table = addCases(sheet, 'Scenarios', TOP, months, cases, { width, before });
  const labels = table.last + 2;
  below.forEach((label, index) => {
    sheet.put(labels + index, 0, label, 'quiet');
  });
  if (below.length > 0) sheet.fitted.push(labels);
  cases.forEach((each, index) => {
    const styles = ['wrapped', 'factor', 'factor'] as const;
    each.below?.forEach((cell, line) => {
      sheet.put(labels + line, 1 + before.length + index, cell, styles[line]);
    });
  });
  of.further?.(sheet);
  const end = sheet.below;
  sheet.chart(end, 0, {
    kind: 'lines',
    title,
    x: { name: 'month', format: 'mmm yyyy' },
    y: { name: `='${SHEET}'!$A$${TOP}`, format: '#,##0' },
    series: cases.map(({ name }, index) => {
      return { name, x: 'Scenarios[month]', y: `Scenarios[${caseKey(index)}]` };
    }),
  });
  sheet.keepHead(TOP + 1);
  sheet.print(end + 18, Math.max(PRINTED_COLUMNS, cases.length + before.length), true);
}

/** The key of the column of a case. */
export const caseKey = (index: number) => `case${index}`;

/** Writes a table of all months with an amount in each case, and their sums. */
export function addCases(
  sheet: Sheet,
  id: string,
  top: number,
  months: readonly PlannedMonth[],
  cases: readonly ScenarioCase[],
  { width, before = [] }: Pick<ScenariosOf, 'width' | 'before'>,
): Table {
  const columns = cases.map(({ name, of, is_bounded = false }, index): SheetColumn<PlannedMonth> => {
    const bound = (line: number) => cellName(top + months.length + 2 + line, 1 + before.length + index);
    return moneyColumn(caseKey(index), name, (_, month) => formula(of(month)), {
      width,
      total: 'sum',
      ...(is_bounded && { looks: { doubtful: `OR([@load]>${bound(2)},[@load]<${bound(1)})` } }),
    });
  });
  return sheet.table(id, top, [monthColumn(30, 'All months'), ...before, ...columns], months);
}
