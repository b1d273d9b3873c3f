import type { Scenario } from '../../scenario/scenario.js';
import type { PlanResult } from '../../study/plan/plan-result.js';
import type { PlanWithWorlds } from '../../study/worlds/plan-worlds-result.js';
import { priceAtStart } from '../../vendors/price-stretch.js';
import { planWords, selectionWords } from '../answers/plan/plan-words.js';
import { runWords } from '../figures/candidate.js';
import { candidatesOfPlan } from '../figures/candidates-of.js';
import { counted } from '../figures/figure-text.js';
import type { Verdict } from '../text/verdict.js';
import { CANDIDATES, CandidateSheet } from './candidates/candidates-sheet.js';
import { Book } from './cells/book.js';
import { CHART_ROWS } from './cells/charts.js';
import { ANSWER, addAnswerHead, addNotes, BELOW_HEAD, quotaAlert } from './inputs/answer-head.js';
import { addChecks } from './inputs/checks-sheet.js';
import { addInputs, budgetInput, type Input, shareInput } from './inputs/inputs.js';
import { NAMES } from './inputs/pricing.js';
import { addMonths, budgetAlert } from './months/months-sheet.js';
import { PLANNING, SHEETS } from './months/planning-names.js';
import { ChoiceLoads } from './planning/choice-loads.js';
import { addChoiceMonths } from './planning/choice-months.js';
import { PlanAnswer } from './planning/plan-answer-sheet.js';
import { firstChoice, planChoices } from './planning/plan-choices.js';
import { addPlanScenarios, planMonths } from './planning/plan-months.js';
import { addPlanSensitivity } from './planning/plan-sensitivity-sheet.js';
import { addPlanWorlds, WORLDS } from './planning/worlds-sheet.js';
import { monthsAhead } from './run/run-inputs.js';

/**
 * The bytes of the planning workbook of a plan: the choices side by side, with costs that follow price, plan, growth,
 * discount and currency by formulas over the use of every candidate.
 */
export function planWorkbook(result: PlanWithWorlds, scenario: Scenario, verdict: Verdict): Uint8Array {
  const book = new Book({ title: result.scenario, subject: 'Plan' });
  const sheet = book.sheet(ANSWER);
  const monthsSheet = book.sheet(SHEETS.months);
  const scenarios = book.sheet(SHEETS.scenarios);
  const { worlds, warnings } = result;
  if (worlds !== undefined) addPlanWorlds(book.sheet(WORLDS), { plan: result, worlds });
  const listed = candidatesOfPlan(result);
  const price = priceAtStart(scenario);
  const candidates = new CandidateSheet(book, book.working(CANDIDATES), listed, price);
  const choices = planChoices(result);
  const loads = new ChoiceLoads(choices, result);
  const answer = new PlanAnswer(book, sheet, BELOW_HEAD, result, loads, candidates);
  const last = choices.length + 1;
  const months = monthsAhead(scenario.start_epoch_seconds);
  const data = addChoiceMonths(book, months, scenario.start_epoch_seconds, loads, answer);
  const table = addMonths(book, monthsSheet, months, planMonths(data, answer, loads), {
    of: `${PLANNING.chosen}&": "&${answer.cell('settings')}`,
    notes: monthNotes(loads),
    budget: budgetOf(result) !== undefined,
  });
  addAnswerHead(book, sheet, {
    title: `${result.scenario}: plan`,
    about: whatWasRun(result),
    headline: answer.headline(),
    alerts: [quotaAlert(`24*${answer.cell('rate')}`), budgetAlert(table, 'cost')],
    verdict,
    last,
  });
  const below = addInputs(book, sheet, answer.table.last + 2, scenario, {
    price,
    further: inputsOf(result, loads),
  });
  addPlanScenarios(scenarios, months, data, answer, loads);
  addPlanSensitivity(book, result, answer.cell('month', firstChoice(choices)));
  addChecks(book, candidates.checks);
  const notes = [
    selectionWords(result),
    ...planWords(result).map((words) => `Why: ${words}`),
    ...warnings.map((warning) => `Warning: ${warning}`),
  ];
  const end = addNotes(sheet, below + 1, notes, last) + 1;
  const { chart } = candidates;
  if (chart !== undefined) sheet.chart(end, 0, chart);
  sheet.print(end + CHART_ROWS, last + 2);
  return book.toBytes(result.start);
}

/** The limit on what a month costs; `undefined` if there is none. */
function budgetOf({ constraints }: Pick<PlanResult, 'constraints'>) {
  return constraints.find(({ figure }) => figure === 'cost_usd_per_month');
}

function monthNotes({ grows }: ChoiceLoads): readonly string[] {
  return [
    grows
      ? 'Months lie between the loads that were simulated (sheet Data); beyond them a month is as at the last one, and says so.'
      : "No other load than today's was simulated: every month has today's load. neap forecast simulates growth.",
    'At most: every compute at its largest size all the time. Cost is of compute time; what is stored and sent is on the bill as well (neap bill).',
  ];
}

function inputsOf(result: PlanResult, { grows, factors }: ChoiceLoads): readonly Input[] {
  const budget = budgetOf(result);
  const from = `loads of ${factors.join(', ')} times today's were simulated`;
  return [
    ...(grows ? [shareInput('Growth of the load a month', NAMES.growth, 0, from)] : []),
    budgetInput(budget?.bound, budget === undefined ? 'none was given' : `the constraint ${budget.text}`),
  ];
}

function whatWasRun(result: PlanResult): string {
  const { replications, candidates } = result;
  const ran = candidates.filter((each) => each.replications > 0).length;
  return `${counted(ran, 'setting')} of ${candidates.length} run over ${runWords(result)}, ${counted(replications, 'replication')} of the recommended ones`;
}
