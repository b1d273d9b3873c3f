import type { Scenario } from '../../scenario/scenario.js';
import { sampleMoments } from '../../statistics/sample-moments.js';
import { cents } from '../../vendors/cents.js';
import { type ForecastGround, factorOn, type MonthBill, monthBills } from './forecast-months.js';
import type { Forecast, ForecastMonth } from './forecast-result.js';
import { monthBill, otherStretches } from './other-lines.js';

type Billed = Pick<Forecast, 'months' | 'total' | 'queries_a_day'>;

interface EndOfMonth {
  readonly cost_usd: number;
  /** Present if the other lines are known. */
  readonly bill_usd: number | undefined;
}

/** The months with their expected results at either end of a range of growth; unchanged without a range. */
export function withGrowthEnds<Made extends Billed>(
  scenario: Scenario,
  ground: ForecastGround,
  forecast: Made,
): Made {
  const { low, high } = ground.growth;
  if (low === high) return forecast;
  const lows = endMonths(scenario, ground, forecast, low);
  const highs = endMonths(scenario, ground, forecast, high);
  const months = forecast.months.map((month, index): ForecastMonth => {
    return { ...month, ...keysOf([lows[index]!], [highs[index]!]) };
  });
  return { ...forecast, months, total: { ...forecast.total, ...keysOf(lows, highs) } };
}

/** The months at one growth, over the same replications as those in the middle of the range. */
function endMonths(
  scenario: Scenario,
  ground: ForecastGround,
  { months, queries_a_day }: Billed,
  growth: number,
): readonly EndOfMonth[] {
  const bills = months.map((_, index) => monthBills(ground, growth, index));
  const mean = (index: number, of: (bill: MonthBill) => number) => sampleMoments(bills[index]!.map(of)).mean;
  const load = (day: number) => factorOn(growth, ground.start_epoch_seconds, day);
  const served = (index: number) => mean(index, (bill) => bill.served);
  const stretches = queries_a_day && otherStretches(scenario, ground.months, load, queries_a_day, served);
  return months.map(({ usd_per_cu_hour }, index): EndOfMonth => {
    const cost_usd = mean(index, (bill) => bill.cost_usd);
    const cu_hours = mean(index, (bill) => bill.cu_hours);
    const own = stretches?.filter(({ month }) => month === index);
    return {
      cost_usd,
      bill_usd: own && monthBill({ cost_usd, cu_hours, usd_per_cu_hour }, own).bill_usd,
    };
  });
}

/** The sums of months at either end, under the names that a forecast has for them. */
function keysOf(lows: readonly EndOfMonth[], highs: readonly EndOfMonth[]) {
  const cost = (all: readonly EndOfMonth[]) => all.reduce((sum, { cost_usd }) => sum + cost_usd, 0);
  const bill = (all: readonly EndOfMonth[]) =>
    all.reduce((sum, { bill_usd = 0 }) => sum + cents(bill_usd), 0) / 100;
  return {
    low_growth_cost_usd: cost(lows),
    high_growth_cost_usd: cost(highs),
    ...(lows[0]?.bill_usd === undefined
      ? {}
      : { low_growth_bill_usd: bill(lows), high_growth_bill_usd: bill(highs) }),
  };
}
