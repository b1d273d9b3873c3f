import type { Forecast, ForecastMonth } from '../../../study/growth/forecast-result.js';
import { parseGrowth } from '../../../study/growth/load-growth.js';
import { type Constraint, writtenConstraint } from '../../../study/replicate/constraint.js';
import type { ForecastWithWorlds } from '../../../study/worlds/forecast-worlds.js';
import { type Cell, type Column, column, type Form, sameInAllRows } from '../../document/column.js';
import { type Part, type Report, table } from '../../document/report.js';
import type { Unit } from '../../document/unit.js';
import { counted, dollars, number, percent } from '../../figures/figure-text.js';
import { capitalised } from '../../text/verdict.js';
import { when } from '../../text/when.js';
import type { AskedScenario } from '../../verdict/asked-scenario.js';
import { forecastVerdict, monthName } from '../../verdict/forecast-verdict.js';
import { growthOfMonthWords, growthWords } from '../../verdict/growth-words.js';
import { usedUpColumn } from '../../verdict/quota-words.js';
import { eventsTable } from './forecast-events.js';
import { backtestParts, costNotes, forecastWorldsParts, methodNotes } from './forecast-notes.js';
import { monthsPlot } from './forecast-plot.js';

/** What a configuration costs month by month, and what happens when. */
export function forecastReport(forecast: ForecastWithWorlds, asked?: AskedScenario): Report {
  const { scenario, months, growth, plan, seed, replications, confidence, warnings, start, worlds } =
    forecast;
  const [budget] = budgetsOf(forecast);
  return {
    question: 'Forecast',
    about: scenario,
    title: `${counted(months.length, 'month')} from ${monthName(months[0]!.month)}`,
    facts: [`load ${growthWords(growth)}`, `plan ${plan}`, `seed ${seed}`, `${replications} replications`],
    verdict: forecastVerdict(forecast, asked),
    remark: `± is half of the ${percent(confidence)} interval of the expected cost, over replications; a single month varies more`,
    warnings,
    start,
    parts: [
      ...backtestParts(forecast),
      {
        kind: 'plot',
        id: 'months',
        title: 'The bill month by month',
        short: 'Months',
        plot: monthsPlot(forecast, budgetsOf(forecast)),
      },
      eventsTable(forecast),
      monthsTable(forecast, budget),
      { kind: 'notes', id: 'cost', notes: costNotes(forecast) },
      ...(worlds === undefined ? [] : forecastWorldsParts(worlds)),
      {
        kind: 'notes',
        id: 'method',
        title: 'How it was computed',
        short: 'Method',
        appendix: true,
        notes: methodNotes(forecast),
      },
      forecastTable(forecast),
    ],
  };
}

/** Limits on the cost of a month. */
function budgetsOf({ events }: Forecast): readonly Constraint[] {
  return events
    .filter(({ kind }) => kind === 'objective')
    .map(({ what }) => writtenConstraint(what))
    .filter(({ figure, comparison }) => figure === 'cost_usd_per_month' && comparison === '<=');
}

/** A month, or all of them, with its place in the JSON. */
interface MonthRow extends Pick<ForecastMonth, keyof Forecast['total']> {
  readonly path: string;
  readonly name: string;
  readonly month?: ForecastMonth;
}

