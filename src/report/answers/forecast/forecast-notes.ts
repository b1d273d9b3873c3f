import type { Backtest } from '../../../study/growth/backtest.js';
import type { Forecast, OtherLine } from '../../../study/growth/forecast-result.js';
import type { ForecastOverWorlds } from '../../../study/worlds/forecast-worlds.js';
import { cents } from '../../../vendors/cents.js';
import { column } from '../../document/column.js';
import { type Note, notesOn, notesPart, type Part, table } from '../../document/report.js';
import { counted, money, number, percent, signed } from '../../figures/figure-text.js';
import { when } from '../../text/when.js';
import { intervalParts, type NamedSpread, spreadPart } from '../worlds.js';

export function costNotes(forecast: Forecast): readonly Note[] {
  return [
    ...notesOn('cost', [otherLinesText(forecast)]),
    ...growthEnds(forecast),
    ...notesOn('range', [
      `${percent(forecast.confidence)} of single months are between the lowest and the highest, given random variation over time and the range of growth`,
    ]),
    ...notesOn('fixed', ['due even if no load grows: scheduled jobs, computes that never suspend']),
  ];
}

export function methodNotes({ method }: Forecast): readonly Note[] {
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

/** The scope of the cost, and the other lines of the bill. */
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

/** Totals at the ends of a range of growth; empty for a single growth rate. */
function growthEnds({ total, growth }: Forecast): readonly Note[] {
  const { low_growth_cost_usd: low, high_growth_cost_usd: high } = total;
  if (low === undefined || high === undefined) return [];
  const { low_growth_bill_usd, high_growth_bill_usd } = total;
  const bill = (usd: number | undefined) => (usd === undefined ? '' : `, the whole bill ${money(usd)}`);
  return notesOn('growth', [
    `of ${growth}: at its lower end all months are expected to cost ${money(low)}${bill(low_growth_bill_usd)}, at its upper end ${money(high)}${bill(high_growth_bill_usd)}`,
  ]);
}

/** How far such a forecast is to be trusted, before it is read. */
export function backtestParts({ backtests }: Forecast): readonly Part[] {
  if (backtests.length === 0) return [];
  const share = (name: 'error' | 'naive_error', head: string) =>
    column<Backtest>(name, head, 'share', (row) => row[name]);
  const total = (name: 'total_error' | 'naive_total_error', head: string) =>
    column<Backtest>(name, head, 'share', (row) => row[name], { text: (row) => signed(row[name], percent) });
  const worse = backtests.filter(({ error, naive_error }) => error > naive_error).map(({ load }) => load);
  return [
    table<Backtest>({
      id: 'backtest',
      in: ['screen', 'markdown', 'page', 'workbook'],
      keys: 2,
      rows: backtests,
      columns: [
        { name: 'backtest', head: 'Backtest', of: ({ load }) => load },
        {
          name: 'held_back',
          head: 'Held back',
          of: (one) => `${counted(one.held_back_weeks, 'week')} after ${one.training_weeks}`,
        },
        share('error', 'Error'),
        share('naive_error', 'Naive error'),
        total('total_error', 'Total'),
        total('naive_total_error', 'Naive total'),
      ],
      below: [
        ...notesOn('backtest', [
          'the recording of each load up to then, forecast as below, against the weeks after: mean absolute error by the hour, and the error of the total; naive: each hour as in the week before',
        ]),
        ...notesOn(
          '',
          when(
            worse.length > 0,
            `seasonal naive would have done better on ${worse.join(', ')}: such a load is not what grew steadily; trust the months below accordingly`,
          ),
          { emphasis: 'bad' },
        ),
      ],
    }),
  ];
}

/** A forecast over worlds: the expected bill of each month, and which interval has most to do with the whole. */
export function forecastWorldsParts(worlds: ForecastOverWorlds): readonly Part[] {
  const { months, spread, events, worlds: all, replications, whole_bill } = worlds;
  type Month = NamedSpread & Partial<ForecastOverWorlds['months'][number]>;
  const whens = events
    .filter((event) => event.worlds > 0)
    .map(
      ({ what, worlds: count, earliest }) => `${what}: in ${count} of ${all} worlds, first on ${earliest}`,
    );
  return [
    spreadPart<Month>(
      all,
      'Month',
      [...months.map((month) => ({ ...month, name: month.month })), { ...spread, name: 'Total' }],
      when(
        months.some(({ worlds_used_up }) => worlds_used_up > 0),
        column<Month>('used_up', 'Hours run out', 'count', (row) => row.worlds_used_up, {
          text: ({ worlds_used_up: count }) => (count === undefined ? '' : `${count} of ${all}`),
        }),
      ),
    ),
    notesPart('worlds-notes', [
      ...notesOn('when', whens, { emphasis: 'bad' }),
      ...notesOn('spread', [
        `of the expected ${whole_bill ? 'bill' : 'cost of compute time'} of each world, over ${replications} replications; a single bill varies more`,
      ]),
    ]),
    ...intervalParts(worlds, 'the total', `${replications} runs of each load`),
  ];
}
