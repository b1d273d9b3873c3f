import { DAY_SECONDS } from '../../../kernel/units.js';
import { monthsBetween } from '../../../study/growth/load-growth.js';
import type { Book } from '../cells/book.js';
import { formula } from '../cells/cell.js';
import { column, type SheetColumn } from '../cells/table.js';
import { moneyColumn, monthFormula } from '../inputs/pricing.js';
import { type MonthFormulas, monthColumn, type PlannedMonth } from '../months/months-sheet.js';
import { type ChoiceLoads, choiceKey } from './choice-loads.js';
import { answerCell, answerPrices } from './plan-answer-sheet.js';
import { addScenarios } from './scenarios-sheet.js';

/** The months of the settings that were chosen, as formulas. */
export function planMonths({ choices, grows }: ChoiceLoads): MonthFormulas {
  const chosen = (of: string) => (month: number) =>
    `INDEX(ChoiceMonths[${choiceKey(0, of)}:${choiceKey(choices.length - 1, of)}@${month}],1,chosen_place)`;
  const load = (month: number) => `ChoiceMonths[load@${month}]`;
  const beyond = (month: number) => {
    const [least, most] = [answerCell('least_load'), answerCell('most_load')];
    const words = (at: string) => `"not simulated: as at "&${at}&" times the load"`;
    return `IF(${load(month)}>${most},${words(most)},IF(${load(month)}<${least},${words(least)},""))`;
  };
  return {
    ...(grows && { load, remark: beyond }),
    wanted: chosen('wanted'),
    hours: chosen('hours'),
    cost: chosen('cost'),
    most: () => monthFormula(`MIN(quota_cu_hours,24*[@days]*${answerCell('largest')})`, answerPrices()),
  };
}

/** Writes the sheet with every month of every choice side by side. */
export function addPlanScenarios(
  book: Book,
  months: readonly PlannedMonth[],
  { choices, grows }: ChoiceLoads,
): void {
  addScenarios(book, months, {
    note: 'the cost of every month, whichever settings are chosen; amber: the load was not simulated for these settings',
    title: 'Cost by month',
    width: 30,
    before: [
      column('load', "Times today's load", 'factor', (_, month) => formula(`ChoiceMonths[load@${month}]`), {
        width: 12,
        total: '',
      }),
    ],
    cases: choices.map(({ role, candidate }, index) => {
      const [least, most] = [answerCell('least_load', index), answerCell('most_load', index)];
      return {
        name: role,
        of: (month: number) => `ChoiceMonths[${choiceKey(index, 'cost')}@${month}]`,
        below: [candidate.name, formula(least), formula(most)],
        is_bounded: grows,
      };
    }),
    below: ['Settings', 'Smallest load that was simulated', 'Largest load that was simulated'],
  });
}

/** Adds the sheet with the loads that were simulated, and every month of every choice. */
export function addChoiceMonths(
  book: Book,
  months: readonly PlannedMonth[],
  start_epoch_seconds: number,
  loads: ChoiceLoads,
): void {
  const sheet = book.working('Data');
  const { choices, factors, grows } = loads;
  sheet.head(
    'Data',
    'CU-hours an hour of each choice at the loads that were simulated; months lie on straight lines in between, and nowhere else',
  );
  const levels = choices.map((choice, index): SheetColumn<number> => {
    const rate = (factor: number, row: number) => {
      const hours = loads.cuHours(choice, row);
      if (hours !== undefined) return hours / (choice.candidate.use!.duration_seconds / 3600);
      return factor === 1 ? formula(answerCell('rate', index)) : undefined;
    };
    return column(choiceKey(index), `${choice.role}: CU-hours an hour`, 'number', rate, 18);
  });
  const load = column<number>('load', "Load, times today's", 'factor', (factor) => factor, 18);
  sheet.table('ChoiceLevels', 3, [load, ...levels], factors);
  book.name('simulated_loads', 'ChoiceLevels[load]');
  const growth = (month: PlannedMonth) =>
    grows ? formula(`(1+growth_per_month)^${monthsOfGrowth(start_epoch_seconds, month)}`) : 1;
  type Column = SheetColumn<PlannedMonth>;
  const each = (of: string, words: string, style: 'factor' | 'hours', text: (index: number) => string) =>
    choices.map(
      ({ role }, index): Column =>
        column(choiceKey(index, of), `${role}: ${words}`, style, formula(text(index))),
    );
  const own = (of: string, index: number) => `[@${choiceKey(index, of)}]`;
  const table = sheet.table<PlannedMonth>(
    'ChoiceMonths',
    sheet.below + 1,
    [
      monthColumn(18),
      column('days', 'Days', 'count', ({ days }) => days, 18),
      column('load', "Times today's load", 'factor', growth),
      ...each('load', 'load that is computed', 'factor', (index) => {
        const [least, most] = [answerCell('least_load', index), answerCell('most_load', index)];
        return `MAX(${least},MIN(${most},[@load]))`;
      }),
      ...each('wanted', 'CU-hours without an end', 'hours', (index) => {
        return `24*[@days]*(${grows ? rateAt(index, factors.length) : answerCell('rate', index)})`;
      }),
      ...each('hours', 'CU-hours', 'hours', (index) => `MIN(quota_cu_hours,${own('wanted', index)})`),
      ...choices.map(({ role }, index): Column => {
        const cost = monthFormula(own('hours', index), answerPrices(index));
        return moneyColumn(choiceKey(index, 'cost'), `${role}: cost`, formula(cost));
      }),
    ],
    months,
  );
  sheet.print(table.last, 8);
}

/** CU-hours an hour of a choice at the load of its month, on a line between the loads that were simulated. */
function rateAt(choice: number, levels: number): string {
  const own = `[@${choiceKey(choice, 'load')}]`;
  const place = `MIN(MATCH(${own},simulated_loads,1),${levels - 1})`;
  const value = (offset: string) => `INDEX(ChoiceLevels[${choiceKey(choice)}],${place}${offset})`;
  const load = (offset: string) => `INDEX(simulated_loads,${place}${offset})`;
  const part = `(${own}-${load('')})/(${load('+1')}-${load('')})`;
  // At the largest load of a choice its next one may be empty: then the part is 0.
  return `IF(${part}=0,${value('')},${value('')}+${part}*(${value('+1')}-${value('')}))`;
}

/** Months by which the load has grown in the middle of a month. */
function monthsOfGrowth(start_epoch_seconds: number, { epoch_seconds, days }: PlannedMonth): number {
  const middle = epoch_seconds + (days * DAY_SECONDS) / 2;
  return middle <= start_epoch_seconds ? 0 : monthsBetween(start_epoch_seconds, middle);
}
