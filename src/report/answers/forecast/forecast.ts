import { sumOf } from '../../../kernel/sums.js';
import type { Forecast, ForecastMonth } from '../../../study/growth/forecast-result.js';
import { parseGrowth } from '../../../study/growth/load-growth.js';
import { type Constraint, writtenConstraint } from '../../../study/replicate/constraint.js';
import type { Summary } from '../../../study/run/summary.js';
import type { ForecastWithWorlds } from '../../../study/worlds/forecast-worlds.js';
import { type Cell, type Column, column, type Form, sameInAllRows } from '../../document/column.js';
import { notesPart, type Part, type Report, table } from '../../document/report.js';
import { counted, dollars, number, percent } from '../../figures/figure-text.js';
import type { Unit } from '../../figures/unit.js';
import { when } from '../../text/when.js';
import type { AskedScenario } from '../../verdict/asked-scenario.js';
import { forecastVerdict, monthName } from '../../verdict/forecast-verdict.js';
import { growthOfMonthWords, growthWords } from '../../verdict/growth-words.js';
import { eventsTable } from './forecast-events.js';
import { backtestParts, costNotes, forecastWorldsParts, methodNotes } from './forecast-notes.js';
import { monthsPlot } from './forecast-plot.js';

/** A configuration's cost month by month, and the dates of its limits. @param present a run of the present load */
export function forecastReport(
  forecast: ForecastWithWorlds,
  asked?: AskedScenario,
  present?: Summary,
): Report {
  const { scenario, months, growth, plan, seed, replications, confidence, warnings, start, worlds } =
    forecast;
  return {
    question: 'Forecast',
    about: scenario,
    title: `${counted(months.length, 'month')} from ${monthName(months[0]!.month)}`,
    facts: [`load ${growthWords(growth)}`, `plan ${plan}`, `seed ${seed}`, `${replications} replications`],
    verdict: forecastVerdict(forecast, asked, present),
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
      ...monthTables(forecast),
      notesPart('cost', costNotes(forecast)),
      ...(worlds === undefined ? [] : forecastWorldsParts(worlds)),
      notesPart('method', methodNotes(forecast), {
        title: 'How it was computed',
        short: 'Method',
        appendix: true,
      }),
    ],
  };
}

/** Limits on the cost of a month. */
function budgetsOf({ events }: Pick<Forecast, 'events'>): readonly Constraint[] {
  return events
    .filter(({ kind }) => kind === 'objective')
    .map(({ what }) => writtenConstraint(what))
    .filter(({ figure, comparison }) => figure === 'cost_usd_per_month' && comparison === '<=');
}

/** A month, or all of them. */
interface MonthRow extends Pick<ForecastMonth, keyof Forecast['total']> {
  readonly name: string;
  readonly month?: ForecastMonth;
}

/** The months, and what they come to; without the total as `forecast.csv`. */
function monthTables(forecast: Forecast): readonly Part[] {
  const { months, total } = forecast;
  const rows = months.map((month): MonthRow => ({ ...month, month, name: month.month }));
  const columns = monthColumns(forecast);
  return [
    table<MonthRow>({
      id: 'costs',
      title: 'Every month',
      short: 'Costs',
      in: ['screen', 'markdown', 'page'],
      rows: [...rows, { ...total, name: 'Total' }],
      columns,
    }),
    table<MonthRow>({ id: 'forecast', in: ['csv'], rows, columns }),
  ];
}

const ALL: readonly Form[] = ['screen', 'markdown', 'page', 'csv'];
const FILE: readonly Form[] = ['csv'];
const PAGE: readonly Form[] = ['page', 'csv'];

type Amount = Exclude<Extract<keyof MonthRow, `${string}_usd`>, 'cost_usd'>;

