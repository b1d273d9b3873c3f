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
import { ANSWER, addAnswer, quotaAlert } from './inputs/answer-sheet.js';
import { budgetInput, type Input, input } from './inputs/inputs.js';
import { addMonths, budgetAlert, chargedKey } from './months/months-sheet.js';
import { addTeams } from './months/teams-sheet.js';
import type { ComputeUse } from './months/use-of-computes.js';
import { addBills } from './planning/bills-sheet.js';
import { addDays } from './planning/days-sheet.js';
import { addForecastAnswer, forecastHeadline } from './planning/forecast-answer.js';
import { addForecastData } from './planning/forecast-data-sheet.js';
import { type ForecastModel, forecastModel, type GrowthCase } from './planning/forecast-model.js';
import { forecastMonths } from './planning/forecast-months.js';
import { addForecastScenarios } from './planning/forecast-scenarios.js';
import { addOtherLines } from './planning/other-lines-sheet.js';
import { addForecastSensitivity } from './planning/sensitivity-sheet.js';
import { addForecastWorlds } from './planning/worlds-sheet.js';

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
  const answer = book.sheet(ANSWER);
  const formulas = forecastMonths(model);
  const charged = chargedKey(formulas);
  addMonths(book, model.months, formulas, {
    of: '"growth: "&chosen&", "&TEXT(chosen_growth,"0.0%")&" a month, plan "&plan',
    notes: [...MONTH_NOTES, `Cost is ${otherLinesText(forecast)}.`],
    budget: budget_usd !== undefined,
  });
  addForecastScenarios(book, model);
  const teams = uses.length > 1 ? addTeams(book, uses, model.months.length) : [];
  if (worlds !== undefined) addForecastWorlds(book, worlds);
  addDays(book, model);
  addBills(book, model);
  const others = addOtherLines(book, model);
  addForecastSensitivity(book, model);
  const data = addForecastData(book, model);
  addAnswer(book, answer, {
    title: `${forecast.scenario}: forecast`,
    about: aboutOf(forecast, scenario),
    headline: forecastHeadline(model, charged),
    alerts: [
      quotaAlert(`${formulas.wanted(0)}/${model.months[0]!.days}`),
      budgetAlert(charged, model.months.length),
    ],
    verdict,
    last: model.cases.length + 1,
    body: (sheet, row) => addForecastAnswer(book, sheet, row, model),
    scenario,
    price: priceAtStart(scenario),
    compute_time_seconds: scenario.quota.compute_time_seconds,
    further: inputsOf(grounds, model),
    checks: [...data, ...teams, ...others],
    differs: `chosen<>"${model.expected.name}"`,
    notes: [
      ...events.map((event) => `When, as simulated: ${event.what}: ${forecastEventText(event, forecast)}`),
      `A single bill lies within its range with a probability of ${percent(forecast.confidence)}.`,
    ],
    warnings,
  });
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
  const growthInput = ({ name, cell, growth: own }: GrowthCase) => {
    const label =
      cases.length > 2 ? `Growth of the load a month, ${name.toLowerCase()}` : 'Growth of the load a month';
    return input(label, cell, 'input_share', own, notes[name]!);
  };
  return [
    ...cases.filter(({ name }) => name in notes).map(growthInput),
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
