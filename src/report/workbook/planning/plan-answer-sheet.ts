import type { FigureName } from '../../../figures/run-figures.js';
import type { PlanResult } from '../../../study/plan/plan-result.js';
import { missedOf } from '../../figures/candidate.js';
import type { Verdict } from '../../text/verdict.js';
import { alwaysOnShare } from '../candidates/candidate-use.js';
import type { CandidateColumns } from '../candidates/candidates-sheet.js';
import type { Book } from '../cells/book.js';
import { type CellStyle, styleOfFigure } from '../cells/cell-format.js';
import { figureText } from '../cells/header-text.js';
import { cellName, type Live, live, numbered, rangeName, type SheetCell } from '../cells/live.js';
import { titled } from '../cells/sheet.js';
import { putCheck } from '../inputs/checks-sheet.js';
import { moneyHeader, PRICE_CELLS, type PriceCells } from '../inputs/pricing.js';
import { PLANNING, SHEETS } from '../months/planning-names.js';
import { firstChoice, type PlanChoice } from './plan-choices.js';

const FIRST = 9;
const CHOICE_ROW = 6;

/** Rows of the table that other sheets read, from its first. */
export const PLAN_ROWS = numbered(
  ['settings', 'month', 'difference', 'year', 'rate', 'fixed'],
  ['price', 'included', 'fee', 'minimum'],
);

/** One line: what it is about, and its cell in each choice. */
interface Line {
  readonly label: string | Live;
  readonly style: CellStyle;
  readonly of: (choice: PlanChoice, index: number) => SheetCell;
}

/** Adds the sheet with the answer: the choices side by side, and the cell in which one of them is chosen. */
export function addPlanAnswer(
  book: Book,
  result: PlanResult,
  choices: readonly PlanChoice[],
  columns: CandidateColumns,
  words: { readonly verdict: Verdict; readonly why: readonly string[] },
): void {
  const sheet = book.sheet(SHEETS.answer);
  sheet.head(
    'Answer',
    'costs follow the inputs; waits, objectives and the choice itself are as simulated: run neap plan again for them',
  );
  putCheck(sheet, 4);
  const first = choices[firstChoice(choices)]!;
  sheet.put(CHOICE_ROW, 0, 'Settings of the sheet Months: choose', 'section');
  sheet.put(CHOICE_ROW, 1, first.role, 'input');
  sheet.choice(cellName(CHOICE_ROW, 1), PLANNING.choices);
  book.name(PLANNING.chosen, cellName(CHOICE_ROW, 1, SHEETS.answer));
  book.name(PLANNING.choices, rangeName([FIRST - 1, 2], [FIRST - 1, 1 + choices.length], SHEETS.answer));
  const lines = linesOf(result, choices, columns);
  sheet.table(
    FIRST - 1,
    [
      titled<Line>('', 'general', 44, ({ label }) => label),
      titled<Line>(live(PLANNING.chosen, first.role), 'general_right', 26, () => undefined),
      ...choices.map(({ role }) => titled<Line>(role, 'general_right', 26, () => undefined)),
    ],
    lines,
  );
  sheet.verdict(2, 1 + choices.length, words.verdict);
  lines.forEach(({ style, of }, row) => {
    const cells = choices.map(of);
    cells.forEach((cell, index) => {
      sheet.put(FIRST + row, 2 + index, cell, style);
    });
    const own = rangeName([FIRST + row, 2], [FIRST + row, 1 + choices.length]);
    const value = storedOf(cells[choices.indexOf(first)]);
    const found = `INDEX(${own},1,MATCH(${PLANNING.chosen},${PLANNING.choices},0))`;
    if (value !== undefined) sheet.put(FIRST + row, 1, live(found, value), style);
  });
  const cell = (row: number) => cellName(FIRST + row, 1, SHEETS.answer);
  book.name(PLANNING.rate, cell(PLAN_ROWS.rate));
  book.name(PLANNING.fixed_share, cell(PLAN_ROWS.fixed));
  book.name(PLANNING.settings, cell(PLAN_ROWS.settings));
  book.name(PLANNING.chosen_price, cell(PLAN_ROWS.price));
  book.name(PLANNING.chosen_included, cell(PLAN_ROWS.included));
  book.name(PLANNING.chosen_fee, cell(PLAN_ROWS.fee));
  book.name(PLANNING.chosen_minimum, cell(PLAN_ROWS.minimum));
  const below = FIRST + lines.length + 1;
  sheet.put(below, 0, 'Why', 'section');
  const end = sheet.lines(below + 1, words.why);
  sheet.freeze(FIRST, 1);
  sheet.printOnOnePage(end, 1 + choices.length);
}

