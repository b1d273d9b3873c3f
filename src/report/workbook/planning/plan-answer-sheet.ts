import type { FigureName } from '../../../figures/run-figures.js';
import type { PlanResult } from '../../../study/plan/plan-result.js';
import { missedOf } from '../../figures/candidate.js';
import { priceOf } from '../candidates/candidate-usage.js';
import type { Book } from '../cells/book.js';
import { formula, type SheetCell } from '../cells/cell.js';
import { type CellStyle, styleOfFigure } from '../cells/cell-format.js';
import { figureText } from '../cells/header-text.js';
import type { Sheet } from '../cells/sheet.js';
import { column, type SheetColumn } from '../cells/table.js';
import { addChoice } from '../inputs/answer-sheet.js';
import { moneyHeader, moneyText, PRICES, type PriceCells, priceCells } from '../inputs/pricing.js';
import { type ChoiceLoads, choiceKey } from './choice-loads.js';
import { firstChoice, type PlanChoice } from './plan-choices.js';

/** One line: what it is about, and its cell in each choice. */
interface Line {
  readonly key: string;
  readonly label: SheetCell;
  readonly style: CellStyle;
  readonly of: (choice: PlanChoice, index: number) => SheetCell;
}

/** A line's cell in a choice, or in the one that was chosen. */
export function answerCell(key: string, choice?: number): string {
  return `Answer[${choice === undefined ? 'chosen' : choiceKey(choice)}@${key}]`;
}

/** The cells that hold the price of a choice, or of the one that was chosen. */
export function answerPrices(choice?: number): PriceCells {
  return priceCells((of) => answerCell(of, choice));
}

/** The place of today's settings among the choices; -1 if they were not run. */
const placeOfToday = (choices: readonly PlanChoice[]) =>
  choices.findIndex(({ candidate }) => candidate.today);

/** The answer as a formula. */
export function planHeadline(choices: readonly PlanChoice[]): string {
  const [first, today] = [firstChoice(choices), placeOfToday(choices)];
  const is_recommended = /recommended/i.test(choices[first]!.role);
  const words = is_recommended ? '' : 'Nothing meets the constraints; closest: ';
  const costs = (at: number, between: string) =>
    `${moneyText(answerCell('month', at))}&"${between}"&${answerCell('settings', at)}`;
  const cost = `"${words}"&${costs(first, ' a month with ')}`;
  if (today < 0 || today === first) return `${cost}&"."`;
  return `${cost}&", instead of "&${costs(today, " with today's ")}&"."`;
}

/** Writes the first sheet's table: the choices side by side, and the cell in which one of them is chosen. */
export function addPlanAnswer(
  book: Book,
  sheet: Sheet,
  row: number,
  result: PlanResult,
  loads: ChoiceLoads,
): void {
  const { choices } = loads;
  const [first, last] = [choiceKey(0), choiceKey(choices.length - 1)];
  addChoice(book, sheet, row, {
    label: 'Settings of the sheet Months: choose',
    first: choices[firstChoice(choices)]!.role,
    choices: `Answer[#${first}:#${last}]`,
  });
  book.name('chosen_place', 'MATCH(chosen,choices,0)');
  const style = (line: Line) => line.style;
  const chosen = ({ key }: Line) => formula(`INDEX([${first}:${last}@${key}],1,chosen_place)`);
  const table = sheet.table<Line>(
    'Answer',
    row + 2,
    [
      column('label', '', 'general', ({ label }) => label, 46),
      column('chosen', formula('chosen'), style, chosen, 18),
      ...choices.map(
        (choice, index): SheetColumn<Line> =>
          column(choiceKey(index), choice.role, style, ({ of }) => of(choice, index), 18),
      ),
    ],
    linesOf(result, loads),
  );
  const role = table.cells(`#${first}`, 0).replace('$', '');
  const doubtful = `ISNUMBER(SEARCH("misses",${role}))+ISNUMBER(SEARCH("not certain",${role}))>0`;
  sheet.mark(table.cells(`#${first}:#${last}`, 0), doubtful, 'bad');
  const missed = `LEFT(${table.cells('chosen@constraints', 0).replace('$', '')},6)="missed"`;
  sheet.mark(table.cells(`chosen:${last}@constraints`, 0), missed, 'bad');
}

function linesOf({ constraints }: PlanResult, loads: ChoiceLoads): readonly Line[] {
  const today = placeOfToday(loads.choices);
  const figures = new Set<FigureName>([
    ...constraints.map(({ figure }) => figure),
    'latency_p99',
    'delayed_probability',
  ]);
  const shown = [...figures].filter((figure) => !figure.startsWith('cost_usd') && figure !== 'cu_hours');
  const line = (key: string, label: SheetCell, style: CellStyle, of: Line['of']): Line => {
    return { key, label, style, of };
  };
  const own = (key: string, index: number) => `[${choiceKey(index)}@${key}]`;
  const priced = (key: keyof PriceCells, label: string) =>
    line(key, label, PRICES[key].style, ({ place }) => formula(priceOf(place)[key]));
  return [
    line('settings', 'Settings', 'wrapped_right', ({ candidate }) => candidate.name),
    line('month', moneyHeader("Cost per month at today's load"), 'money', ({ place }) =>
      formula(`Candidates[cost_usd_per_month@${place}]`),
    ),
    line('change', moneyHeader('Change per month against today'), 'money_change', (_, index) =>
      today < 0 ? undefined : formula(`${own('month', index)}-${own('month', today)}`),
    ),
    line('year', moneyHeader('Twelve such months'), 'money', (_, index) =>
      formula(`12*${own('month', index)}`),
    ),
    ...shown.map((figure) =>
      line(
        figure,
        `${figureText(figure)} (as simulated)`,
        styleOfFigure(figure),
        ({ candidate }) => candidate.figures[figure]?.mean,
      ),
    ),
    line(
      'constraints',
      'Constraints (as simulated)',
      'wrapped_right',
      ({ candidate: { constraints: all } }) => {
        const missed = missedOf(all, 'constraint');
        if (all.length === 0) return 'none';
        return missed.length === 0 ? 'all met' : `missed: ${missed.join('; ')}`;
      },
    ),
    line('probability', 'Probability that all are met, at least', 'share', ({ candidate }) => {
      const all = candidate.constraints.map(({ probability }) => probability);
      return all.length === 0 || all.includes(null) ? undefined : Math.min(...all.map(Number));
    }),
    line('runs', 'Runs of the whole time', 'count', ({ candidate }) => candidate.replications),
    line('rate', 'CU-hours an hour', 'number', ({ place, candidate }) =>
      formula(`Candidates[cu_hours@${place}]/${candidate.use!.duration_seconds / 3600}`),
    ),
    line('largest', 'Largest size, all computes', 'cu', ({ candidate }) => candidate.use!.largest_cu),
    line(
      'least_load',
      "Smallest load that was simulated, times today's",
      'factor',
      (choice) => loads.range(choice).least,
    ),
    line(
      'most_load',
      "Largest load that was simulated, times today's",
      'factor',
      (choice) => loads.range(choice).most,
    ),
    priced('price', 'Price of a CU-hour, USD'),
    priced('included', 'CU-hours of a month that cost nothing'),
    priced('fee', 'Fee of a month, USD'),
    priced('minimum', 'Least that a month costs, USD'),
  ];
}
