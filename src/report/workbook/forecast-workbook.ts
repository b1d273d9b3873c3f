import type { Scenario } from '../../scenario/scenario.js';
import type { Forecast } from '../../study/growth/forecast-result.js';
import type { LoadGrowth } from '../../study/growth/load-growth.js';
import type { ForecastWithWorlds } from '../../study/worlds/forecast-worlds.js';
import { priceAtStart } from '../../vendors/price-stretch.js';
import { forecastEventText } from '../answers/forecast/forecast-events.js';
import { otherLinesText } from '../answers/forecast/forecast-notes.js';
import { counted, number, percent } from '../figures/figure-text.js';
import type { Verdict } from '../text/verdict.js';
import { Book } from './cells/book.js';
import { ANSWER, addAnswerHead, addNotes, BELOW_HEAD, quotaAlert } from './inputs/answer-head.js';
import { addChecks } from './inputs/checks-sheet.js';
import { addInputs, budgetInput, type Input, shareInput } from './inputs/inputs.js';
import { NAMES } from './inputs/pricing.js';
import { addMonths, budgetAlert, chargedKey } from './months/months-sheet.js';
import { PLANNING, SHEETS } from './months/planning-names.js';
import { addTeams } from './months/teams-sheet.js';
import type { ComputeUse } from './months/use-of-computes.js';
import { addBills } from './planning/bills-sheet.js';
import { addDays } from './planning/days-sheet.js';
import { addForecastAnswer, forecastHeadline, otherChosen } from './planning/forecast-answer.js';
import { addForecastData } from './planning/forecast-data-sheet.js';
import { type ForecastModel, forecastModel, type GrowthCase } from './planning/forecast-model.js';
import { forecastMonths } from './planning/forecast-months.js';
import { addForecastScenarios } from './planning/forecast-scenarios-sheet.js';
import { addForecastSensitivity } from './planning/forecast-sensitivity-sheet.js';
import { addOtherLines } from './planning/other-lines-sheet.js';
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
  const { scenario, growth, uses, budget_usd, verdict } = grounds;
  const { worlds, warnings, events } = forecast;
  const book = new Book({ title: forecast.scenario, subject: 'Forecast' });
  const model = forecastModel(forecast, scenario, growth);
  const sheet = book.sheet(ANSWER);
  const monthsSheet = book.sheet(SHEETS.months);
  const scenarios = book.sheet(SHEETS.scenarios);
  const teams = uses.length > 1 ? addTeams(book.sheet(SHEETS.teams), uses, model.months.length) : [];
  if (worlds !== undefined) addForecastWorlds(book.sheet(WORLDS), worlds);
  const days = addDays(book, model);
  const bills = addBills(book, model, days);
  const others = addOtherLines(book, model, days, bills);
  const formulas = forecastMonths(model, days, bills, others);
  const months = addMonths(book, monthsSheet, model.months, formulas, {
    of: `"growth: "&${PLANNING.chosen}&", "&TEXT(${PLANNING.chosen_growth},"0.0%")&" a month, plan "&${NAMES.plan}`,
    notes: [...MONTH_NOTES, `Cost is ${otherLinesText(forecast)}.`],
    budget: budget_usd !== undefined,
  });
  const whole = addForecastScenarios(scenarios, model, bills, others);
  const tables = { days, bills, months, charged: chargedKey(formulas), whole };
  const last = model.cases.length + 1;
  const table = addForecastAnswer(book, sheet, BELOW_HEAD, model, tables);
  const firstMonth = `${formulas.wanted(0, () => '')}/${model.months[0]!.days}`;
  addAnswerHead(book, sheet, {
    title: `${forecast.scenario}: forecast`,
    about: aboutOf(forecast, scenario),
    headline: forecastHeadline(model, tables),
    alerts: [quotaAlert(firstMonth), budgetAlert(months, tables.charged)],
    verdict,
    last,
  });
  const below = addInputs(book, sheet, table.last + 2, scenario, {
    price: priceAtStart(scenario),
    compute_time_seconds: scenario.quota.compute_time_seconds,
    further: inputsOf(grounds, model),
  });
  addForecastSensitivity(book, model, bills);
  const checks = [...addForecastData(book, model, bills), ...teams, ...(others?.checks ?? [])];
  addChecks(book, checks, otherChosen(model));
  const notes = [
    ...events.map((event) => `When, as simulated: ${event.what}: ${forecastEventText(event, forecast)}`),
    `A single bill lies within its range with a probability of ${percent(forecast.confidence)}.`,
    ...warnings.map((warning) => `Warning: ${warning}`),
  ];
  sheet.print(addNotes(sheet, below + 1, notes, last), last + 2);
  return book.toBytes(forecast.start);
}

const MONTH_NOTES = [
  'A bill is between: where a single month is to be expected, given chance from week to week, at the growth that was chosen.',
  'Does not grow: due even if no load grows, such as scheduled jobs and computes that never suspend. At most: every compute at its largest size all the time.',
];

function inputsOf(
  { growth, budget_usd }: ForecastGrounds,
  { cases, levels }: ForecastModel,
): readonly Input[] {
  const range =
    growth.low === growth.high ? `--growth ${growth.text}` : `the middle of --growth ${growth.text}`;
  const [least, largest] = [levels[1]!.load_factor, levels.at(-1)!.load_factor];
  const notes: Readonly<Record<string, string>> = {
    Expected: `${range}; loads from ${number(least)} to ${number(largest)} times were simulated, months beyond are as at the last one`,
    Low: 'the lower end of the range',
    High: 'the upper end of the range',
  };
  const input = ({ name, cell, growth: own }: GrowthCase) => {
    const label =
      cases.length > 2 ? `Growth of the load a month, ${name.toLowerCase()}` : 'Growth of the load a month';
    return shareInput(label, cell, own, notes[name]!);
  };
  return [
    ...cases.filter(({ name }) => name in notes).map(input),
    budgetInput(
      budget_usd,
      budget_usd === undefined ? 'none was given' : 'the objective on cost_usd_per_month',
    ),
  ];
}

function aboutOf({ replications, method, seed, plan }: Forecast, { start }: Scenario): string {
  const { runs, load_factors } = method;
  const levels = load_factors.map((factor) => number(factor)).join(', ');
  return `from ${start}, plan ${plan}, seed ${seed}: ${counted(runs, 'run')} at ${levels} times the load, ${replications} replications each, straight lines in between`;
}
