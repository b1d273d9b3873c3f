import type { FigureName } from '../../../figures/run-figures.js';
import type { PlanResult } from '../../../study/plan/plan-result.js';
import { missedOf } from '../../figures/candidate.js';
import type { CandidateSheet } from '../candidates/candidates-sheet.js';
import type { Book } from '../cells/book.js';
import { cellName, formula, type SheetCell, withoutSheet } from '../cells/cell.js';
import { type CellStyle, styleOfFigure } from '../cells/cell-format.js';
import { figureText } from '../cells/header-text.js';
import type { Sheet } from '../cells/sheet.js';
import { keyed, type Table } from '../cells/table.js';
import { moneyHeader, moneyText, PRICE_CELLS, type PriceCells, priceCells } from '../inputs/pricing.js';
import { PLANNING } from '../months/planning-names.js';
import { type ChoiceLoads, choiceKey } from './choice-loads.js';
import { firstChoice, type PlanChoice } from './plan-choices.js';

/** One line: what it is about, and its cell in each choice. */
interface Line {
  readonly key: string;
  readonly label: SheetCell;
  readonly style: CellStyle;
  readonly of: (choice: PlanChoice, index: number) => SheetCell;
}

/** The first sheet's table: the choices side by side, and the cell in which one of them is chosen. */
export class PlanAnswer {
  readonly table: Table;
  readonly #choices: readonly PlanChoice[];

  /** Writes the table. @param row of the cell with the choice */
  constructor(
    book: Book,
    sheet: Sheet,
    row: number,
    result: PlanResult,
    loads: ChoiceLoads,
    candidates: CandidateSheet,
  ) {
    const { choices } = loads;
    this.#choices = choices;
    const chosen = cellName(row, 1, sheet.name);
    sheet.put(row, 0, 'Settings of the sheet Months: choose', 'section');
    sheet.put(row, 1, choices[firstChoice(choices)]!.role, 'input');
    sheet.choice(chosen, PLANNING.choices);
    book.name(PLANNING.chosen, chosen);
    const [first, last] = [choiceKey(0), choiceKey(choices.length - 1)];
    this.table = sheet.table(
      row + 2,
      [
        keyed<Line>('label', '', 'general', ({ label }) => label, 46),
        keyed<Line>(
          'chosen',
          formula(PLANNING.chosen),
          ({ style }) => style,
          ({ key }) =>
            formula(
              `INDEX(${withoutSheet(this.table.cell(key, first))}:${withoutSheet(this.table.cell(key, last))},1,${PLANNING.place})`,
            ),
          18,
        ),
        ...choices.map((choice, index) =>
          keyed<Line>(
            choiceKey(index),
            choice.role,
            ({ style }) => style,
            ({ of }) => of(choice, index),
            18,
          ),
        ),
      ],
      this.#lines(result, loads, candidates),
    );
    const names = `${this.table.header(first)}:${withoutSheet(this.table.header(last))}`;
    book.name(PLANNING.choices, names);
    book.name(PLANNING.place, `MATCH(${PLANNING.chosen},${PLANNING.choices},0)`);
    const role = withoutSheet(this.table.header(first)).replace('$', '');
    sheet.mark(names, `ISNUMBER(SEARCH("misses",${role}))+ISNUMBER(SEARCH("not certain",${role}))>0`, 'bad');
    const constraints = this.table.cell('constraints', 'chosen');
    const missed = `LEFT(${withoutSheet(constraints).replace('$', '')},6)="missed"`;
    sheet.mark(`${constraints}:${withoutSheet(this.table.cell('constraints', last))}`, missed, 'bad');
  }

  /** A line's cell in a choice, or in the one that was chosen, from any sheet. */
  cell(key: string, choice?: number): string {
    return this.table.cell(key, choice === undefined ? 'chosen' : choiceKey(choice));
  }

  /** The cells that hold the price of a choice, or of the one that was chosen. */
  prices(choice?: number): PriceCells {
    return priceCells((of) => this.cell(of, choice));
  }

