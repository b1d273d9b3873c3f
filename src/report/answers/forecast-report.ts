import type {
  Forecast,
  ForecastEvent,
  ForecastMonth,
  OtherLine,
} from '../../study/growth/forecast-result.js';
import type { ForecastOverWorlds, ForecastWithWorlds } from '../../study/worlds/forecast-worlds.js';
import { cents } from '../../vendors/cents.js';
import { counted, money, number, percent } from '../figures/figure-text.js';
import { withSpread } from '../figures/spread-text.js';
import { type Note, notesOn, type ReportBlock, type TextReport } from '../text/text-report.js';
import type { TextTable } from '../text/text-table.js';
import { when } from '../text/when.js';
import { growthWords } from '../verdict/growth-words.js';
import { usedUpColumn } from '../verdict/quota-words.js';
import { forecastWorldsWords } from '../verdict/worlds-words.js';
import { inputsBlock, SPREAD_HEAD, spreadCells } from './worlds-blocks.js';

/** A forecast: a row for each month, then what happens when. */
export function forecastReport(forecast: ForecastWithWorlds): TextReport {
  const events = forecast.events.map(
    (event, index): Note => ({
      about: index === 0 ? 'When' : '',
      text: `${event.what}: ${forecastEventText(event, forecast)}`,
      emphasis: event.date === null ? 'plain' : 'bad',
    }),
  );
  return {
    title: title(forecast),
    blocks: [
      ...backtestBlocks(forecast),
      { table: tableOf(forecast) },
      { notes: [...events, ...notes(forecast)] },
      ...worldsOfForecast(forecast),
    ],
    warnings: forecast.warnings,
  };
}

/** What was found over worlds; none where none were drawn. */
export function worldsOfForecast({ worlds }: ForecastWithWorlds): readonly ReportBlock[] {
  return worlds === undefined ? [] : forecastWorldsBlocks(worlds);
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

function title({ scenario, growth, months, plan, seed, replications }: Forecast): string {
  return `${scenario}: ${counted(months.length, 'month')} from ${months[0]!.month}, load ${growthWords(growth)}, plan ${plan}, seed ${seed}, ${replications} replications`;
}

function tableOf({ months, total, plan }: Forecast): TextTable {
  const used_up = usedUpColumn(months, plan);
  const whole = total.bill_usd !== undefined;
  const costs = ({ cost_usd, other_usd = 0, bill_usd = 0, ...of }: ForecastMonth | Forecast['total']) => [
    withSpread(cost_usd.mean, money, cost_usd),
    `${money(of.cost_low_usd)} to ${money(of.cost_high_usd)}`,
    money(of.fixed_usd),
    money(of.growing_usd),
    ...(whole ? [money(other_usd), money(bill_usd)] : []),
  ];
  const rows = months.map((month) => [
    month.month,
    `${number(month.load_factor)}x`,
    withSpread(month.cu_hours.mean, number, month.cu_hours),
    ...costs(month),
    ...(used_up === undefined ? [] : [used_up.cell(month)]),
  ]);
  const sum = [
    'total',
    '',
    number(months.reduce((all, { cu_hours }) => all + cu_hours.mean, 0)),
    ...costs(total),
    ...(used_up === undefined ? [] : ['']),
  ];
  const head = ['month', 'load', 'CU-hours', 'cost', 'cost between', 'fixed', 'growing'];
  const billed = whole ? ['other lines', 'whole bill'] : [];
  return {
    head: [...head, ...billed, ...(used_up === undefined ? [] : [used_up.head])],
    rows: [...rows, sum],
  };
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

function whenText(
  { kind, date, earliest, latest, load_factor }: ForecastEvent,
  { growth }: Pick<Forecast, 'growth'>,
): string {
  const happens = kind === 'objective' ? 'first missed' : 'first reached';
  if (date === null) {
    const maybe = earliest === null ? '' : `, but possibly as early as ${earliest}`;
    return `not ${kind === 'objective' ? 'missed' : 'reached'} within these months${maybe}`;
  }
  const range =
    earliest === latest ? '' : ` (from ${earliest ?? date} to ${latest ?? 'after the last month'})`;
  return `${happens} on ${date}${range}, at ${number(load_factor ?? 1)} times the load, ${growthWords(growth)}`;
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

function notes(forecast: Forecast): readonly Note[] {
  const { confidence, method } = forecast;
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
  return [
    { about: 'cost', text: otherLinesText(forecast) },
    ...growthEnds(forecast),
    {
      about: '±',
      text: `half of the ${percent(confidence)} interval of the expected cost, over replications`,
    },
    {
      about: 'between',
      text: `where ${percent(confidence)} of individual months lie, given random variation over time and the range of growth`,
    },
    {
      about: 'fixed',
      text: 'due even if no load grows: scheduled jobs, computes that never suspend',
    },
    {
      about: 'how',
      text: exact
        ? `every month simulated in full, at its mean load: ${counted(runs, 'run')}`
        : `${counted(runs, 'run')} at ${levels} times the load, straight lines in between${error}${cheaper}`,
    },
  ];
}

/** A forecast over worlds: the expected bill of each month, and which interval has most to do with the whole. */
function forecastWorldsBlocks(worlds: ForecastOverWorlds): readonly ReportBlock[] {
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
