import type { Scenario } from '../../scenario/scenario.js';
import type { Forecast } from '../../study/growth/forecast-result.js';
import { type LoadGrowth, middleGrowth } from '../../study/growth/load-growth.js';
import type { ForecastWithWorlds } from '../../study/worlds/forecast-worlds.js';
import { priceAtStart } from '../../vendors/price-stretch.js';
import { forecastEventText, otherLinesText } from '../answers/forecast-report.js';
import { counted, number, percent } from '../figures/figure-text.js';
import type { Verdict } from '../text/verdict.js';
import { Book } from './cells/book.js';
import { live } from './cells/live.js';
import { addChecks } from './inputs/checks-sheet.js';
import { addInputs, budgetInput, type Input, shareInput } from './inputs/inputs-sheet.js';
import { NAMES } from './inputs/pricing.js';
import { addMonths } from './months/months-sheet.js';
import { PLANNING, SHEETS } from './months/planning-names.js';
import { CHECKS_WORDS, INPUTS_WORDS, type SheetWords, writeReadMe } from './months/read-me-sheet.js';
import { addTeams } from './months/teams-sheet.js';
import type { ComputeUse } from './months/use-of-computes.js';
import { addBills } from './planning/bills-sheet.js';
import { addDays } from './planning/days-sheet.js';
import { addForecastAnswer, otherChosen } from './planning/forecast-answer-sheet.js';
import { addForecastData } from './planning/forecast-data-sheet.js';
import { ForecastModel, type GrowthCase } from './planning/forecast-model.js';
import { forecastMonths } from './planning/forecast-months.js';
import { addForecastScenarios } from './planning/forecast-scenarios-sheet.js';
import { addForecastSensitivity } from './planning/forecast-sensitivity-sheet.js';
import { addOtherLines, otherLinesOf } from './planning/other-lines-sheet.js';
import { addForecastWorlds, WORLDS } from './planning/worlds-sheet.js';

/** What a forecast's workbook is made from besides the forecast. */
export interface ForecastGrounds {
  readonly scenario: Scenario;
  readonly growth: LoadGrowth;
  /** Of a month, in US dollars; `undefined`: none was given. */
  readonly budget_usd: number | undefined;
  readonly verdict: Verdict;
  /** What each compute used at the present load. */
  readonly uses: readonly ComputeUse[];
}

/**
 * The bytes of the planning workbook of a forecast: every cost follows price, plan, growth, discount and currency by
 * formulas over the use that was simulated.
 */
export function forecastWorkbook(forecast: ForecastWithWorlds, grounds: ForecastGrounds): Uint8Array {
  const { scenario, growth, uses } = grounds;
  const book = new Book({ title: forecast.scenario, subject: 'Forecast' });
  const model = new ForecastModel(forecast, scenario, casesOf(growth));
  // What it says is known when the others are written.
  const readMe = book.sheet(SHEETS.read_me);
  addInputs(book, scenario, {
    price: priceAtStart(scenario),
    compute_time_seconds: scenario.quota.compute_time_seconds,
    further: inputsOf(grounds, model),
  });
  const lines = otherLinesOf(model);
  addForecastAnswer(
    book,
    model,
    { verdict: grounds.verdict, budget: grounds.budget_usd ?? 0, others: lines },
    forecast.events.map((event) => `${event.what}: ${forecastEventText(event, forecast)}`),
  );
  const { worlds } = forecast;
  if (worlds !== undefined) addForecastWorlds(book, worlds);
  const { months, low, high } = forecastMonths(model, lines);
  const of = live(
    `"growth: "&${PLANNING.chosen}&", "&TEXT(${PLANNING.chosen_growth},"0.0%")&" a month, plan "&${NAMES.plan}`,
    `growth: ${model.expected.name}, ${(100 * model.expected.growth).toFixed(1)}% a month, plan ${scenario.plan.name}`,
  );
  addMonths(book, months, {
    of,
    low,
    high,
    notes: [...MONTH_NOTES, `Cost is ${otherLinesText(forecast)}.`],
    budget: grounds.budget_usd,
  });
  addForecastScenarios(book, model, lines);
  const cost = forecast.months.reduce((sum, { cost_usd }) => sum + cost_usd.mean, 0);
  const teams = uses.length > 1 ? addTeams(book, uses, { cost, months: months.length }) : [];
  addForecastSensitivity(book, model);
  addBills(book, model);
  const others = lines === undefined ? [] : addOtherLines(book, model, lines);
  addDays(book, model);
  const checks = [...addForecastData(book, model), ...teams, ...others];
  addChecks(book, checks, otherChosen(model));
  writeReadMe(readMe, {
    title: `${forecast.scenario}: forecast`,
    verdict: grounds.verdict,
    about: aboutOf(forecast, scenario),
    sheets: SHEET_WORDS.filter(
      ({ sheet }) =>
        (sheet !== SHEETS.teams || uses.length > 1) &&
        (sheet !== SHEETS.lines || lines !== undefined) &&
        (sheet !== WORLDS || worlds !== undefined),
    ),
    warnings: forecast.warnings,
  });
  return book.toBytes(forecast.start);
}

