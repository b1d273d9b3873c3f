import type { Book } from '../cells/book.js';
import type { MonthFormulas } from '../months/months-sheet.js';
import { addScenarios, caseColumns } from '../months/scenarios-sheet.js';
import { sumOfMonth } from './bills-sheet.js';
import { isBeyond } from './days-sheet.js';
import { type ForecastModel, hasOtherLines, replicationsOf } from './model.js';
import { otherLines } from './other-lines-sheet.js';

export function forecastMonths(model: ForecastModel): MonthFormulas {
  const { months } = model;
  const billed = hasOtherLines(model);
  const sum = (key: string) => (month: number) => sumOfMonth(key, month);
  const more = (all: readonly number[]) =>
    billed ? all.map((month) => `+${otherLines(month)}`).join('') : '';
  const half = (month: number) => halfBand(model, months[month]!.days, sumOfMonth('deviation', month));
  const days = months.reduce((total, each) => total + each.days, 0);
  const runs = replicationsOf(model).map((each) => `SUM(Bills[cost r${each}])`);
  const whole = halfBand(model, days, `STDEV(${runs.join(',')})`);
  const others = more(months.map((_, month) => month));
  return {
    load: (month) => monthLoad(model, month),
    wanted: sum('wanted'),
    hours: sum('hours'),
    fixed: sum('cost fixed'),
    cost: sum('cost'),
    ...(billed && { other: (month: number) => otherLines(month), bill: (month: number) => wholeBill(month) }),
    low: (month) => `MAX(0,${sumOfMonth('cost', month)}-${half(month)})${more([month])}`,
    high: (month) => `${sumOfMonth('cost', month)}+${half(month)}${more([month])}`,
    most: sum('most'),
    remark: (month) => beyondText(model, month),
    ends: { low: `MAX(0,SUM(Bills[cost])-${whole})${others}`, high: `SUM(Bills[cost])+${whole}${others}` },
  };
}

/**
 * The whole bill of a month, from 0: each line to the cent, and no less in all than the plan's minimum.
 * @param which the case of growth; absent: as was chosen
 */
export function wholeBill(month: number, which?: number): string {
  const of = which === undefined ? '' : ` c${which}`;
  const price = `INDEX(Bills[price],MATCH(${month + 1},Bills[month],0))`;
  const least = sumOfMonth('minimum', month);
  // Lines are to the cent of a US dollar, whatever the currency.
  const usd = `${sumOfMonth(`cost${of}`, month)}/money_per_usd`;
  const alone = `IF(${usd}>${least},${usd},MIN(${usd},${sumOfMonth(`hours${of}`, month)}*${price}))`;
  const whole = `MAX(${least}*money_per_usd,ROUND(${alone},2)*money_per_usd+${otherLines(month, which)})`;
  return `IF(money_per_usd=0,0,${whole})`;
}

/** The mean load of a month, from 0. */
function monthLoad({ days, bills }: ForecastModel, month: number): string {
  const own = days.flatMap(({ bill }, index) => (bills[bill - 1]!.month === month + 1 ? [index] : []));
  return `AVERAGE(Days[load@${own[0]}..${own.at(-1)}])`;
}

/** Says that the load of a month is beyond those that were simulated; nothing if it is not. */
function beyondText({ days, bills }: ForecastModel, month: number): string {
  const last = days.findLast(({ bill }) => bills[bill - 1]!.month === month + 1)!;
  const words = `"not simulated: as at "&largest_simulated_load&" times the load"`;
  return `IF(${isBeyond(last.months)},IF(chosen_growth>0,${words},"below the loads that were simulated"),"")`;
}

/** Half the width within which a single bill is to be expected: s √(1/w + 1/n) t(n − 1), as in the forecast. */
function halfBand({ alike_days, forecast }: ForecastModel, days: number, deviation: string): string {
  const { replications, confidence } = forecast;
  const factor = Math.sqrt(1 / replications + 1 / Math.max(1, days / alike_days));
  return `TINV(${Number((1 - confidence).toPrecision(12))},${replications - 1})*${factor}*${deviation}`;
}

/** Adds the sheet with the cases of growth side by side. */
export function addForecastScenarios(book: Book, model: ForecastModel): void {
  const { cases, months } = model;
  const billed = hasOtherLines(model);
  const amounts = (of: (month: number, which: number) => string) =>
    cases.map(({ name }, which) => ({ name, of: (month: number) => of(month, which) }));
  addScenarios(book, months, {
    note: `the cost${billed ? ' of compute time' : ''} of every month by how the load grows, at the mean use of the replications`,
    title: 'Cost by month and by how the load grows',
    cases: amounts((month, which) => sumOfMonth(`cost c${which}`, month)),
    further(sheet) {
      const title = 'The same months with the other lines of their bills';
      if (billed) sheet.table('WholeBills', caseColumns(amounts(wholeBill)), months, { title });
    },
  });
}
