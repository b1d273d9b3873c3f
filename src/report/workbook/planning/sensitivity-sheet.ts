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
import { column, namedColumn, type SheetColumn } from '../cells/table.js';
import { moneyColumn, monthlyFormula } from '../inputs/pricing.js';
import type { ForecastModel } from './forecast-model.js';

const SHEET = 'Sensitivity';
const TOP = 3;

/** What the cost of all months is when one thing is different. */
interface Change {
  readonly label: string;
  readonly text: string;
}

/** Adds the sheet that says how far the cost of a forecast moves when one thing is different. */
export function addForecastSensitivity(book: Book, { cases }: ForecastModel): void {
  const sheet = book.working(SHEET);
  sheet.head(SHEET, 'the cost of all months if one thing is different, the rest as in the inputs');
  const scaled = (what: string, by: (factor: number) => string): readonly Change[] =>
    [-0.2, -0.1, 0.1, 0.2].map((share) => ({
      label: `${what} ${share > 0 ? '+' : '−'}${Math.abs(100 * share)} %`,
      text: by(1 + share),
    }));
  const changes = [
    ...scaled('price of a CU-hour', (factor) => chargedBills('1', String(factor))),
    ...scaled('use', (factor) => chargedBills(String(factor), '1')),
    ...cases.map(({ name }, which) => ({ label: `growth: ${name}`, text: `SUM(Bills[cost c${which}])` })),
  ];
  sheet.table<Change>(
    'Sensitivity',
    TOP,
    [
      column('if', 'If', 'general', ({ label }) => label, 44),
      moneyColumn('all', 'All months', ({ text }) => formula(text), 18),
      moneyColumn('difference', 'Difference', formula('[@all]-period_cost'), 18),
      column('change', 'Change', 'percent', formula('IF(period_cost=0,0,[@all]/period_cost-1)'), 12),
    ],
    changes,
  );
  const end = sheet.below;
  const note =
    'Prices, use and growth as above; waits and errors are not computed here. neap plan tries other assumptions of the model.';
  sheet.put(end, 0, note, 'quiet');
  sheet.keepHead(TOP + 1);
  sheet.print(end, 3);
}

/** What bills at the mean use come to with other prices, or another use on every day. */
function chargedBills(use: string, price: string): string {
  const hours = `Bills[hours]*${use}`;
  const charged = `(Bills[fee]+(${hours}>Bills[included])*(${hours}-Bills[included])*Bills[price]*${price})`;
  return leastOf(charged, 'Bills[minimum]');
}

/** A sum of what is charged, each at least something: MAX would be that of the whole column. */
export function leastOf(charged: string, least: string): string {
  return `SUMPRODUCT((${charged}>${least})*${charged}+(${charged}<=${least})*${least})*money_per_usd`;
}

/**
 * Adds the sheet with what happens to the recommendation if an assumption is different, and at other loads.
 * @param month the cell with the cost per month that the changes are shares of
 */
export function addPlanSensitivity(book: Book, result: PlanResult, month: string): void {
  const sheet = book.working(SHEET);
  const { sensitivity, objective, growth, duration_seconds } = result;
  const isMoney = objective.figure.startsWith('cost_usd');
  const follows = isMoney
    ? 'the changes are as simulated, in proportion to a cost that follows the inputs; what would be recommended instead is as simulated'
    : `as simulated: changes of ${objective.figure}`;
  sheet.head('Sensitivity', follows);
  sheet.put(2, 0, 'If an assumption of the model is different, with the recommended settings', 'section');
  sheet.table('Sensitivity', TOP + 1, sensitivityColumns(isMoney ? month : undefined), sensitivity);
  const first = sheet.below - 1;
  if (sensitivity.length === 0) sheet.put(first, 0, 'none was tried', 'quiet');
  if (growth.length > 0) {
    const top = sheet.below + 1;
    const words = 'At a multiple of the load: choices are as simulated, costs follow the inputs';
    sheet.put(top, 0, words, 'section');
    sheet.table('Growth', top + 1, growthColumns(String(duration_seconds / 3600)), growth);
  }
  sheet.keepHead(TOP + 2);
  sheet.print(sheet.below - 1, 8);
}

function sensitivityColumns(month: string | undefined): readonly SheetColumn<Sensitivity>[] {
  const side = (of: 'low' | 'high', words: string): readonly SheetColumn<Sensitivity>[] => {
    const amount = (each: Sensitivity): SheetCell =>
      typeof each[of]?.relative === 'number' ? formula(`${each[of].relative}*${month}`) : undefined;
    return [
      column(`${of} value`, `${words}: value`, 'wrapped', (each) => each[of]?.value, 24),
      column(`${of} change`, `${words}: change`, 'percent', (each) => each[of]?.relative, 14),
      ...(month === undefined ? [] : [moneyColumn<Sensitivity>(of, `${words}: per month`, amount)]),
      column(`${of} then`, `${words}: what follows`, 'wrapped', (each) => effectText(each[of]), 40),
    ];
  };
  return [
    namedColumn('assumption', ({ assumption }) => assumption.replace(/^model\./, ''), 'general', 44),
    column('assumed', 'Assumed', 'wrapped', ({ value }) => value, 24),
    namedColumn('confidence', ({ confidence }) => confidence, 'text', 12),
    ...side('low', 'Lower'),
    ...side('high', 'Higher'),
  ];
}

function effectText(effect: SensitivityEffect | null): SheetCell {
  if (effect === null) return undefined;
  if (effect.refused !== null) return 'not possible';
  return consequences(effect).join('; ') || 'the same settings';
}

/** What one would choose at other loads. @param hours of a run */
function growthColumns(hours: string): readonly SheetColumn<GrowthStep>[] {
  const perMonth = (figures: GrowthStep['figures']): SheetCell =>
    figures.cu_hours ? formula(monthlyFormula(String(figures.cu_hours.mean), hours)) : undefined;
  return [
    column('best', 'Best of what was tried', 'general', settingsAt, 44),
    column('load', 'Load', 'factor', ({ factor }) => factor, 24),
    moneyColumn('month', 'Cost per month', ({ figures, candidate }) =>
      candidate === null ? undefined : perMonth(figures),
    ),
    column('tried', 'Settings tried', 'count', ({ tried }) => tried, 14),
    moneyColumn('stays', 'Recommended settings: cost per month', ({ stays }) => perMonth(stays.figures)),
    column('then', 'The recommended settings', 'wrapped', staysText, 40),
  ];
}

function settingsAt({ tried, candidate, complete }: GrowthStep): string {
  if (tried === 0) return 'not simulated';
  return `${candidate ?? 'nothing that was tried meets the constraints'}${complete ? '' : ' (the budget ended the search)'}`;
}

function staysText({ stays }: GrowthStep): string {
  if (stays.feasible === null) return 'not simulated';
  if (stays.feasible) return 'meet the constraints';
  return `break ${missedOf(stays.constraints, 'constraint').join('; ')}`;
}
