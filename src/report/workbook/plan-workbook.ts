import { FIGURE_LABELS, type FigureName } from '../../figures/run-figures.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { PlanResult } from '../../study/plan/plan-result.js';
import { priceAtStart } from '../../vendors/price-stretch.js';
import { planWords, selectionWords } from '../answers/plan/plan-words.js';
import type { Report } from '../document/report.js';
import { missedOf } from '../figures/candidate.js';
import { candidatesOfPlan } from '../figures/candidates-of.js';
import { addCandidates, candidatesChart, priceOf } from './candidates-sheet.js';
import type { Book } from './cells/book.js';
import { formula, type SheetCell } from './cells/cell.js';
import type { Sheet } from './cells/sheet.js';
import { type CellStyle, styleOfFigure } from './cells/style.js';
import { moneyHeader } from './cells/table.js';
import {
  addChoices,
  answerCell,
  answerWorkbook,
  type ChoiceLine,
  choiceKey,
  choiceKeys,
  quotaAlert,
} from './inputs/answer-sheet.js';
import { budgetInput, input } from './inputs/inputs.js';
import { moneyText, PRICES } from './inputs/pricing.js';
import { addMonths, budgetAlert, monthsAhead } from './months/months-sheet.js';
import { type PlanChoice, type PlanChoices, planChoices } from './plan/choices.js';
import { addChoiceMonths, addPlanScenarios, planMonths } from './plan/months.js';

/**
 * The bytes of the planning workbook of a plan: the choices side by side, with costs that follow price, plan, growth,
 * discount and currency by formulas over the use of every candidate.
 */
export function planWorkbook(result: PlanResult, scenario: Scenario, report: Report): Uint8Array {
  const { start_epoch_seconds } = scenario;
  const listed = candidatesOfPlan(result);
  const price = priceAtStart(scenario);
  const choices = planChoices(result);
  const months = monthsAhead(start_epoch_seconds);
  const budget = result.constraints.find(({ figure }) => figure === 'cost_usd_per_month');
  const grows = choices.loads.length > 1;
  const sheets = (book: Book) => {
    addMonths(book, months, planMonths(choices), {
      of: `chosen&": "&${answerCell('settings')}`,
      notes: [
        grows
          ? 'Months lie between the loads that were simulated (sheet Data); beyond them a month is as at the last one, and says so.'
          : "No other load than today's was simulated: every month has today's load. neap forecast simulates growth.",
        'At most: every compute at its largest size all the time. Cost is of compute time; what is stored and sent is on the bill as well (neap bill).',
      ],
      budget: budget !== undefined,
    });
    addPlanScenarios(book, months, choices);
    const checks = addCandidates(book, listed, price, true);
    addChoiceMonths(book, months, start_epoch_seconds, choices);
    return checks;
  };
  const from = `loads of ${choices.loads.join(', ')} times today's were simulated`;
  return answerWorkbook(report, {
    sheets,
    instead: { 'candidates-table': 'candidates' },
    headline: headline(choices),
    alerts: [quotaAlert(`24*${answerCell('rate')}`), budgetAlert('cost', months.length)],
    body: (sheet, book) => addBody(book, sheet, result, choices),
    as_of: scenario.plan.as_of,
    price,
    further: [
      ...(grows ? [input('Growth of the load a month', 'growth_per_month', 'input_share', 0, from)] : []),
      budgetInput(budget?.bound, budget === undefined ? 'none was given' : `the constraint ${budget.text}`),
    ],
    notes: [selectionWords(result), ...planWords(result).map((words) => `Why: ${words}`)],
    charts: candidatesChart(listed.list),
  });
}

/** The answer as a formula. */
function headline({ list, first, today }: PlanChoices): string {
  const is_recommended = /recommended/i.test(list[first]!.role);
  const words = is_recommended ? '' : 'Nothing meets the constraints; closest: ';
  const costs = (at: number, between: string) =>
    `${moneyText(answerCell('month', at))}&"${between}"&${answerCell('settings', at)}`;
  const cost = `"${words}"&${costs(first, ' a month with ')}`;
  if (today < 0 || today === first) return `${cost}&"."`;
  return `${cost}&", instead of "&${costs(today, " with today's ")}&"."`;
}

