import type { Book } from '../cells/book.js';
import { formula, type SheetCell } from '../cells/cell.js';
import type { CellStyle } from '../cells/cell-format.js';
import type { Sheet } from '../cells/sheet.js';
import { column, type SheetColumn } from '../cells/table.js';
import { addChoice } from '../inputs/answer-sheet.js';
import { moneyHeader, moneyText } from '../inputs/pricing.js';
import { sumOfMonth } from './bills-sheet.js';
import { isBeyond } from './days-sheet.js';
import { type ForecastModel, hasOtherLines } from './forecast-model.js';
import { caseKey } from './scenarios-sheet.js';

/** One line of the table: what it is about for the growth that was chosen, and in every case. */
interface Line {
  readonly key: string;
  readonly label: SheetCell;
  readonly style: CellStyle;
  readonly chosen: string;
  readonly of_case?: ((which: number) => string) | undefined;
}

/** Writes the table of the first sheet, and the cell in which the growth is chosen. @param row of that cell */
export function addForecastAnswer(book: Book, sheet: Sheet, row: number, model: ForecastModel): void {
  const { cases, expected } = model;
  const [first, last] = [caseKey(0), caseKey(cases.length - 1)];
  addChoice(book, sheet, row, {
    label: 'How the load grows: choose from the list',
    first: expected.name,
    choices: `Answer[#${first}:#${last}]`,
  });
  const style = (line: Line) => line.style;
  const table = sheet.table<Line>(
    'Answer',
    row + 2,
    [
      column('label', '', 'general', ({ label }) => label, 46),
      column('chosen', formula('chosen'), style, (line) => formula(line.chosen), 18),
      ...cases.map(({ name }, which): SheetColumn<Line> => {
        const own = ({ of_case }: Line) => of_case && formula(of_case(which));
        return column(caseKey(which), name, style, own, 18);
      }),
    ],
    linesOf(model),
  );
  book.name('growths', `Answer[${first}:${last}@growth]`);
  book.name('chosen_growth', 'Answer[chosen@growth]');
  const [above, within] = [table.cells('chosen@above', 0), table.cells('chosen@within', 0)];
  sheet.mark(above, `${above}>0`, 'bad');
  sheet.mark(within, `LEFT(${within},2)<>"ye"`, 'doubtful');
}

/** The answer as a formula. @param charged the column of the months with what is charged in all */
export function forecastHeadline({ months }: ForecastModel, charged: string): string {
  const of = (month: number) => moneyText(`Months[${charged}@${month}]`);
  const growth = `TEXT(chosen_growth,"0.0%")&" growth a month on plan "&plan`;
  const all = `${moneyText('period_charged')}&" for all ${months.length}"`;
  return `${of(0)}&" in the first month, "&${of(months.length - 1)}&" in the last, "&${all}&", with "&${growth}&"."`;
}

function linesOf(model: ForecastModel): readonly Line[] {
  const billed = hasOtherLines(model);
  const count = model.months.length;
  const last_day = model.days.length - 1;
  const ofMonth = (month: number) => (which: number) => sumOfMonth(`cost c${which}`, month);
  const all = (which: number) => `SUM(Bills[cost c${which}])`;
  const above = `SUMPRODUCT((Months[${billed ? 'bill' : 'cost'}]>budget_per_month)*1)`;
  const beyond = isBeyond(model.days.at(-1)!.months);
  const line = (
    key: string,
    label: SheetCell,
    style: CellStyle,
    chosen: string,
    of_case?: Line['of_case'],
  ): Line => ({ key, label, style, chosen, of_case });
  const money = (key: string, label: string, chosen: string, of_case: Line['of_case']) =>
    line(key, moneyHeader(label), 'money', chosen, of_case);
  const chosen_growth = 'INDEX(growths,1,MATCH(chosen,choices,0))';
  const whole = (which: number) => `WholeBills[${caseKey(which)}@sum]`;
  return [
    line(
      'growth',
      'Growth of the load from month to month',
      'plain_share',
      chosen_growth,
      (which) => model.cases[which]!.cell,
    ),
    money('first', 'First month', 'Months[cost@0]', ofMonth(0)),
    money('last', 'Last month', `Months[cost@${count - 1}]`, ofMonth(count - 1)),
    money(
      'average',
      'A calendar month, on average',
      `period_cost/${count}`,
      (which) => `${all(which)}/${count}`,
    ),
    money('all', 'All months', 'period_cost', all),
    ...(billed
      ? [money('bill', 'All months, with the other lines of the bill', 'period_charged', whole)]
      : []),
    line('budget', moneyHeader('Budget of all months'), 'money_or_none', `budget_per_month*${count}`),
    line('above', 'Months above the budget', 'count', `IF(budget_per_month>0,${above},0)`),
    line(
      'load',
      'Load on the last day',
      'factor',
      `Days[load@${last_day}]`,
      (which) => `Days[load c${which}@${last_day}]`,
    ),
    line(
      'within',
      'Within the loads that were simulated',
      'text',
      `IF(${beyond},"no: beyond "&largest_simulated_load&" times, as at that load","yes")`,
    ),
  ];
}