  /** The answer as a formula. */
  headline(): string {
    const [first, today] = [firstChoice(this.#choices), this.#today];
    const words = /recommended/i.test(this.#choices[first]!.role)
      ? ''
      : 'Nothing meets the constraints; closest: ';
    const cost = `"${words}"&${moneyText(this.cell('month', first))}&" a month with "&${this.cell('settings', first)}`;
    if (today < 0 || today === first) return `${cost}&"."`;
    return `${cost}&", instead of "&${moneyText(this.cell('month', today))}&" with today's "&${this.cell('settings', today)}&"."`;
  }

  get #today(): number {
    return this.#choices.findIndex(({ candidate }) => candidate.today);
  }

  #lines({ constraints }: PlanResult, loads: ChoiceLoads, candidates: CandidateSheet): readonly Line[] {
    const mean = ({ place }: PlanChoice, figure: 'cost_usd_per_month' | 'cu_hours') =>
      candidates.mean(place, figure)!;
    const today = this.#today;
    const own = (key: string, index: number) => withoutSheet(this.table.cell(key, choiceKey(index)));
    const shown = [
      ...new Set<FigureName>([
        ...constraints.map(({ figure }) => figure),
        'latency_p99',
        'delayed_probability',
      ]),
    ].filter((figure) => !figure.startsWith('cost_usd') && figure !== 'cu_hours');
    const priced = (key: keyof PriceCells, label: string): Line => ({
      key,
      label,
      style: PRICE_CELLS[key].style,
      of: ({ place }) => formula(candidates.price(place)[key]),
    });
    return [
      { key: 'settings', label: 'Settings', style: 'wrapped_right', of: ({ candidate }) => candidate.name },
      {
        key: 'month',
        label: moneyHeader("Cost per month at today's load"),
        style: 'money',
        of: (choice) => formula(mean(choice, 'cost_usd_per_month')),
      },
      {
        key: 'change',
        label: moneyHeader('Change per month against today'),
        style: 'money_change',
        of: (_, index) => (today < 0 ? undefined : formula(`${own('month', index)}-${own('month', today)}`)),
      },
      {
        key: 'year',
        label: moneyHeader('Twelve such months'),
        style: 'money',
        of: (_, index) => formula(`12*${own('month', index)}`),
      },
      ...shown.map((figure): Line => {
        return {
          key: figure,
          label: `${figureText(figure)} (as simulated)`,
          style: styleOfFigure(figure),
          of: ({ candidate }) => candidate.figures[figure]?.mean ?? undefined,
        };
      }),
      {
        key: 'constraints',
        label: 'Constraints (as simulated)',
        style: 'wrapped_right',
        of: ({ candidate }) => {
          if (candidate.constraints.length === 0) return 'none';
          const missed = missedOf(candidate.constraints, 'constraint');
          return missed.length === 0 ? 'all met' : `missed: ${missed.join('; ')}`;
        },
      },
      {
        key: 'probability',
        label: 'Probability that all are met, at least',
        style: 'share',
        of: ({ candidate: { constraints: all } }) =>
          all.length === 0 || all.some(({ probability }) => probability === null)
            ? undefined
            : Math.min(...all.map(({ probability }) => probability!)),
      },
      {
        key: 'runs',
        label: 'Runs of the whole time',
        style: 'count',
        of: ({ candidate }) => candidate.replications,
      },
      {
        key: 'rate',
        label: 'CU-hours an hour',
        style: 'number',
        of: (choice) =>
          formula(`${mean(choice, 'cu_hours')}/${choice.candidate.use!.duration_seconds / 3600}`),
      },
      {
        key: 'largest',
        label: 'Largest size, all computes',
        style: 'cu',
        of: ({ candidate }) => candidate.use!.largest_cu,
      },
      {
        key: 'least_load',
        label: "Smallest load that was simulated, times today's",
        style: 'factor',
        of: (choice) => loads.range(choice).least,
      },
      {
        key: 'most_load',
        label: "Largest load that was simulated, times today's",
        style: 'factor',
        of: (choice) => loads.range(choice).most,
      },
      priced('price', 'Price of a CU-hour, USD'),
      priced('included', 'CU-hours of a month that cost nothing'),
      priced('fee', 'Fee of a month, USD'),
      priced('minimum', 'Least that a month costs, USD'),
    ];
  }
}
