import { DAY_SECONDS } from '../../../kernel/units.js';
import { monthsBetween } from '../../../study/growth/load-growth.js';
import type { Book } from '../cells/book.js';
import { formula } from '../cells/cell.js';
import type { CellStyle } from '../cells/style.js';
import { column, moneyColumn, type SheetColumn } from '../cells/table.js';
import { answerCell, choiceKey, choiceKeys } from '../inputs/answer-sheet.js';
import { monthFormula, type PriceCells, priceCells } from '../inputs/pricing.js';
import { type MonthFormulas, monthColumn, type PlannedMonth } from '../months/months-sheet.js';
import { addScenarios } from '../months/scenarios-sheet.js';
import type { PlanChoices } from './choices.js';

/** The cells that hold the price of a choice, or of the one that was chosen. */
const answerPrices = (choice?: number): PriceCells => priceCells((of) => answerCell(of, choice));
const monthCell = (key: string, month: number) => `ChoiceMonths[${key}@${month}]`;

/** The months of the settings that were chosen, as formulas. */
export function planMonths({ list, loads }: PlanChoices): MonthFormulas {
  const chosen = (of: string) => (month: number) =>
    `INDEX(${monthCell(choiceKeys(list.length, of), month)},1,chosen_place)`;
  const load = (month: number) => monthCell('load', month);
  const remark = (month: number) => {
    const [least, most] = [answerCell('least_load'), answerCell('most_load')];
    const words = (at: string) => `"not simulated: as at "&${at}&" times the load"`;
    return `IF(${load(month)}>${most},${words(most)},IF(${load(month)}<${least},${words(least)},""))`;
  };
  return {
    ...(loads.length > 1 && { load, remark }),
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
  { list, loads }: PlanChoices,
): void {
  const load = (_: PlannedMonth, month: number) => formula(monthCell('load', month));
  addScenarios(book, months, {
    note: 'the cost of every month, whichever settings are chosen; amber: the load was not simulated for these settings',
    title: 'Cost by month',
    before: [column('load', "Times today's load", 'factor', load, { width: 12, total: '' })],
    cases: list.map(({ role }, index) => {
      // Looks of cells know other sheets by names alone.
      const [least, most] = [choiceKey(index, 'least_load_'), choiceKey(index, 'most_load_')];
      book.name(least, answerCell('least_load', index));
      book.name(most, answerCell('most_load', index));
      return {
        name: role,
        of: (month: number) => monthCell(choiceKey(index, 'cost'), month),
        ...(loads.length > 1 && { looks: { doubtful: `OR([@load]>${most},[@load]<${least})` } }),
      };
    }),
  });
}

/** Adds the sheet with the loads that were simulated, and every month of every choice. */
export function addChoiceMonths(
  book: Book,
  months: readonly PlannedMonth[],
  start_epoch_seconds: number,
  { list, loads }: PlanChoices,
): void {
  const sheet = book.sheet('Data', true);
  const grows = loads.length > 1;
  sheet.head(
    'Data',
    'CU-hours per hour of each choice at the simulated loads; months are interpolated between them, never beyond',
    1,
  );
  const levels = list.map(({ role, candidate, cu_hours }, index): SheetColumn<number> => {
    const rate = (load: number, row: number) => {
      if (load === 1) return formula(answerCell('rate', index));
      const hours = cu_hours[row];
      return hours === undefined ? undefined : hours / (candidate.use!.duration_seconds / 3600);
    };
    return column(choiceKey(index), `${role}: CU-hours an hour`, 'number', rate, 18);
  });
  const level = column<number>('load', "Load, times today's", 'factor', (factor) => factor, 18);
  sheet.table('ChoiceLevels', [level, ...levels], loads);
  book.name('simulated_loads', 'ChoiceLevels[load]');
  const growth = (month: PlannedMonth) =>
    grows ? formula(`(1+growth_per_month)^${monthsOfGrowth(start_epoch_seconds, month)}`) : 1;
  type Column = SheetColumn<PlannedMonth>;
  const each = (of: string, words: string, style: CellStyle, text: (index: number) => string) =>
    list.map(
      ({ role }, index): Column =>
        column(choiceKey(index, of), `${role}: ${words}`, style, formula(text(index))),
    );
  const own = (of: string, index: number) => `[@${choiceKey(index, of)}]`;
  const columns: readonly Column[] = [
    monthColumn(18),
    column('days', 'Days', 'count', ({ days }) => days, 18),
    column('load', "Times today's load", 'factor', growth),
    ...each('load', 'load that is computed', 'factor', (index) => {
      const [least, most] = [answerCell('least_load', index), answerCell('most_load', index)];
      return `MAX(${least},MIN(${most},[@load]))`;
    }),
    ...each('wanted', 'CU-hours without an end', 'hours', (index) => {
      return `24*[@days]*(${grows ? rateAt(index, loads.length) : answerCell('rate', index)})`;
    }),
    ...each('hours', 'CU-hours', 'hours', (index) => `MIN(quota_cu_hours,${own('wanted', index)})`),
    ...list.map(({ role }, index): Column => {
      const cost = monthFormula(own('hours', index), answerPrices(index));
      return moneyColumn(choiceKey(index, 'cost'), `${role}: cost`, formula(cost));
    }),
  ];
  sheet.table('ChoiceMonths', columns, months);
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

/** Months of growth in the middle of a month. */
function monthsOfGrowth(start_epoch_seconds: number, { epoch_seconds, days }: PlannedMonth): number {
  const middle = epoch_seconds + (days * DAY_SECONDS) / 2;
  return middle <= start_epoch_seconds ? 0 : monthsBetween(start_epoch_seconds, middle);
}
