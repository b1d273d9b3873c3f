import type { Scenario } from '../../scenario/scenario.js';
import type { Forecast } from '../../study/growth/forecast-result.js';
import type { LoadGrowth } from '../../study/growth/load-growth.js';
import { priceAtStart } from '../../vendors/price-stretch.js';
import { otherLinesText } from '../answers/forecast/forecast-notes.js';
import type { Report } from '../document/report.js';
import { number, percent } from '../figures/figure-text.js';
import type { Book } from './cells/book.js';
import { formula, type SheetCell } from './cells/cell.js';
import type { Sheet } from './cells/sheet.js';
import type { CellStyle } from './cells/style.js';
import { moneyHeader } from './cells/table.js';
import { addBills, sumOfMonth } from './forecast/bills-sheet.js';
import { addDays, addForecastData, isBeyond } from './forecast/days-sheet.js';
import { type ForecastModel, forecastModel, type GrowthCase, hasOtherLines } from './forecast/model.js';
import { addForecastScenarios, forecastMonths } from './forecast/months.js';
import { addOtherLines } from './forecast/other-lines-sheet.js';
import {
  addChoices,
  answerCell,
  answerWorkbook,
  type ChoiceLine,
  choiceKey,
  quotaAlert,
} from './inputs/answer-sheet.js';
import { budgetInput, type Input, input } from './inputs/inputs.js';
import { moneyText } from './inputs/pricing.js';
import { addMonths, budgetAlert, chargedKey } from './months/months-sheet.js';
import type { ComputeUse } from './months/present-runs.js';
import { addTeams } from './months/teams-sheet.js';

/** The inputs of a forecast's workbook in addition to the forecast. */
export interface ForecastGrounds {
  readonly scenario: Scenario;
  readonly growth: LoadGrowth;
  /** Of a month, in US dollars; `undefined`: none was given. */
  readonly budget_usd: number | undefined;
  readonly report: Report;
  /** The use of each compute at the present load. */
  readonly uses: readonly ComputeUse[];
}

/**
 * The bytes of the planning workbook of a forecast: every cost follows price, plan, growth, discount and currency by
 * formulas over the use that was simulated.
 */
export function forecastWorkbook(forecast: Forecast, grounds: ForecastGrounds): Uint8Array {
  const { scenario, growth, uses, budget_usd, report } = grounds;
  const { confidence } = forecast;
  const model = forecastModel(forecast, scenario, growth);
  const count = model.months.length;
  const formulas = forecastMonths(model);
  const charged = chargedKey(formulas);
  const sheets = (book: Book) => {
    addMonths(book, model.months, formulas, {
      of: '"growth: "&chosen&", "&TEXT(chosen_growth,"0.0%")&" a month, plan "&plan',
      notes: [
        'A bill is between: where a single month is to be expected, given chance from week to week, at the growth that was chosen.',
        'Does not grow: due even if no load grows, such as scheduled jobs and computes that never suspend. At most: every compute at its largest size all the time.',
        `Cost is ${otherLinesText(forecast)}.`,
      ],
      budget: budget_usd !== undefined,
    });
    addForecastScenarios(book, model);
    if (uses.length > 1) addTeams(book, uses, count);
    addDays(book, model);
    const checks = [...addBills(book, model), ...addOtherLines(book, model)];
    addForecastData(book, model);
    return checks;
  };
  return answerWorkbook(report, {
    sheets,
    headline: headline(count, charged),
    alerts: [quotaAlert(`${formulas.wanted(0)}/${model.months[0]!.days}`), budgetAlert(charged, count)],
    body: (sheet, book) => addBody(book, sheet, model),
    as_of: scenario.plan.as_of,
    price: priceAtStart(scenario),
    compute_time_seconds: scenario.quota.compute_time_seconds,
    further: inputsOf(grounds, model),
    differs: `chosen<>"${model.expected.name}"`,
    notes: [`A single bill lies within its range with a probability of ${percent(confidence)}.`],
  });
}

/** The answer as a formula. @param charged the column of the months with what is charged in all */
function headline(months: number, charged: string): string {
  const of = (month: number) => moneyText(`Months[${charged}@${month}]`);
  const growth = `TEXT(chosen_growth,"0.0%")&" growth a month on plan "&plan`;
  const all = `${moneyText('period_charged')}&" for all ${months}"`;
  return `${of(0)}&" in the first month, "&${of(months - 1)}&" in the last, "&${all}&", with "&${growth}&"."`;
}

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

/** Writes the results for the chosen growth, and for every case, and the cell that chooses it. */
function addBody(book: Book, sheet: Sheet, model: ForecastModel): void {
  const names = model.cases.map(({ name }) => name);
  const label = 'How the load grows: choose from the list';
  const table = addChoices(book, sheet, label, names, model.expected.name, linesOf(model));
  book.name('chosen_growth', answerCell('growth'));
  const [above, within] = [table.cells('chosen@above'), table.cells('chosen@within')];
  sheet.mark(above, `${above}>0`, 'bad');
  sheet.mark(within, `LEFT(${within},2)<>"ye"`, 'doubtful');
}

/** Lines of the first sheet's table: for what was chosen, and in every case. */
function linesOf(model: ForecastModel): readonly ChoiceLine[] {
  const billed = hasOtherLines(model);
  const count = model.months.length;
  const last_day = model.days.length - 1;
  const ofMonth = (month: number) => (which: number) => sumOfMonth(`cost c${which}`, month);
  const all = (which: number) => `SUM(Bills[cost c${which}])`;
  const above = `SUMPRODUCT((Months[${billed ? 'bill' : 'cost'}]>budget_per_month)*1)`;
  const beyond = isBeyond(model.days.at(-1)!.months);
  const line = (
    key: string,
    label: SheetCell,
    style: CellStyle,
    chosen: string | undefined,
    of?: (which: number) => string,
  ): ChoiceLine => ({
    key,
    label,
    style,
    ...(chosen !== undefined && { chosen }),
    ...(of && { of: (which) => formula(of(which)) }),
  });
  const money = (key: string, label: string, chosen: string, of: (which: number) => string) =>
    line(key, moneyHeader(label), 'money', chosen, of);
  return [
    line('growth', 'Growth of the load from month to month', 'plain_share', undefined, (which) => {
      return model.cases[which]!.cell;
    }),
    money('first', 'First month', 'Months[cost@0]', ofMonth(0)),
    money('last', 'Last month', `Months[cost@${count - 1}]`, ofMonth(count - 1)),
    money('average', 'A calendar month, on average', `period_cost/${count}`, (which) => {
      return `${all(which)}/${count}`;
    }),
    money('all', 'All months', 'period_cost', all),
    ...(billed
      ? [
          money('bill', 'All months, with the other lines of the bill', 'period_charged', (which) => {
            return `WholeBills[${choiceKey(which)}@sum]`;
          }),
        ]
      : []),
    line('budget', moneyHeader('Budget of all months'), 'money_or_none', `budget_per_month*${count}`),
    line('above', 'Months above the budget', 'count', `IF(budget_per_month>0,${above},0)`),
    line('load', 'Load on the last day', 'factor', `Days[load@${last_day}]`, (which) => {
      return `Days[load c${which}@${last_day}]`;
    }),
    line(
      'within',
      'Within the loads that were simulated',
      'text',
      `IF(${beyond},"no: beyond "&largest_simulated_load&" times, as at that load","yes")`,
    ),
  ];
}
