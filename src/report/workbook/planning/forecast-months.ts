import { representativePeriod } from '../../../study/replicate/representative-period.js';
import type { Table } from '../cells/table.js';
import { NAMES } from '../inputs/pricing.js';
import type { MonthFormulas } from '../months/months-sheet.js';
import { PLANNING } from '../months/planning-names.js';
import { billKey, sumOfMonth } from './bills-sheet.js';
import { isBeyond } from './days-sheet.js';
import type { ForecastModel } from './forecast-model.js';
import type { OtherLines } from './other-lines-sheet.js';

/** The months of a forecast as formulas over its days and bills. @param others the other lines of their bills, if any are known */
export function forecastMonths(
  model: ForecastModel,
  days: Table,
  bills: Table,
  others?: OtherLines,
): MonthFormulas {
  const { months, forecast } = model;
  const sum = (key: string) => (month: number) => sumOfMonth(bills, key, month + 1);
  const more = (month: number) => (others === undefined ? '' : `+${others.ofMonth(month)}`);
  const half = (month: number) => halfBand(model, months[month]!.days, sum('deviation')(month));
  const all = months.reduce((total, each) => total + each.days, 0);
  const runs = Array.from(
    { length: forecast.replications },
    (_, each) => `SUM(${bills.range(billKey('cost', 'r', each))})`,
  );
  const wholeHalf = halfBand(model, all, `STDEV(${runs.join(',')})`);
  const cost = `SUM(${bills.range('cost')})`;
  const others_total =
    others === undefined ? '' : `+${months.map((_, month) => others.ofMonth(month)).join('+')}`;
  return {
    load: (month) => monthLoad(model, days, month),
    wanted: sum('wanted'),
    hours: sum('hours'),
    fixed: sum('fixed'),
    cost: sum('cost'),
    ...(others !== undefined && {
      other: (month: number) => others.ofMonth(month),
      bill: (month: number) => wholeBill(bills, others, month),
    }),
    low: (month) => `MAX(0,${sum('cost')(month)}-${half(month)})${more(month)}`,
    high: (month) => `${sum('cost')(month)}+${half(month)}${more(month)}`,
    most: sum('most'),
    remark: (month) => beyondText(model, month),
    ends: { low: `MAX(0,${cost}-${wholeHalf})${others_total}`, high: `${cost}+${wholeHalf}${others_total}` },
  };
}

/**
 * The whole bill of a month, from 0: each line to the cent, and no less in all than the plan's minimum.
 * @param which the case of growth; absent: as was chosen
 */
export function wholeBill(bills: Table, others: OtherLines, month: number, which?: number): string {
  const key = (of: 'hours' | 'cost') => (which === undefined ? of : billKey(of, 'c', which));
  const [cost, cu_hours] = [
    sumOfMonth(bills, key('cost'), month + 1),
    sumOfMonth(bills, key('hours'), month + 1),
  ];
  const price = `INDEX(${bills.range('price')},MATCH(${month + 1},${bills.range('month')},0))`;
  const least = sumOfMonth(bills, 'minimum', month + 1);
  // Lines are to the cent of a US dollar, whatever the currency.
  const usd = `${cost}/${NAMES.money}`;
  const alone = `IF(${usd}>${least},${usd},MIN(${usd},${cu_hours}*${price}))`;
  const whole = `MAX(${least}*${NAMES.money},ROUND(${alone},2)*${NAMES.money}+${others.ofMonth(month, which)})`;
  return `IF(${NAMES.money}=0,0,${whole})`;
}

/** The mean load of a month, from 0. */
function monthLoad({ days: all, bills }: ForecastModel, days: Table, month: number): string {
  const own = all.flatMap(({ bill }, index) => (bills[bill - 1]!.month === month + 1 ? [index] : []));
  return `AVERAGE(${days.range('load', own[0], own.at(-1))})`;
}

/** Says that the load of a month is beyond those that were simulated; nothing if it is not. */
function beyondText({ days, bills }: ForecastModel, month: number): string {
  const last = days.findLast(({ bill }) => bills[bill - 1]!.month === month + 1)!;
  const words = `"not simulated: as at "&${PLANNING.largest}&" times the load"`;
  return `IF(${isBeyond(PLANNING.chosen_growth, last.months)},IF(${PLANNING.chosen_growth}>0,${words},"below the loads that were simulated"),"")`;
}

/** Half the width within which a single bill is to be expected: s √(1/w + 1/n) t(n − 1), as in the forecast. */
function halfBand({ scenario, forecast }: ForecastModel, days: number, deviation: string): string {
  const { replications, confidence } = forecast;
  const alike = representativePeriod(scenario).days;
  const factor = Math.sqrt(1 / replications + 1 / Math.max(1, days / alike));
  return `TINV(${Number((1 - confidence).toPrecision(12))},${replications - 1})*${factor}*${deviation}`;
}