/** Writes the choices as a table, and the cell that chooses one of them. */
function addBody(book: Book, sheet: Sheet, result: PlanResult, choices: PlanChoices): void {
  const names = choices.list.map(({ role }) => role);
  const label = 'Settings of the sheet Months: choose';
  const table = addChoices(book, sheet, label, names, names[choices.first]!, linesOf(result, choices));
  const first = choiceKey(0);
  const role = table.cells(`#${first}`).replace('$', '');
  const doubtful = `ISNUMBER(SEARCH("misses",${role}))+ISNUMBER(SEARCH("not certain",${role}))>0`;
  sheet.mark(table.cells(`#${choiceKeys(names.length).replace(':', ':#')}`), doubtful, 'bad');
  const missed = `LEFT(${table.cells('chosen@constraints').replace('$', '')},6)="missed"`;
  sheet.mark(table.cells(`chosen:${choiceKey(names.length - 1)}@constraints`), missed, 'bad');
}

/** Lines of the first sheet's table, by what they say of a choice. */
function linesOf({ constraints }: PlanResult, { list, today }: PlanChoices): readonly ChoiceLine[] {
  const figures = new Set<FigureName>([
    ...constraints.map(({ figure }) => figure),
    'latency_p99',
    'delayed_probability',
  ]);
  const shown = [...figures].filter((figure) => !figure.startsWith('cost_usd') && figure !== 'cu_hours');
  const line = (key: string, label: SheetCell, style: CellStyle, of: (choice: PlanChoice) => SheetCell) => ({
    key,
    label,
    style,
    of: (choice: number) => of(list[choice]!),
  });
  const own = (key: string, choice: number) => `[${choiceKey(choice)}@${key}]`;
  const load = (which: string) => `${which} load that was simulated, times today's`;
  return [
    line('settings', 'Settings', 'wrapped_right', ({ candidate }) => candidate.name),
    line('month', moneyHeader("Cost per month at today's load"), 'money', ({ place }) =>
      formula(`Candidates[cost_usd_per_month@${place}]`),
    ),
    {
      key: 'change',
      label: moneyHeader('Change per month against today'),
      style: 'money_change',
      of: (choice) => (today < 0 ? undefined : formula(`${own('month', choice)}-${own('month', today)}`)),
    },
    {
      key: 'year',
      label: moneyHeader('Twelve such months'),
      style: 'money',
      of: (choice) => formula(`12*${own('month', choice)}`),
    },
    ...shown.map((figure) =>
      line(
        figure,
        `${FIGURE_LABELS[figure]} (as simulated)`,
        styleOfFigure(figure),
        ({ candidate }) => candidate.figures[figure]?.mean,
      ),
    ),
    line('constraints', 'Constraints (as simulated)', 'wrapped_right', ({ candidate }) => {
      const missed = missedOf(candidate.constraints, 'constraint');
      if (candidate.constraints.length === 0) return 'none';
      return missed.length === 0 ? 'all met' : `missed: ${missed.join('; ')}`;
    }),
    line('probability', 'Probability that all are met, at least', 'share', ({ candidate }) => {
      const all = candidate.constraints.map(({ probability }) => probability);
      return all.length === 0 || all.includes(null) ? undefined : Math.min(...all.map(Number));
    }),
    line('runs', 'Runs of the whole time', 'count', ({ candidate }) => candidate.replications),
    line('rate', 'CU-hours an hour', 'number', ({ place, candidate }) =>
      formula(`Candidates[cu_hours@${place}]/${candidate.use!.duration_seconds / 3600}`),
    ),
    line('largest', 'Largest size, all computes', 'cu', ({ candidate }) => candidate.use!.largest_cu),
    line('least_load', load('Smallest'), 'factor', ({ least_load }) => least_load),
    line('most_load', load('Largest'), 'factor', ({ most_load }) => most_load),
    ...Object.values(PRICES).map(({ key, header, style }) =>
      line(key, header, style, ({ place }) => formula(priceOf(place)[key])),
    ),
  ];
}
