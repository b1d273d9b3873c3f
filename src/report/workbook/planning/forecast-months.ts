import { sampleMoments } from '../../../statistics/sample-moments.js';
import { studentTQuantile } from '../../../statistics/student-t.js';
import { representativePeriod } from '../../../study/replicate/representative-period.js';
import { cents } from '../../../vendors/cents.js';
import { cellName, LISTING_ROW, type Live, live } from '../cells/live.js';
import { NAMES } from '../inputs/pricing.js';
import type { PlannedMonth } from '../months/months-sheet.js';
import { SHEETS } from '../months/planning-names.js';
import { BILL_COLUMNS, billRange, replicationColumn, sumOfMonth } from './bills-sheet.js';
import { DAY_COLUMNS } from './days-sheet.js';
import type { ForecastModel } from './forecast-model.js';
import type { OtherLines } from './other-lines-sheet.js';

/** The months of a forecast as formulas over its days and bills, and where the sum of a single course of them lies. */
export interface ForecastMonths {
  readonly months: readonly PlannedMonth[];
  readonly low: Live;
  readonly high: Live;
}

/** A cost with its spread over the replications. */
interface Spread {
  readonly days: number;
  readonly cost: Live;
  readonly deviation: Live;
}

/** The months of a forecast. @param others the other lines of their bills, where something is known of them */
export function forecastMonths(model: ForecastModel, others?: Pick<OtherLines, 'ofMonth'>): ForecastMonths {
  const { forecast, bills, replications } = model;
  const compute = forecast.months.map(({ days }, index) => plannedMonth(model, index + 1, days));
  const months = compute.map((month, index) =>
    others === undefined ? month : billed(model, index, month, others.ofMonth(index)),
  );
  const totals = Array.from({ length: replications }, (_, replication) =>
    bills.reduce((sum, __, bill) => sum + model.costsOfAll(bill)[replication]!, 0),
  );
  const sums = totals.map((_, each) => `SUM(${billRange(model, replicationColumn(each) + 1)})`);
  const { mean, variance } = sampleMoments(totals);
  const whole: Spread = {
    days: forecast.months.reduce((sum, { days }) => sum + days, 0),
    cost: live(`SUM(${billRange(model, BILL_COLUMNS.cost)})`, mean),
    deviation: live(`STDEV(${sums.join(',')})`, Math.sqrt(variance)),
  };
  const ends = band(model, whole);
  if (others === undefined) return { months, ...ends };
  const other = forecast.months.map((_, index) => others.ofMonth(index));
  const added = live(
    `(${other.map(({ formula }) => formula).join('+')})`,
    other.reduce((sum, { value }) => sum + Number(value), 0),
  );
  return { months, low: plus(ends.low, added), high: plus(ends.high, added) };
}

/** A month with the other lines of its bill. */
function billed(model: ForecastModel, index: number, month: PlannedMonth, other: Live): PlannedMonth {
  const { cost, cu_hours, low, high } = month;
  const { formula } = wholeBill(model, index, { cost, cu_hours, other });
  return {
    ...month,
    other,
    bill: live(formula, model.forecast.months[index]!.bill_usd ?? 0),
    ...(low && { low: plus(low, other) }),
    ...(high && { high: plus(high, other) }),
  };
}

/** The whole bill of a month, from 0: each line to the cent, and no less in all than the plan's minimum. */
export function wholeBill(
  model: ForecastModel,
  index: number,
  { cost, cu_hours, other }: { readonly cost: Live; readonly cu_hours: Live; readonly other: Live },
): Live {
  const own = model.bills.findIndex((bill) => bill.month === index + 1);
  const price = `INDEX(${billRange(model, BILL_COLUMNS.price)},${own + 1})`;
  const { formula: least, value: least_usd } = sumOfMonth(model, BILL_COLUMNS.minimum, index + 1, (bill) => {
    const each = model.bills[bill]!;
    return each.share * each.price.minimum_usd;
  });
  // Lines are to the cent of a US dollar, whatever the currency.
  const usd = `${cost.formula}/${NAMES.money}`;
  const alone = `IF(${usd}>${least},${usd},MIN(${usd},${cu_hours.formula}*${price}))`;
  const whole = `MAX(${least}*${NAMES.money},ROUND(${alone},2)*${NAMES.money}+${other.formula})`;
  const [cost_usd, hours] = [Number(cost.value), Number(cu_hours.value)];
  const within = Math.min(cost_usd, hours * model.bills[own]!.price.usd_per_cu_hour);
  const alone_usd = cost_usd > Number(least_usd) ? cost_usd : within;
  const value = Math.max(Number(least_usd), cents(alone_usd) / 100 + Number(other.value));
  return live(`IF(${NAMES.money}=0,0,${whole})`, value);
}

function plus(one: Live, other: Live): Live {
  return live(`${one.formula}+${other.formula}`, Number(one.value) + Number(other.value));
}

function plannedMonth(model: ForecastModel, month: number, days: number): PlannedMonth {
  const own = model.bills.flatMap((each, bill) => (each.month === month ? [bill] : []));
  const sum = (column: number, of: (bill: number) => number) => sumOfMonth(model, column, month, of);
  const cost = sum(BILL_COLUMNS.cost, (bill) => sampleMoments(model.costsOfAll(bill)).mean);
  // A month of several prices has bills that are from the same weeks: their spreads add up.
  const deviation = sum(BILL_COLUMNS.deviation, (bill) =>
    Math.sqrt(sampleMoments(model.costsOfAll(bill)).variance),
  );
  return {
    epoch_seconds: model.bills[own[0]!]!.epoch_seconds,
    days,
    load: monthLoad(model, own),
    cu_hours: sum(BILL_COLUMNS.hours, (bill) => sampleMoments(model.hoursOfAll(bill)).mean),
    fixed: sum(BILL_COLUMNS.fixed, (bill) => model.cost(bill, model.fixedHours(bill))),
    cost,
    ...band(model, { days, cost, deviation }),
  };
}

function monthLoad(model: ForecastModel, bills: readonly number[]): Live {
  const days = model.days.filter(({ bill }) => bills.includes(bill - 1));
  const place = (day: (typeof days)[number]) => LISTING_ROW + model.days.indexOf(day);
  const first = cellName(place(days[0]!), DAY_COLUMNS.load, SHEETS.days);
  const last = cellName(place(days.at(-1)!), DAY_COLUMNS.load);
  const loads = days.map((day) => model.load(model.expected, day));
  return live(`AVERAGE(${first}:${last})`, sampleMoments(loads).mean);
}

/** Where a single bill is to be expected: s √(1/w + 1/n) t(n − 1) around the mean, as in the forecast. */
function band(
  model: ForecastModel,
  { days, cost, deviation }: Spread,
): { readonly low: Live; readonly high: Live } {
  const { replications, scenario, forecast } = model;
  const alike = representativePeriod(scenario).days;
  const factor = Math.sqrt(1 / replications + 1 / Math.max(1, days / alike));
  const outside = Number((1 - forecast.confidence).toPrecision(12));
  const half = `TINV(${outside},${replications - 1})*${factor}*${deviation.formula}`;
  const width = studentTQuantile(1 - outside / 2, replications - 1) * factor * Number(deviation.value);
  const value = Number(cost.value);
  return {
    low: live(`MAX(0,${cost.formula}-${half})`, Math.max(0, value - width)),
    high: live(`${cost.formula}+${half}`, value + width),
  };
}
