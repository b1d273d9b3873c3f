import { DAY_SECONDS } from '../../../kernel/units.js';
import { monthsBetween } from '../../../study/growth/load-growth.js';
import type { Book } from '../cells/book.js';
import { formula } from '../cells/cell.js';
import { keyed, type RowCells, type Table } from '../cells/table.js';
import { spreadsheetTime } from '../formula/spreadsheet-time.js';
import { moneyColumn, monthFormula, NAMES } from '../inputs/pricing.js';
import type { PlannedMonth } from '../months/months-sheet.js';
import { PLANNING, SHEETS } from '../months/planning-names.js';
import { type ChoiceLoads, choiceKey } from './choice-loads.js';
import type { PlanAnswer } from './plan-answer-sheet.js';

/**
 * Adds the sheet with the loads that were simulated, and every month of every choice.
 * @returns the months: by choice `load`, `wanted`, `hours` and `cost`, see {@link choiceKey}; and the `load` of the month
 */
export function addChoiceMonths(
  book: Book,
  months: readonly PlannedMonth[],
  start_epoch_seconds: number,
  loads: ChoiceLoads,
  answer: PlanAnswer,
): Table {
  const sheet = book.working(SHEETS.data);
  const { choices, factors, grows } = loads;
  sheet.head(
    'Data',
    'CU-hours an hour of each choice at the loads that were simulated; months lie on straight lines in between, and nowhere else',
  );
  const levels = sheet.table(
    3,
    [
      keyed<number>('load', "Load, times today's", 'factor', (factor) => factor, 18),
      ...choices.map((choice, index) =>
        keyed<number>(
          choiceKey(index),
          `${choice.role}: CU-hours an hour`,
          'number',
          (_, __, row) => {
            const hours = loads.cuHours(choice, row);
            if (hours !== undefined) return hours / (choice.candidate.use!.duration_seconds / 3600);
            return factors[row] === 1 ? formula(answer.cell('rate', index)) : undefined;
          },
          18,
        ),
      ),
    ],
    factors,
  );
  book.name(PLANNING.loads, levels.range('load'));
  const of = <const Key extends string>(key: Key, index: number) => choiceKey(index, key);
  const rate = (index: number, at: RowCells) => {
    if (!grows) return answer.cell('rate', index);
    const place = `MIN(MATCH(${at(of('load', index))},${PLANNING.loads},1),${factors.length - 1})`;
    const value = (offset: string) => `INDEX(${levels.range(choiceKey(index))},${place}${offset})`;
    const load = (offset: string) => `INDEX(${PLANNING.loads},${place}${offset})`;
    const part = `(${at(of('load', index))}-${load('')})/(${load('+1')}-${load('')})`;
    // At the largest load of a choice its next one may be empty: then the part is 0.
    return `IF(${part}=0,${value('')},${value('')}+${part}*(${value('+1')}-${value('')}))`;
  };
  const each = <Column>(make: (index: number) => Column) => choices.map((_, index) => make(index));
  const table = sheet.table(
    levels.last + 3,
    [
      keyed<PlannedMonth>(
        'month',
        'Month',
        'month_name',
        ({ epoch_seconds }) => spreadsheetTime(epoch_seconds),
        18,
      ),
      keyed<PlannedMonth>('days', 'Days', 'count', ({ days }) => days, 18),
      keyed<PlannedMonth>('load', "Times today's load", 'factor', (month) =>
        grows ? formula(`(1+${NAMES.growth})^${monthsOfGrowth(start_epoch_seconds, month)}`) : 1,
      ),
      ...each((index) =>
        keyed<PlannedMonth>(
          of('load', index),
          `${choices[index]!.role}: load that is computed`,
          'factor',
          (_, at) =>
            formula(
              `MAX(${answer.cell('least_load', index)},MIN(${answer.cell('most_load', index)},${at('load')}))`,
            ),
        ),
      ),
      ...each((index) =>
        keyed<PlannedMonth>(
          of('wanted', index),
          `${choices[index]!.role}: CU-hours without an end`,
          'hours',
          (_, at) => formula(`24*${at('days')}*(${rate(index, at)})`),
        ),
      ),
      ...each((index) =>
        keyed<PlannedMonth>(of('hours', index), `${choices[index]!.role}: CU-hours`, 'hours', (_, at) =>
          formula(`MIN(${NAMES.quota},${at(of('wanted', index))})`),
        ),
      ),
      ...each((index) =>
        moneyColumn<PlannedMonth>(of('cost', index), `${choices[index]!.role}: cost`, (_, at) =>
          formula(monthFormula(at(of('hours', index)), answer.prices(index))),
        ),
      ),
    ],
    months,
  );
  sheet.print(table.last, 8);
  return table;
}

/** Months by which the load has grown in the middle of a month. */
function monthsOfGrowth(start_epoch_seconds: number, { epoch_seconds, days }: PlannedMonth): number {
  const middle = epoch_seconds + (days * DAY_SECONDS) / 2;
  return middle <= start_epoch_seconds ? 0 : monthsBetween(start_epoch_seconds, middle);
}