const MONTH_NOTES = [
  'A bill is between: where a single month is to be expected, given chance from week to week, at the growth that was chosen.',
  'Does not grow: due even if no load grows, such as scheduled jobs and computes that never suspend.',
];

/** How the load grows: as asked for, at the ends of the range, and not at all. */
function casesOf(growth: LoadGrowth): readonly GrowthCase[] {
  return [
    { name: 'No growth', growth: 0, cell: '0' },
    { name: 'Low', growth: growth.low - 1, cell: PLANNING.low_growth },
    { name: 'Expected', growth: middleGrowth(growth) - 1, cell: NAMES.growth },
    { name: 'High', growth: growth.high - 1, cell: PLANNING.high_growth },
  ];
}

function inputsOf(
  { growth, budget_usd }: ForecastGrounds,
  { cases, simulated }: ForecastModel,
): readonly Input[] {
  const range =
    growth.low === growth.high ? `--growth ${growth.text}` : `the middle of --growth ${growth.text}`;
  const [, low, expected, high] = cases;
  const beyond = `loads from ${number(simulated.least)} to ${number(simulated.largest)} times were simulated; beyond them costs go straight on`;
  const growthOf = (own: GrowthCase | undefined, name: string, note: string) =>
    shareInput(`Growth of the load a month, ${own!.name.toLowerCase()}`, name, own!.growth, note);
  return [
    growthOf(expected, NAMES.growth, `${range}; ${beyond}`),
    growthOf(low, PLANNING.low_growth, 'the lower end of the range'),
    growthOf(high, PLANNING.high_growth, 'the upper end of the range'),
    budgetInput(
      budget_usd,
      budget_usd === undefined ? 'none was given' : 'the objective on cost_usd_per_month',
    ),
  ];
}

function aboutOf(
  { replications, confidence, method, seed, plan }: Forecast,
  { start }: Scenario,
): readonly string[] {
  const { runs, load_factors } = method;
  const levels = load_factors.map((factor) => number(factor)).join(', ');
  return [
    `from ${start}, plan ${plan}, seed ${seed}: ${counted(runs, 'run')} at ${levels} times the load, ${replications} replications each, straight lines in between`,
    `a single bill lies within its range with a probability of ${percent(confidence)}`,
  ];
}

const LIVE = 'yes, all of it';
const SHEET_WORDS: readonly SheetWords[] = [
  INPUTS_WORDS,
  {
    sheet: SHEETS.answer,
    holds: 'what it comes to, and the growth to choose',
    follows: 'yes, but for the days on which something happens',
  },
  { sheet: SHEETS.months, holds: 'every calendar month with budget and actual', follows: LIVE },
  { sheet: SHEETS.scenarios, holds: 'growths side by side, and the same use on other plans', follows: LIVE },
  {
    sheet: SHEETS.teams,
    holds: 'the cost charged by use',
    follows: 'costs do; shares of use are as simulated',
  },
  { sheet: SHEETS.sensitivity, holds: 'what the cost is if one thing is otherwise', follows: LIVE },
  { sheet: SHEETS.bills, holds: 'CU-hours and cost of every month and replication', follows: LIVE },
  {
    sheet: SHEETS.days,
    holds: 'load and CU-hours of every day',
    follows: 'growth alone: use does not depend on prices',
  },
  { sheet: SHEETS.data, holds: 'what was simulated', follows: 'no: run neap forecast again' },
  CHECKS_WORDS,
  {
    sheet: SHEETS.lines,
    holds: 'storage, history, snapshots, transfer and branches of every month',
    follows: 'amounts do; what is stored is as simulated, what is sent follows the load',
  },
  {
    sheet: WORLDS,
    holds: 'the expected bill of each month over worlds drawn from the intervals',
    follows: 'no: as simulated',
  },
];
