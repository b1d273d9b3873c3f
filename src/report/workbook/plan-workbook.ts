import type { Scenario } from '../../scenario/scenario.js';
import type { PlanResult } from '../../study/plan/plan-result.js';
import type { PlanWithWorlds } from '../../study/worlds/plan-worlds-result.js';
import { priceAtStart } from '../../vendors/price-stretch.js';
import { planWords, selectionWords } from '../answers/plan/plan-words.js';
import { runWords } from '../figures/candidate.js';
import { candidatesOfPlan } from '../figures/candidates-of.js';
import { counted } from '../figures/figure-text.js';
import type { Verdict } from '../text/verdict.js';
import { addCandidates, candidatesChart } from './candidates/candidates-sheet.js';
import { Book } from './cells/book.js';
import { ANSWER, addAnswer, quotaAlert } from './inputs/answer-sheet.js';
import { budgetInput, type Input, input } from './inputs/inputs.js';
import { addMonths, budgetAlert } from './months/months-sheet.js';
import { ChoiceLoads } from './planning/choice-loads.js';
import { addPlanAnswer, answerCell, planHeadline } from './planning/plan-answer-sheet.js';
import { firstChoice, planChoices } from './planning/plan-choices.js';
import { addChoiceMonths, addPlanScenarios, planMonths } from './planning/plan-months.js';
import { addPlanSensitivity } from './planning/sensitivity-sheet.js';
import { addPlanWorlds } from './planning/worlds-sheet.js';
import { monthsAhead } from './run/run-inputs.js';

/**
 * The bytes of the planning workbook of a plan: the choices side by side, with costs that follow price, plan, growth,
 * discount and currency by formulas over the use of every candidate.
 */
export function planWorkbook(result: PlanWithWorlds, scenario: Scenario, verdict: Verdict): Uint8Array {
  const { worlds, warnings } = result;
  const book = new Book({ title: result.scenario, subject: 'Plan' });
  const answer = book.sheet(ANSWER);
  const listed = candidatesOfPlan(result);
  const price = priceAtStart(scenario);
  const choices = planChoices(result);
  const loads = new ChoiceLoads(choices, result);
  const months = monthsAhead(scenario.start_epoch_seconds);
  addMonths(book, months, planMonths(loads), {
    of: `chosen&": "&${answerCell('settings')}`,
    notes: monthNotes(loads),
    budget: budgetOf(result) !== undefined,
  });
  addPlanScenarios(book, months, loads);
  if (worlds !== undefined) addPlanWorlds(book, { plan: result, worlds });
  const checks = addCandidates(book, listed, price, true);
  addChoiceMonths(book, months, scenario.start_epoch_seconds, loads);
  addPlanSensitivity(book, result, answerCell('month', firstChoice(choices)));
  addAnswer(book, answer, {
    title: `${result.scenario}: plan`,
    about: whatWasRun(result),
    headline: planHeadline(choices),
    alerts: [quotaAlert(`24*${answerCell('rate')}`), budgetAlert('cost', months.length)],
    verdict,
    last: choices.length + 1,
    body: (sheet, row) => addPlanAnswer(book, sheet, row, result, loads),
    scenario,
    price,
    further: inputsOf(result, loads),
    checks,
    notes: [selectionWords(result), ...planWords(result).map((words) => `Why: ${words}`)],
    warnings,
    charts: candidatesChart(listed.list),
  });
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
    ...(grows ? [input('Growth of the load a month', 'growth_per_month', 'input_share', 0, from)] : []),
    budgetInput(budget?.bound, budget === undefined ? 'none was given' : `the constraint ${budget.text}`),
  ];
}

function whatWasRun(result: PlanResult): string {
  const { replications, candidates } = result;
  const ran = candidates.filter((each) => each.replications > 0).length;
  return `${counted(ran, 'setting')} of ${candidates.length} run over ${runWords(result)}, ${counted(replications, 'replication')} of the recommended ones`;
}
