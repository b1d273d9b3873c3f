import type {
  GrowthStep,
  PlanResult,
  Sensitivity,
  SensitivityEffect,
} from '../../../study/plan/plan-result.js';
import { consequences } from '../../answers/plan-tables.js';
import { missedOf } from '../../figures/candidate.js';
import type { Book } from '../cells/book.js';
import { type Live, live, type SheetCell } from '../cells/live.js';
import { column, type Sheet, type SheetColumn, titled } from '../cells/sheet.js';
import { IN_USE, moneyColumn, monthlyFormula } from '../inputs/pricing.js';
import { SHEETS } from '../months/planning-names.js';
import { answerCell, PLAN_ROWS } from './plan-answer-sheet.js';
import { firstChoice, type PlanChoice } from './plan-choices.js';

const FIRST = 5;

/** Adds the sheet with what happens to the recommendation where an assumption is otherwise, and at other loads. */
export function addPlanSensitivity(book: Book, result: PlanResult, choices: readonly PlanChoice[]): void {
  const sheet = book.sheet(SHEETS.sensitivity);
  const { sensitivity, objective } = result;
  const isMoney = objective.figure.startsWith('cost_usd');
  const follows = isMoney
    ? 'the changes are as simulated, in proportion to a cost that follows the inputs; what would be recommended instead is as simulated'
    : `not live: changes of ${objective.figure}, as simulated`;
  sheet.head('Sensitivity', follows);
  sheet.put(
    2,
    0,
    'If an assumption of the model is otherwise, the recommended settings as they are',
    'section',
  );
  const first = firstChoice(choices);
  const month = answerCell(PLAN_ROWS.month, first);
  const cost = choices[first]!.candidate.figures.cost_usd_per_month?.mean ?? 0;
  const { last } = sheet.table(
    FIRST - 1,
    sensitivityColumns(isMoney ? { month, cost } : undefined),
    sensitivity,
  );
  const none = sensitivity.length === 0;
  if (none) sheet.put(last + 1, 0, 'none was tried', 'quiet');
  const end = addGrowth(sheet, last + (none ? 4 : 3), result);
  sheet.keepHead(FIRST);
  sheet.print(end, 8);
}

function sensitivityColumns(
  money: { readonly month: string; readonly cost: number } | undefined,
): readonly SheetColumn<Sensitivity>[] {
  const side = (of: 'low' | 'high', words: string): readonly SheetColumn<Sensitivity>[] => [
    titled<Sensitivity>(`${words}: value`, 'text', 18, (each) => each[of]?.value),
    titled<Sensitivity>(`${words}: change`, 'percent', 14, (each) => each[of]?.relative ?? undefined),
    ...(money === undefined
      ? []
      : [
          moneyColumn<Sensitivity>(`${words}: a month`, 14, (each): Live | undefined => {
            const relative = each[of]?.relative;
            if (relative === null || relative === undefined) return undefined;
            return live(`${relative}*${money.month}`, relative * money.cost);
          }),
        ]),
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
  const columns: readonly SheetColumn<GrowthStep>[] = [
    titled('Best of what was tried', 'general', 44, (step) => settingsAt(step)),
    titled('Load', 'factor', 24, ({ factor }) => factor),
    moneyColumn('Cost per month', 14, ({ figures, candidate }) => {
      const mean = figures.cu_hours?.mean;
      if (mean === undefined || candidate === null) return undefined;
      return live(monthlyFormula(String(mean), hours, IN_USE), figures.cost_usd_per_month?.mean ?? 0);
    }),
    titled('Settings tried', 'count', 14, ({ tried }) => tried),
    titled('The recommended settings of today', 'wrapped', 40, staysText),
  ];
  return sheet.table(row + 1, columns, growth).last + 1;
}

function settingsAt({ tried, candidate, complete }: GrowthStep): string {
  if (tried === 0) return 'not looked at';
  return `${candidate ?? 'nothing that was tried meets the constraints'}${complete ? '' : ' (the budget ended the search)'}`;
}

function staysText({ stays }: GrowthStep): string {
  if (stays.feasible === null) return 'not looked at';
  return stays.feasible
    ? 'meet the constraints'
    : `break ${missedOf(stays.constraints, 'constraint').join('; ')}`;
}
