import type {
  EventEvidence,
  Forecast,
  ForecastEvent,
  ForecastMonth,
  OtherLine,
} from '../../study/growth/forecast-result.js';
import { parseGrowth } from '../../study/growth/load-growth.js';
import { type Constraint, writtenConstraint } from '../../study/replicate/constraint.js';
import type { ForecastOverWorlds, ForecastWithWorlds } from '../../study/worlds/forecast-worlds.js';
import { cents } from '../../vendors/cents.js';
import { type Cell, type Column, column, type Form, sameInAllRows } from '../document/column.js';
import { type Part, type Report, table } from '../document/report.js';
import type { Unit } from '../document/unit.js';
import { counted, dollars, money, number, percent } from '../figures/figure-text.js';
import { type Note, notesOn, type ReportBlock } from '../text/text-report.js';
import { capitalised } from '../text/verdict.js';
import { when } from '../text/when.js';
import type { AskedScenario } from '../verdict/asked-scenario.js';
import { eventDay, eventName, forecastVerdict, monthName } from '../verdict/forecast-verdict.js';
import { growthOfMonthWords, growthWords } from '../verdict/growth-words.js';
import { usedUpColumn } from '../verdict/quota-words.js';
import { forecastWorldsWords } from '../verdict/worlds-words.js';
import { monthsPlot } from './forecast-plot.js';
import { textParts } from './text-parts.js';
import { inputsBlock, SPREAD_HEAD, spreadCells } from './worlds-blocks.js';

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
      ...textParts('backtest', backtestBlocks(forecast)),
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
      ...textParts('worlds', worlds === undefined ? [] : worldsBlocks(worlds)),
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

function costNotes(forecast: Forecast): readonly Note[] {
  return [
    ...notesOn('cost', [otherLinesText(forecast)]),
    ...growthEnds(forecast),
    ...notesOn('range', [
      `${percent(forecast.confidence)} of single months are between the lowest and the highest, given random variation over time and the range of growth`,
    ]),
    ...notesOn('fixed', ['due even if no load grows: scheduled jobs, computes that never suspend']),
  ];
}

function methodNotes({ method }: Forecast): readonly Note[] {
  const { exact, runs, load_factors, interpolation, hybrid } = method;
  const levels = load_factors.map((factor) => number(factor)).join(', ');
  const error =
    interpolation === null || interpolation.checks === 0
      ? ''
      : `; a simulation between two levels differs from the straight line by ${percent(interpolation.error)} at most (${counted(interpolation.checks, 'check')})`;
  const cheaper =
    hybrid === null
      ? ''
      : `; busy loads at hybrid fidelity, at which the CU-hours of a run at the present load differ by ${percent(hybrid.error)}`;
  return notesOn('how', [
    exact
      ? `every month simulated in full, at its mean load: ${counted(runs, 'run')}`
      : `${counted(runs, 'run')} at ${levels} times the load, straight lines in between${error}${cheaper}`,
  ]);
}

const SHOWN_BY: Readonly<Record<EventEvidence, string>> = {
  exact: 'exact runs',
  checked: 'hybrid runs, checked by exact ones',
  hybrid: 'hybrid runs, not checked by exact ones',
};

/** When objectives are first missed and limits first reached. */
function eventsTable({ events }: Forecast): Part {
  const day = (name: 'date' | 'earliest' | 'latest', head: string) =>
    column<ForecastEvent>(name, head, 'day', (event) => event[name], {
      text: (event) => dayText(event, event[name], name),
    });
  return table<ForecastEvent>({
    id: 'events',
    title: 'When objectives are missed and limits are reached',
    short: 'When',
    in: ['screen', 'markdown', 'page'],
    rows: events,
    path: (_, index) => `events.${index}`,
    columns: [
      column('what', 'What', 'text', (event) => capitalised(eventName(event))),
      column('verdict', 'Verdict', 'text', eventVerdict),
      day('date', 'First'),
      day('earliest', 'Earliest'),
      day('latest', 'Latest'),
      column('load_factor', 'Load', 'factor', ({ load_factor }) => load_factor, { path: 'load_factor' }),
      ...when(
        events.some(({ evidence }) => evidence !== null),
        column<ForecastEvent>(
          'evidence',
          'Shown by',
          'text',
          ({ evidence }) => evidence && SHOWN_BY[evidence],
        ),
      ),
    ],
  });
}

function eventVerdict({ kind, date, earliest }: ForecastEvent): string {
  if (date !== null) return kind === 'objective' ? 'missed' : 'reached';
  if (earliest !== null) return 'perhaps';
  return kind === 'objective' ? 'met' : 'not reached';
}

function dayText(event: ForecastEvent, day: string | null, name: 'date' | 'earliest' | 'latest'): string {
  if (day !== null) return eventDay(event, day);
  return name === 'latest' && (event.date ?? event.earliest) !== null ? 'later' : '-';
}

/** When something happens, in words, and whether that has been checked. */
export function forecastEventText(event: ForecastEvent, forecast: Pick<Forecast, 'growth'>): string {
  return `${whenText(event, forecast)}${checkText(event)}`;
}

function checkText({ evidence, date }: ForecastEvent): string {
  const loads = date === null ? 'the load closest to it' : 'the loads on either side';
  switch (evidence) {
    case 'checked':
      return `; checked by an exact run of ${loads}`;
    case 'hybrid':
      return `; hybrid runs of ${loads} are not checked by exact ones: neap capacity makes those`;
    default:
      return '';
  }
}

