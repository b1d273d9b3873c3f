import type {
  GrowthStep,
  PlanResult,
  Sensitivity,
  SensitivityEffect,
} from '../../../planner/plan/plan-result.js';
import type { Book } from '../cells/book.js';
import { type Live, live, type SheetCell } from '../cells/live.js';
import { column, type Sheet, type SheetColumn } from '../cells/sheet.js';
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
  const month = answerCell(PLAN_ROWS.month, firstChoice(choices));
  const cost = costOf(choices);
  const { last } = sheet.table(
    { row: FIRST - 1, column: 0 },
    sensitivityColumns(isMoney ? { month, cost } : undefined),
    sensitivity,
  );
  const next = sensitivity.length === 0 ? noneTried(sheet, last + 1) : last + 2;
  const end = addGrowth(sheet, next + 1, result);
  sheet.freeze(FIRST, 1);
  sheet.repeat(FIRST - 1, FIRST - 1);
  sheet.print(end, 8);
}

function costOf(choices: readonly PlanChoice[]): number {
  return choices[firstChoice(choices)]!.candidate.figures.cost_usd_per_month?.mean ?? 0;
}

function noneTried(sheet: Sheet, row: number): number {
  sheet.put(row, 0, 'none was tried', 'quiet');
  return row + 2;
}

function sensitivityColumns(
  money: { readonly month: string; readonly cost: number } | undefined,
): readonly SheetColumn<Sensitivity>[] {
  const side = (of: 'low' | 'high', words: string): readonly SheetColumn<Sensitivity>[] => [
    column<Sensitivity>(`${of}_value`, (each) => each[of]?.value, 'text', 18, `${words}: value`),
    column<Sensitivity>(
      `${of}_relative`,
      (each) => each[of]?.relative ?? undefined,
      'percent',
      14,
      `${words}: change`,
    ),
    ...(money === undefined
      ? []
      : [
          moneyColumn<Sensitivity>(`${of}_cost`, `${words}: a month`, (each): Live | undefined => {
            const relative = each[of]?.relative;
            if (relative === null || relative === undefined) return undefined;
            return live(`${relative}*${money.month}`, relative * money.cost);
          }),
        ]),
    column<Sensitivity>(
      `${of}_effect`,
      (each) => effectText(each[of]),
      'wrapped',
      40,
      `${words}: what follows`,
    ),
  ];
  return [
    column('assumption', ({ assumption }) => assumption.replace(/^model\./, ''), 'general', 44),
    column('value', ({ value }) => value, 'wrapped', 24, 'Assumed'),
    column('confidence', ({ confidence }) => confidence, 'text', 12),
    ...side('low', 'Lower'),
    ...side('high', 'Higher'),
  ];
}

function effectText(effect: SensitivityEffect | null): SheetCell {
  if (effect === null) return undefined;
  if (effect.refused !== null) return 'not possible';
  const words = [
    ...(effect.breaks.length > 0 ? [`breaks ${effect.breaks.join(', ')}`] : []),
    ...(effect.instead === null ? [] : [`then ${effect.instead}`]),
  ];
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
    column('candidate', (step) => settingsAt(step), 'general', 44, 'Best of what was tried'),
    column('load', ({ factor }) => factor, 'factor', 24, 'Load'),
    moneyColumn('cost', 'Cost per month', ({ figures, candidate }) => {
      const mean = figures.cu_hours?.mean;
      if (mean === undefined || candidate === null) return undefined;
      return live(monthlyFormula(String(mean), hours, IN_USE), figures.cost_usd_per_month?.mean ?? 0);
    }),
    column('tried', ({ tried }) => tried, 'count', 14, 'Settings tried'),
    column('stays', staysText, 'wrapped', 40, 'The recommended settings of today'),
  ];
  return sheet.table({ row: row + 1, column: 0 }, columns, growth).last + 1;
}

function settingsAt({ tried, candidate, complete }: GrowthStep): string {
  if (tried === 0) return 'not looked at';
  return `${candidate ?? 'nothing that was tried meets the constraints'}${complete ? '' : ' (the budget ended the search)'}`;
}

function staysText({ stays }: GrowthStep): string {
  if (stays.feasible === null) return 'not looked at';
  const missed = stays.constraints.filter(({ met }) => !met).map(({ constraint }) => constraint);
  return stays.feasible ? 'meet the constraints' : `break ${missed.join('; ')}`;
}