/** The columns of a month, for people and in `forecast.csv`. */
export function monthColumns(
  forecast: Pick<Forecast, 'months' | 'total' | 'growth' | 'events' | 'replications' | 'confidence'>,
): readonly Column<MonthRow>[] {
  const { months, total, growth, replications, confidence } = forecast;
  const [budget] = budgetsOf(forecast);
  const all = sumOf(months, ({ cu_hours }) => cu_hours.mean);
  const isWhole = total.bill_usd !== undefined;
  const isCapped = months.some(({ hours_used_up }) => hours_used_up !== null);
  const range = parseGrowth(growth);
  const amount = (name: Amount, head: string, meaning: string, forms = ALL) =>
    column<MonthRow>(name, head, 'usd', (row) => row[name] ?? (row.month ? null : 0), {
      meaning,
      in: forms,
    });
  const ofMonth = (
    name: Extract<keyof ForecastMonth, string>,
    head: string,
    unit: Unit,
    meaning: string,
    further: Partial<Column<MonthRow>> = {},
  ) => column<MonthRow>(name, head, unit, ({ month }) => month?.[name] as Cell, { meaning, ...further });
  const atEnd = (end: 'low' | 'high', of: 'cost' | 'bill', meaning: string) =>
    amount(
      `${end}_growth_${of}_usd`,
      `${isWhole ? 'Whole bill' : 'Expected'} ${growthOfMonthWords(range[end])}`,
      meaning,
      total[`${end}_growth_${of}_usd`] !== undefined && isWhole === (of === 'bill') ? PAGE : FILE,
    );
  return [
    column('month', 'Month', 'text', ({ name }) => ({ name }), {
      meaning: 'Calendar month of UTC, `YYYY-MM`.',
    }),
    ofMonth('days', 'Days', 'count', 'Days of the month.', {
      measure: 'days',
      in: PAGE,
      text: ({ month }) => String(month?.days ?? ''),
    }),
    ofMonth('load_factor', 'Load', 'factor', "Times the scenario's load, mean over the days.", {
      text: ({ month }) => (month === undefined ? '' : `${number(month.load_factor)}×`),
    }),
    column('cu_hours', 'CU-hours', 'cu_hours', ({ month }) => month?.cu_hours ?? all, {
      interval: true,
      meaning: 'CU-hours of the month.',
    }),
    column('cost_usd', 'Expected cost', 'usd', ({ cost_usd }) => cost_usd, {
      interval: true,
      meaning: 'Expected cost of the month; with growth as a range, at the growth in its middle.',
    }),
    amount('cost_low_usd', 'Lowest', "Lower end of what a single month's bill is to be expected within."),
    amount('cost_high_usd', 'Highest', 'Upper end of the same.'),
    amount(
      'fixed_usd',
      'Fixed',
      'What is due without any load that grows: scheduled jobs, and computes that never suspend.',
    ),
    amount('growing_usd', 'Growing', 'What grows with the load.'),
    ofMonth('usd_per_cu_hour', 'Price', 'price', 'Price on the first day of the month.', { in: FILE }),
    ofMonth('included_cu_hours', 'Included', 'cu_hours', 'CU-hours of the month that cost nothing.', {
      in: FILE,
    }),
    ofMonth(
      'hours_used_up',
      'Used up on',
      'text',
      'Day when the hours of a plan without more, or a quota, are exhausted; empty if they last.',
      { in: isCapped ? ALL : FILE, text: ({ month }) => month?.hours_used_up ?? '' },
    ),
    ...sameInAllRows({ replications, confidence }),
    amount(
      'other_usd',
      'Other lines',
      'Sum of the other lines of the bill, each to the cent; empty if the scenario has none.',
      isWhole ? ALL : FILE,
    ),
    amount(
      'bill_usd',
      'Whole bill',
      'The whole bill: the expected cost of compute time to the cent, and the other lines.',
      isWhole ? ALL : FILE,
    ),
    ofMonth(
      'cap_used_up',
      'What is used up',
      'text',
      'What is used up then, as `neap bill` names its caps; empty where all last.',
      { in: isCapped ? ALL : FILE, text: ({ month }) => month?.cap_used_up ?? '' },
    ),
    atEnd(
      'low',
      'cost',
      'Expected cost of the month at the lower end of a range of growth; empty where growth is one figure.',
    ),
    atEnd('high', 'cost', 'The same at its upper end.'),
    atEnd(
      'low',
      'bill',
      'The whole bill at the lower end of a range of growth; empty as `bill_usd` and `low_growth_cost_usd` are.',
    ),
    atEnd('high', 'bill', 'The same at its upper end.'),
    ...when(
      budget !== undefined,
      column<MonthRow>('budget', 'Budget', 'text', ({ month }) => overText(month, budget?.bound ?? 0), {
        in: ['page'],
      }),
    ),
  ];
}

function overText(month: ForecastMonth | undefined, budget: number): string {
  if (month === undefined) return '';
  const over = month.cost_usd.mean - budget;
  return over > 0 ? `${dollars(over)} over` : `${dollars(-over)} left`;
}