/** A choice's cell in a row of the table, from another sheet. */
export function answerCell(row: number, choice: number): string {
  return cellName(FIRST + row, 2 + choice, SHEETS.answer);
}

function storedOf(cell: SheetCell): number | string | undefined {
  if (typeof cell === 'object' && cell !== null) return cell.value;
  return typeof cell === 'number' || typeof cell === 'string' ? cell : undefined;
}

function linesOf(
  { constraints }: PlanResult,
  choices: readonly PlanChoice[],
  columns: CandidateColumns,
): readonly Line[] {
  const monthly = ({ place }: PlanChoice) => columns.mean(place, 'cost_usd_per_month')!;
  const today = choices.findIndex(({ role }) => role === 'Today');
  const cell = (row: number, index: number) => cellName(FIRST + row, 2 + index);
  const shown = [
    ...new Set<FigureName>([
      ...constraints.map(({ figure }) => figure),
      'latency_p99',
      'delayed_probability',
    ]),
  ].filter((figure) => !figure.startsWith('cost_usd') && figure !== 'cu_hours');
  const figures = shown.map((figure): Line => {
    return {
      label: `${figureText(figure)} (as simulated)`,
      style: styleOfFigure(figure),
      of: ({ candidate }) => candidate.figures[figure]?.mean ?? undefined,
    };
  });
  const priced = (key: keyof PriceCells, label: string): Line => {
    const { style, figure } = PRICE_CELLS[key];
    const of: Line['of'] = ({ place, candidate: { use } }) =>
      live(columns.price(place)[key], use!.price[figure]);
    return { label, style, of };
  };
  return [
    { label: 'Settings', style: 'wrapped_right', of: ({ candidate }) => candidate.name },
    { label: moneyHeader('Cost per month'), style: 'money', of: monthly },
    {
      label: moneyHeader('A month less than today'),
      style: 'money',
      of: (choice, index) => {
        if (today < 0) return undefined;
        const value = Number(monthly(choices[today]!).value) - Number(monthly(choice).value);
        return live(`${cell(PLAN_ROWS.month, today)}-${cell(PLAN_ROWS.month, index)}`, value);
      },
    },
    {
      label: moneyHeader('Twelve such months'),
      style: 'money',
      of: (choice, index) => live(`12*${cell(PLAN_ROWS.month, index)}`, 12 * Number(monthly(choice).value)),
    },
    {
      label: 'CU-hours an hour',
      style: 'number',
      of: ({ place, candidate: { use } }) => {
        const hours = use!.duration_seconds / 3600;
        const { formula, value } = columns.mean(place, 'cu_hours')!;
        return live(`${formula}/${hours}`, Number(value) / hours);
      },
    },
    {
      label: 'Part that does not grow: never suspends',
      style: 'share',
      of: ({ candidate: { use } }) => alwaysOnShare(use!),
    },
    priced('price', 'Price of a CU-hour, USD'),
    priced('included', 'CU-hours of a month that cost nothing'),
    priced('fee', 'Fee of a month, USD'),
    priced('minimum', 'Least that a month costs, USD'),
    ...figures,
    {
      label: 'Constraints (as simulated)',
      style: 'wrapped_right',
      of: ({ candidate }) => {
        if (candidate.constraints.length === 0) return 'none';
        const missed = missedOf(candidate.constraints, 'constraint');
        return missed.length === 0 ? 'all met' : `missed: ${missed.join('; ')}`;
      },
    },
    {
      label: 'Probability that all are met, at least',
      style: 'share',
      of: ({ candidate: { constraints: own } }) =>
        own.length === 0 || own.some(({ probability }) => probability === null)
          ? undefined
          : Math.min(...own.map(({ probability }) => probability!)),
    },
    { label: 'Runs of the whole time', style: 'count', of: ({ candidate }) => candidate.replications },
  ];
}
