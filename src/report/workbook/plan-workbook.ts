import { firstMonth } from '../../scenario/allowances.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { PlanResult } from '../../study/plan/plan-result.js';
import type { PlanWithWorlds } from '../../study/worlds/plan-worlds-result.js';
import { lastDay, planLimits } from '../../vendors/plan-limits.js';
import { priceAtStart } from '../../vendors/price-stretch.js';
import { planWords, selectionWords } from '../answers/plan-words.js';
import { runWords } from '../figures/candidate.js';
import { candidatesOfPlan } from '../figures/candidates-of.js';
import { counted } from '../figures/figure-text.js';
import type { Verdict } from '../text/verdict.js';
import { addCandidateUsage } from './candidates/candidate-usage-sheet.js';
import { alwaysOnShare, CandidateUse } from './candidates/candidate-use.js';
import { CANDIDATES, CandidateColumns, candidateChecks } from './candidates/candidates-sheet.js';
import { frontChart } from './candidates/front-chart.js';
import { Book } from './cells/book.js';
import { addChart } from './cells/charts.js';
import { live } from './cells/live.js';
import { addChecks } from './inputs/checks-sheet.js';
import { addInputs, budgetInput, type Input, shareInput } from './inputs/inputs-sheet.js';
import { NAMES, NO_QUOTA } from './inputs/pricing.js';
import { USAGE } from './inputs/usage.js';
import { addMonths } from './months/months-sheet.js';
import { PLANNING, SHEETS } from './months/planning-names.js';
import { CHECKS_WORDS, INPUTS_WORDS, type SheetWords, writeReadMe } from './months/read-me-sheet.js';
import { steadyMonths } from './months/steady-months.js';
import { addPlanAnswer } from './planning/plan-answer-sheet.js';
import { firstChoice, type PlanChoice, planChoices } from './planning/plan-choices.js';
import { addPlanScenarios, rateOf } from './planning/plan-scenarios-sheet.js';
import { addPlanSensitivity } from './planning/plan-sensitivity-sheet.js';
import { addPlanWorlds, WORLDS } from './planning/worlds-sheet.js';

/**
 * The bytes of the planning workbook of a plan: the choices side by side, with costs that follow price, plan, growth,
 * discount and currency by formulas over the use of every candidate.
 */
export function planWorkbook(result: PlanWithWorlds, scenario: Scenario, verdict: Verdict): Uint8Array {
  const book = new Book({ title: result.scenario, subject: 'Plan' });
  const candidates = candidatesOfPlan(result);
  const use = new CandidateUse(candidates.list);
  const price = priceAtStart(scenario);
  const columns = new CandidateColumns(candidates, use, price);
  const choices = planChoices(result);
  const words = { verdict, why: planWords(result) };
  // What it says is known when the others are written.
  const readMe = book.sheet(SHEETS.read_me);
  const first = choices[firstChoice(choices)]!;
  addInputs(book, scenario, { price, further: inputsOf(result, first) });
  addPlanAnswer(book, result, choices, columns, words);
  const { worlds } = result;
  if (worlds !== undefined) addPlanWorlds(book, { plan: result, worlds });
  const months = monthsOf(scenario, first);
  const of = live(`${PLANNING.chosen}&": "&${PLANNING.settings}`, `${first.role}: ${first.candidate.name}`);
  addMonths(book, months, { of, notes: MONTH_NOTES, budget: budgetOf(result)?.bound });
  addPlanScenarios(book, months, choices);
  addPlanSensitivity(book, result, choices);
  const places = columns.add(book);
  const usage = addCandidateUsage(book, use, (candidate) => columns.price(candidate));
  addChecks(book, [usage, ...candidateChecks(candidates, places)]);
  const chart = frontChart(places);
  writeReadMe(readMe, {
    title: `${result.scenario}: plan`,
    verdict,
    about: [whatWasRun(result), selectionWords(result)],
    sheets: SHEET_WORDS.filter(({ sheet }) => sheet !== WORLDS || worlds !== undefined),
    warnings: result.warnings,
  });
  if (chart !== undefined) addChart(readMe, 26 + result.warnings.length, 0, chart);
  return book.toBytes(result.start);
}

/** The limit on what a month costs; `undefined` where there is none. */
function budgetOf({ constraints }: Pick<PlanResult, 'constraints'>) {
  return constraints.find(({ figure }) => figure === 'cost_usd_per_month');
}

const MONTH_NOTES = [
  'Cost is of compute time; what is stored and sent is on the bill as well (neap bill).',
  'Every hour uses what the run did on average. What grows is taken to grow as the load does, an estimate; neap forecast simulates it.',
  'Does not grow: computes that never suspend, at their smallest; what scheduled jobs use is not known here.',
];

function monthsOf(scenario: Scenario, { candidate: { use } }: PlanChoice) {
  return steadyMonths(scenario.start_epoch_seconds, {
    rate: live(PLANNING.rate, rateOf(use!)),
    not_growing: live(NAMES.not_growing, alwaysOnShare(use!)),
    price: use!.price,
    cells: {
      price: PLANNING.chosen_price,
      included: PLANNING.chosen_included,
      fee: PLANNING.chosen_fee,
      minimum: PLANNING.chosen_minimum,
    },
    quota: planLimits(scenario.plan, lastDay(firstMonth(scenario)))?.quota_cu_hours ?? NO_QUOTA,
  });
}

function inputsOf({ constraints }: PlanResult, { candidate: { use } }: PlanChoice): readonly Input[] {
  const budget = budgetOf({ constraints });
  const part = live(PLANNING.fixed_share, alwaysOnShare(use!));
  const of = 'of the settings that were chosen: computes that never suspend, at their smallest';
  return [
    shareInput('Growth of the load a month', NAMES.growth, 0, 'of the sheets Months and Scenarios'),
    {
      ...shareInput('Part of the use that does not grow', NAMES.not_growing, part, of),
      own: PLANNING.own_part,
    },
    budgetInput(budget?.bound, budget === undefined ? 'none was given' : `the constraint ${budget.text}`),
  ];
}

function whatWasRun(result: PlanResult): string {
  const { replications, candidates } = result;
  const ran = candidates.filter((each) => each.replications > 0).length;
  return `${counted(ran, 'setting')} of ${candidates.length} run over ${runWords(result)}, ${counted(replications, 'replication')} of the recommended ones`;
}

const LIVE = 'yes, all costs';
const SHEET_WORDS: readonly SheetWords[] = [
  INPUTS_WORDS,
  {
    sheet: SHEETS.answer,
    holds: 'today, recommended, cheapest and safest side by side; choose one for the months; why',
    follows: 'costs do; waits, constraints and the choice itself are as simulated',
  },
  {
    sheet: SHEETS.months,
    holds: 'twelve months of the chosen settings, with budget and actual',
    follows: LIVE,
  },
  { sheet: SHEETS.scenarios, holds: 'the same months of all four choices', follows: LIVE },
  {
    sheet: SHEETS.sensitivity,
    holds: 'other values of the assumptions, and other loads',
    follows: 'costs do; what breaks and what would be chosen are as simulated',
  },
  {
    sheet: CANDIDATES,
    holds: 'every setting with its figures',
    follows: 'costs do; all else is as simulated',
  },
  { sheet: USAGE, holds: 'CU-hours of every replication and month, and their costs', follows: LIVE },
  CHECKS_WORDS,
  {
    sheet: WORLDS,
    holds: 'the choice over worlds drawn from the intervals, and why each other candidate was not chosen',
    follows: 'no: as simulated',
  },
];