/** The months, and what they come to. */
function monthsTable({ months, total, plan, growth }: Forecast, budget: Constraint | undefined): Part {
  const rows: readonly MonthRow[] = [
    ...months.map((month, index) => ({ ...month, month, name: month.month, path: `months.${index}` })),
    { ...total, name: 'Total', path: 'total' },
  ];
  const all = months.reduce((sum, { cu_hours }) => sum + cu_hours.mean, 0);
  const used_up = usedUpColumn(months, plan);
  const isWhole = total.bill_usd !== undefined;
  type Amount = Exclude<Extract<keyof MonthRow, `${string}_usd`>, 'cost_usd'>;
  const amount = (name: Amount, head: string, further: Partial<Column<MonthRow>> = {}) =>
    column<MonthRow>(name, head, 'usd', (row) => row[name] ?? 0, { path: name, ...further });
  const ends = total.low_growth_cost_usd === undefined ? [] : (['low', 'high'] as const);
  const range = parseGrowth(growth);
  const page: readonly Form[] = ['page'];
  return table<MonthRow>({
    id: 'costs',
    title: 'Every month',
    short: 'Costs',
    path: ({ path }) => path,
    in: ['screen', 'markdown', 'page'],
    rows,
    columns: [
      column('month', 'Month', 'text', ({ name }) => ({ name })),
      column('days', 'Days', 'count', ({ month }) => month?.days, {
        in: page,
        text: ({ month }) => String(month?.days ?? ''),
      }),
      column('load_factor', 'Load', 'factor', ({ month }) => month?.load_factor, {
        text: ({ month }) => (month === undefined ? '' : `${number(month.load_factor)}×`),
      }),
      column('cu_hours', 'CU-hours', 'cu_hours', ({ month }) => month?.cu_hours ?? all, {
        interval: true,
        path: ({ month, path }) => (month === undefined ? undefined : `${path}.cu_hours`),
      }),
      column('cost_usd', 'Expected cost', 'usd', ({ cost_usd }) => cost_usd, {
        interval: true,
        path: 'cost_usd',
      }),
      amount('cost_low_usd', 'Lowest'),
      amount('cost_high_usd', 'Highest'),
      amount('fixed_usd', 'Fixed'),
      amount('growing_usd', 'Growing'),
      ...when(isWhole, amount('other_usd', 'Other lines'), amount('bill_usd', 'Whole bill')),
      ...ends.map((end) => {
        const head = `${isWhole ? 'Whole bill' : 'Expected'} ${growthOfMonthWords(range[end])}`;
        return amount(isWhole ? `${end}_growth_bill_usd` : `${end}_growth_cost_usd`, head, { in: page });
      }),
      ...when(
        budget !== undefined,
        column<MonthRow>('budget', 'Budget', 'text', ({ month }) => overText(month, budget?.bound ?? 0), {
          in: page,
        }),
      ),
      ...when(
        used_up !== undefined,
        column<MonthRow>(
          'used_up',
          capitalised(used_up?.head ?? ''),
          'text',
          ({ month }) => month && used_up?.cell(month),
        ),
      ),
    ],
  });
}

function overText(month: ForecastMonth | undefined, budget: number): string {
  if (month === undefined) return '';
  const over = month.cost_usd.mean - budget;
  return over > 0 ? `${dollars(over)} over` : `${dollars(-over)} left`;
}

/** `forecast.csv`: a row for each calendar month. */
export function forecastTable({
  months,
  replications,
  confidence,
}: Pick<Forecast, 'months' | 'replications' | 'confidence'>) {
  const value = (
    name: Extract<keyof ForecastMonth, string>,
    unit: Unit,
    meaning: string,
    further: Partial<Column<ForecastMonth>> = {},
  ) => column<ForecastMonth>(name, name, unit, (row) => row[name] as Cell, { meaning, ...further });
  const interval = { interval: true };
  return table<ForecastMonth>({
    id: 'forecast',
    in: ['csv'],
    rows: months,
    columns: [
      value('month', 'text', 'Calendar month of UTC, `YYYY-MM`.'),
      value('days', 'count', 'Days of the month.', { measure: 'days' }),
      value('load_factor', 'factor', "Times the scenario's load, mean over the days."),
      value('cu_hours', 'cu_hours', 'CU-hours of the month.', interval),
      value(
        'cost_usd',
        'usd',
        'Expected cost of the month; with growth as a range, at the growth in its middle.',
        interval,
      ),
      value('cost_low_usd', 'usd', "Lower end of what a single month's bill is to be expected within."),
      value('cost_high_usd', 'usd', 'Upper end of the same.'),
      value(
        'fixed_usd',
        'usd',
        'What is due without any load that grows: scheduled jobs, and computes that never suspend.',
      ),
      value('growing_usd', 'usd', 'What grows with the load.'),
      value('usd_per_cu_hour', 'price', 'Price on the first day of the month.'),
      value('included_cu_hours', 'cu_hours', 'CU-hours of the month that cost nothing.'),
      value(
        'hours_used_up',
        'text',
        'Day on which the hours of a plan that has no more, or a quota, are used up; empty where they last.',
      ),
      ...sameInAllRows({ replications, confidence }),
      value(
        'other_usd',
        'usd',
        'What the other lines of the bill come to, each to the cent; empty where the scenario says nothing of them.',
      ),
      value(
        'bill_usd',
        'usd',
        'The whole bill: the expected cost of compute time to the cent, and the other lines.',
      ),
      value(
        'cap_used_up',
        'text',
        'What is used up then, as `neap bill` names its caps; empty where all last.',
      ),
      value(
        'low_growth_cost_usd',
        'usd',
        'Expected cost of the month at the lower end of a range of growth; empty where growth is one figure.',
      ),
      value('high_growth_cost_usd', 'usd', 'The same at its upper end.'),
      value(
        'low_growth_bill_usd',
        'usd',
        'The whole bill at the lower end of a range of growth; empty as `bill_usd` and `low_growth_cost_usd` are.',
      ),
      value('high_growth_bill_usd', 'usd', 'The same at its upper end.'),
    ],
  });
}
