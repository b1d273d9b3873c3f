import type {
  GrowthStep,
  PlanResult,
  Sensitivity,
  SensitivityEffect,
} from '../../../study/plan/plan-result.js';
import { consequences } from '../../answers/plan/plan-tables.js';
import { missedOf } from '../../figures/candidate.js';
import type { Book } from '../cells/book.js';
import { formula, type SheetCell } from '../cells/cell.js';
import type { Sheet } from '../cells/sheet.js';
import { column, type SheetColumn, titled } from '../cells/table.js';
import { IN_USE, moneyColumn, monthlyFormula } from '../inputs/pricing.js';
import { SHEETS } from '../months/planning-names.js';

const FIRST = 5;

/**
 * Adds the sheet with what happens to the recommendation if an assumption is different, and at other loads.
 * @param month the cell with the cost per month that the changes are shares of
 */
export function addPlanSensitivity(book: Book, result: PlanResult, month: string): void {
  const sheet = book.working(SHEETS.sensitivity);
  const { sensitivity, objective } = result;
  const isMoney = objective.figure.startsWith('cost_usd');
  const follows = isMoney
    ? 'the changes are as simulated, in proportion to a cost that follows the inputs; what would be recommended instead is as simulated'
    : `as simulated: changes of ${objective.figure}`;
  sheet.head('Sensitivity', follows);
  sheet.put(2, 0, 'If an assumption of the model is different, with the recommended settings', 'section');
  const { last } = sheet.table(FIRST - 1, sensitivityColumns(isMoney ? month : undefined), sensitivity);
  const none = sensitivity.length === 0;
  if (none) sheet.put(last + 1, 0, 'none was tried', 'quiet');
  const end = addGrowth(sheet, last + (none ? 4 : 3), result);
  sheet.keepHead(FIRST);
  sheet.print(end, 8);
}

function sensitivityColumns(month: string | undefined): readonly SheetColumn<Sensitivity>[] {
  const amount =
    (of: 'low' | 'high') =>
    (each: Sensitivity): SheetCell => {
      const relative = each[of]?.relative;
      return relative === null || relative === undefined ? undefined : formula(`${relative}*${month}`);
    };
  const side = (of: 'low' | 'high', words: string): readonly SheetColumn<Sensitivity>[] => [
    titled<Sensitivity>(`${words}: value`, 'wrapped', 24, (each) => each[of]?.value),
    titled<Sensitivity>(`${words}: change`, 'percent', 14, (each) => each[of]?.relative ?? undefined),
    ...(month === undefined ? [] : [moneyColumn<Sensitivity>(of, `${words}: per month`, amount(of))]),
    titled<Sensitivity>(`${words}: what follows`, 'wrapped', 40, (each) => effectText(each[of])),
  ];
  return [
    column('assumption', ({ assumption }) => assumption.replace(/^model\./, ''), 'general', 44),
    titled('Assumed', 'wrapped', 24, ({ value }) => value),
    column('confidence', ({ confidence }) => confidence, 'text', 12),
    ...side('low', 'Lower'),
    ...side('high', 'Higher'),
  ];
}

function effectText(effect: SensitivityEffect | null): SheetCell {
  if (effect === null) return undefined;
  if (effect.refused !== null) return 'not possible';
  const words = consequences(effect);
  return words.length === 0 ? 'the same settings' : words.join('; ');
}

/** What one would choose at other loads. @returns the first row below */
function addGrowth(sheet: Sheet, row: number, { growth, duration_seconds }: PlanResult): number {
  if (growth.length === 0) return row;
  sheet.put(
    row,
    0,
    'At a multiple of the load: choices are as simulated, costs follow the inputs',
    'section',
  );
  const hours = String(duration_seconds / 3600);
  const perMonth = ({ cu_hours }: GrowthStep['figures']): SheetCell =>
    cu_hours ? formula(monthlyFormula(String(cu_hours.mean), hours, IN_USE)) : undefined;
  const columns: readonly SheetColumn<GrowthStep>[] = [
    titled('Best of what was tried', 'general', 44, (step) => settingsAt(step)),
    titled('Load', 'factor', 24, ({ factor }) => factor),
    moneyColumn('month', 'Cost per month', ({ figures, candidate }) =>
      perMonth(candidate === null ? {} : figures),
    ),
    titled('Settings tried', 'count', 14, ({ tried }) => tried),
    moneyColumn('stays', 'Recommended settings: cost per month', ({ stays }) => perMonth(stays.figures)),
    titled('The recommended settings', 'wrapped', 40, staysText),
  ];
  return sheet.table(row + 1, columns, growth).last + 1;
}

function settingsAt({ tried, candidate, complete }: GrowthStep): string {
  if (tried === 0) return 'not simulated';
  return `${candidate ?? 'nothing that was tried meets the constraints'}${complete ? '' : ' (the budget ended the search)'}`;
}

function staysText({ stays }: GrowthStep): string {
  if (stays.feasible === null) return 'not simulated';
  return stays.feasible
    ? 'meet the constraints'
    : `break ${missedOf(stays.constraints, 'constraint').join('; ')}`;
}
