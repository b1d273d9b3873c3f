import { representativePeriod } from '../../../planner/growth/representative-period.js';
import { sampleMoments } from '../../../statistics/sample-moments.js';
import { studentTQuantile } from '../../../statistics/student-t.js';
import { cellName, type Live, live } from '../cells/live.js';
import { LISTING_ROW } from '../cells/sheet.js';
import type { PlannedMonth } from '../months/months-sheet.js';
import { SHEETS } from '../months/planning-names.js';
import { BILL_COLUMNS, billRange, replicationColumn } from './bills-sheet.js';
import { DAY_COLUMNS } from './days-sheet.js';
import type { ForecastModel } from './forecast-model.js';

const DAY_SECONDS = 86_400;
const WEEK_DAYS = 7;

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

/** The months of a forecast. */
export function forecastMonths(model: ForecastModel): ForecastMonths {
  const { forecast, bills, replications } = model;
  const months = forecast.months.map(({ days }, index) => plannedMonth(model, index + 1, days));
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
  return { months, ...band(model, whole) };
}

function plannedMonth(model: ForecastModel, month: number, days: number): PlannedMonth {
  const own = model.bills.flatMap((each, bill) => (each.month === month ? [bill] : []));
  const sum = (column: number, value: (bill: number) => number): Live =>
    live(
      `SUMIFS(${billRange(model, column)},${billRange(model, BILL_COLUMNS.month)},${month})`,
      own.reduce((total, bill) => total + value(bill), 0),
    );
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
  const alike = representativePeriod(scenario).week ? WEEK_DAYS : scenario.duration_seconds / DAY_SECONDS;
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
