import { cellName, formula, relativeTo, withoutSheet } from '../cells/cell.js';
import type { Sheet } from '../cells/sheet.js';
import { keyed, type SheetColumn, type Table } from '../cells/table.js';
import { spreadsheetTime } from '../formula/spreadsheet-time.js';
import { moneyColumn, moneyHeader, monthFormula, NAMES } from '../inputs/pricing.js';
import type { MonthFormulas, PlannedMonth } from '../months/months-sheet.js';
import { PLANNING, SHEETS } from '../months/planning-names.js';
import { type ChoiceLoads, choiceKey } from './choice-loads.js';
import type { PlanAnswer } from './plan-answer-sheet.js';

const TOP = 3;

/** The months of the settings that were chosen, as formulas. */
export function planMonths(data: Table, answer: PlanAnswer, { choices, grows }: ChoiceLoads): MonthFormulas {
  const last = choices.length - 1;
  const chosen = (key: string) => (month: number) =>
    `INDEX(${data.cell(month, choiceKey(0, key))}:${withoutSheet(data.cell(month, choiceKey(last, key)))},1,${PLANNING.place})`;
  const beyond = (month: number) => {
    const [load, least, most] = [
      data.cell(month, 'load'),
      answer.cell('least_load'),
      answer.cell('most_load'),
    ];
    const words = (at: string) => `"not simulated: as at "&${at}&" times the load"`;
    return `IF(${load}>${most},${words(most)},IF(${load}<${least},${words(least)},""))`;
  };
  return {
    ...(grows && { load: (month: number) => data.cell(month, 'load'), remark: beyond }),
    wanted: chosen('wanted'),
    hours: chosen('hours'),
    cost: chosen('cost'),
    most: (_, at) =>
      monthFormula(`MIN(${NAMES.quota},24*${at('days')}*${answer.cell('largest')})`, answer.prices()),
  };
}

/** Writes the sheet with every month of every choice side by side. */
export function addPlanScenarios(
  sheet: Sheet,
  months: readonly PlannedMonth[],
  data: Table,
  answer: PlanAnswer,
  { choices, grows }: ChoiceLoads,
): void {
  sheet.head(
    SHEETS.scenarios,
    'the cost of every month, whichever settings are chosen; amber: the load was not simulated for these settings',
  );
  const columns: readonly SheetColumn<PlannedMonth>[] = [
    keyed('month', 'Month', 'month_name', ({ epoch_seconds }) => spreadsheetTime(epoch_seconds), 30),
    keyed('load', "Times today's load", 'factor', (_, __, month) => formula(data.cell(month, 'load')), 12),
    ...choices.map(({ role }, index) =>
      moneyColumn<PlannedMonth>(
        choiceKey(index),
        role,
        (_, __, month) => formula(data.cell(month, choiceKey(index, 'cost'))),
        30,
      ),
    ),
  ];
  const table = sheet.table(TOP, columns, months);
  const { last } = table;
  ['All months', 'Settings', 'Smallest load that was simulated', 'Largest load that was simulated'].forEach(
    (label, index) => {
      sheet.put(last + 1 + index, 0, label, index === 0 ? 'text_total' : 'quiet');
    },
  );
  sheet.put(last + 1, 1, '', 'text_total');
  sheet.fitted.push(last + 2);
  choices.forEach(({ candidate }, index) => {
    const key = choiceKey(index);
    const at = table.column(key);
    sheet.put(last + 1, at, formula(`SUM(${withoutSheet(table.range(key))})`), 'money_total');
    sheet.put(last + 2, at, candidate.name, 'wrapped');
    sheet.put(last + 3, at, formula(answer.cell('least_load', index)), 'factor');
    sheet.put(last + 4, at, formula(answer.cell('most_load', index)), 'factor');
    const load = relativeTo(table.cell(0, 'load'));
    const [least, most] = [last + 3, last + 4].map((row) => cellName(row, at));
    if (grows) sheet.mark(table.range(key), `OR(${load}>${most},${load}<${least})`, 'doubtful');
  });
  sheet.chart(last + 6, 0, {
    kind: 'lines',
    title: 'Cost by month',
    x: { name: 'month', format: 'mmm yyyy' },
    y: { name: `='${SHEETS.scenarios}'!$A$3`, format: '#,##0' },
    series: choices.map(({ role }, index) => ({
      name: role,
      x: table.charted('month'),
      y: table.charted(choiceKey(index)),
    })),
  });
  sheet.put(2, 0, moneyHeader('Cost by month'), 'quiet');
  sheet.keepHead(TOP + 1);
  sheet.print(last + 24, choices.length + 1, true);
}