function whenText(event: ForecastEvent, { growth }: Pick<Forecast, 'growth'>): string {
  const { kind, date, earliest, latest, load_factor } = event;
  const happens = kind === 'objective' ? 'missed' : 'reached';
  const day = (of: string) => eventDay(event, of);
  if (date === null) {
    const maybe = earliest === null ? '' : `, but possibly as early as ${day(earliest)}`;
    return `not ${happens} within these months${maybe}`;
  }
  const [first, last] = [day(earliest ?? date), latest === null ? 'after the last month' : day(latest)];
  const range = first === last ? '' : ` (${first} to ${last})`;
  return `first ${happens}: ${day(date)}${range}, at ${number(load_factor ?? 1)} times the load, ${growthWords(growth)}`;
}

/** What the cost is of, and what the bill has besides. */
export function otherLinesText({ months, total }: Pick<Forecast, 'months' | 'total'>): string {
  if (total.bill_usd === undefined) {
    return 'of compute time; what is stored and sent is on the bill as well (neap bill)';
  }
  const amounts = new Map<string, number>();
  for (const { label, amount_usd } of months.flatMap(
    ({ other_lines = [] }): readonly OtherLine[] => other_lines,
  )) {
    amounts.set(label, (amounts.get(label) ?? 0) + cents(amount_usd));
  }
  const lines = [...amounts].map(([label, all]) => `${label} ${money(all / 100)}`);
  return lines.length === 0
    ? 'of compute time; the other lines of the bill are 0'
    : `of compute time; other lines in all months: ${lines.join('; ')}`;
}

/** What the months come to at the ends of a range of growth; nothing where growth is one figure. */
function growthEnds({ total, growth }: Forecast): readonly Note[] {
  const { low_growth_cost_usd: low, high_growth_cost_usd: high } = total;
  if (low === undefined || high === undefined) return [];
  const { low_growth_bill_usd, high_growth_bill_usd } = total;
  const bill = (usd: number | undefined) => (usd === undefined ? '' : `, the whole bill ${money(usd)}`);
  return [
    {
      about: 'growth',
      text: `of ${growth}: at its lower end all months are expected to cost ${money(low)}${bill(low_growth_bill_usd)}, at its upper end ${money(high)}${bill(high_growth_bill_usd)}`,
    },
  ];
}

/** How far such a forecast is to be trusted, before it is read. */
function backtestBlocks({ backtests }: Forecast): readonly ReportBlock[] {
  if (backtests.length === 0) return [];
  const rows = backtests.map((one) => [
    one.load,
    `${counted(one.held_back_weeks, 'week')} after ${one.training_weeks}`,
    percent(one.error),
    percent(one.naive_error),
    one.scaled_error === null ? '' : number(one.scaled_error),
    one.naive_scaled_error === null ? '' : number(one.naive_scaled_error),
    signedPercent(one.total_error),
    signedPercent(one.naive_total_error),
  ]);
  const worse = backtests.filter(({ error, naive_error }) => error > naive_error).map(({ load }) => load);
  return [
    {
      table: {
        head: ['backtest', 'held back', 'error', 'naive', 'MASE', 'naive', 'total', 'naive'],
        rows,
        left: 2,
      },
      notes: [
        {
          about: 'backtest',
          text: 'the recording of each load up to then, forecast as below, against the weeks after: mean absolute error by the hour, the same in units of seasonal naive within the weeks before (MASE), and the error of the total; naive: each hour as in the week before',
        },
        ...when(worse.length > 0, {
          about: '',
          text: `seasonal naive would have done better on ${worse.join(', ')}: such a load is not what grew steadily; trust the months below accordingly`,
          emphasis: 'bad',
        }),
      ],
    },
  ];
}

function signedPercent(share: number): string {
  return `${share > 0 ? '+' : share < 0 ? '-' : ''}${percent(Math.abs(share))}`;
}

/** A forecast over worlds: the expected bill of each month, and which interval has most to do with the whole. */
function worldsBlocks(worlds: ForecastOverWorlds): readonly ReportBlock[] {
  const { months, spread, events, worlds: all, replications, whole_bill } = worlds;
  const limited = months.some(({ worlds_used_up }) => worlds_used_up > 0);
  const whens = events
    .filter((event) => event.worlds > 0)
    .map(
      ({ what, worlds: count, earliest }) => `${what}: in ${count} of ${all} worlds, first on ${earliest}`,
    );
  return [
    {
      title: `Over ${counted(all, 'world')} drawn from the intervals`,
      table: {
        head: ['month', ...SPREAD_HEAD, ...(limited ? ['hours run out'] : [])],
        rows: [
          ...months.map((month) => [
            month.month,
            ...spreadCells(month),
            ...(limited ? [`${month.worlds_used_up} of ${all}`] : []),
          ]),
          ['Total', ...spreadCells(spread), ...(limited ? [''] : [])],
        ],
      },
      notes: [
        { about: 'answer', text: forecastWorldsWords(worlds), emphasis: 'strong' },
        ...notesOn('when', whens, { emphasis: 'bad' }),
        {
          about: 'spread',
          text: `of the expected ${whole_bill ? 'bill' : 'cost of compute time'} of each world, over ${replications} replications; a single bill varies more`,
        },
      ],
    },
    inputsBlock(worlds, 'the total', `${replications} runs of each load`),
  ];
}
