import type { Forecast, ForecastEvent, ForecastMonth } from '../../../study/growth/forecast-result.js';
import { parseGrowth } from '../../../study/growth/load-growth.js';
import type { Constraint } from '../../../study/replicate/constraint.js';
import type { ForecastWithWorlds } from '../../../study/worlds/forecast-worlds.js';
import type { Layer, Mark, MarkLayer, Plot, PlotKey } from '../../document/plot.js';
import { money, number } from '../../figures/figure-text.js';
import { withSpread } from '../../figures/spread-text.js';
import { when } from '../../text/when.js';
import { eventName, isOfMonths, monthName } from '../../verdict/forecast-verdict.js';
import { growthOfMonthWords } from '../../verdict/growth-words.js';
import { capWords } from '../../verdict/quota-words.js';

/** Up to this number of months have full names. */
const MAX_NAMED = 6;

/** Months as bars of a fixed and a growing part, with the range of single bills, budgets and what happens when. */
export function monthsPlot(forecast: ForecastWithWorlds, budgets: readonly Constraint[]): Plot {
  const { months, total, events } = forecast;
  const isWhole = total.bill_usd !== undefined;
  const [budget] = budgets;
  const isOver = ({ cost_usd }: ForecastMonth) => budget !== undefined && cost_usd.mean > budget.bound;
  const part = (
    kind: string,
    of: (month: ForecastMonth) => readonly [from: number, to: number],
  ): MarkLayer => ({
    as: 'bar',
    kind,
    marks: months.map((month, x) => {
      const [base, y] = of(month);
      return { x, y, base, kinds: when(kind === 'part-growing' && isOver(month), 'over') };
    }),
  });
  const compute = ({ fixed_usd, growing_usd }: ForecastMonth) => fixed_usd + growing_usd;
  const whole = (month: ForecastMonth) => compute(month) + (month.other_usd ?? 0);
  const lines = [...growthLines(forecast), ...worldLines(forecast)];
  const flags = events.flatMap((event) => flagOf(event, months));
  return {
    id: 'months-stack',
    title: isWhole
      ? 'Expected bill: compute time, fixed and growing, and the other lines'
      : 'Expected cost of compute time, fixed and growing',
    interval: 'range of single bills',
    keys: [
      ...when(
        months.some(({ fixed_usd }) => fixed_usd > 0),
        { kind: 'part-fixed', text: 'fixed: due even if no load grows' },
      ),
      ...when(
        months.some(({ growing_usd }) => growing_usd > 0),
        { kind: 'part-growing', text: 'growing with the load' },
      ),
      ...when(isWhole, { kind: 'part-other', text: 'other lines of the bill' }),
      ...when(months.some(isOver), { kind: 'part-over', text: 'expected to be over the budget' }),
      ...lines.map(({ key }) => key),
      ...when(flags.length > 0, { kind: 'flag', text: 'an objective is missed or a limit reached' }),
    ],
    panels: [
      {
        x: { label: 'month', text: String, names: months.map(shortName) },
        y: { label: 'US dollars per month', text: money },
        height: 300,
        layers: [
          part('part-fixed', ({ fixed_usd }) => [0, fixed_usd]),
          part('part-growing', (month) => [month.fixed_usd, compute(month)]),
          ...when(
            isWhole,
            part('part-other', (month) => [compute(month), whole(month)]),
          ),
          ...lines.map(({ layer }) => layer),
          ...budgets.map(({ bound }): Layer => {
            const text = `budget ${money(bound)} a month${isWhole ? ' for compute time' : ''}`;
            return { as: 'limit', on: 'y', at: bound, text };
          }),
          ...flags,
          {
            as: 'bar',
            kind: 'hit',
            marks: months.map((month, x) => hitOf(month, x, whole(month), isOver(month))),
          },
        ],
      },
    ],
  };
}

/** All there is to say of a month, over the whole of its bar. */
function hitOf(month: ForecastMonth, x: number, y: number, isOver: boolean): Mark {
  const { cost_usd, cost_low_usd, cost_high_usd, other_usd = 0, bill_usd, hours_used_up } = month;
  return {
    x,
    y,
    y_ends: [cost_low_usd + other_usd, cost_high_usd + other_usd],
    tip: [
      monthName(month.month),
      `${withSpread(cost_usd.mean, money, cost_usd)} expected`,
      `single bills between ${money(cost_low_usd)} and ${money(cost_high_usd)}`,
      `fixed ${money(month.fixed_usd)}, growing ${money(month.growing_usd)}`,
      ...when(bill_usd !== undefined, `other lines ${money(other_usd)}, whole bill ${money(bill_usd ?? 0)}`),
      `${number(month.load_factor)} times the load, ${number(month.cu_hours.mean)} CU-hours`,
      ...when(isOver, 'over the budget'),
      ...when(hours_used_up !== null, `${capWords(month.cap_used_up ?? '')} used up on ${hours_used_up}`),
    ],
  };
}

/** The year at each of its first months; at every month if there are few. */
function shortName({ month }: ForecastMonth, index: number, { length }: readonly unknown[]): string {
  const name = monthName(month);
  if (length <= MAX_NAMED) return name;
  return index === 0 || name.startsWith('Jan') ? name.replace(/ \d\d/, ' ’') : name.slice(0, 3);
}

interface Line {
  readonly layer: MarkLayer;
  readonly key: PlotKey;
}

function lineOf(kind: string, text: string, values: readonly number[]): readonly Line[] {
  const marks = values.map((y, x) => ({ x, y }));
  return [
    { layer: { as: 'line', kind: `month-line ${kind}`, marks }, key: { kind: `month-line ${kind}`, text } },
  ];
}

/** The months at the ends of a range of growth; none if growth is one figure. */
function growthLines({ months, growth }: Forecast): readonly Line[] {
  const range = parseGrowth(growth);
  return (['low', 'high'] as const).flatMap((end) => {
    const values = months.flatMap(
      (month) => month[`${end}_growth_bill_usd`] ?? month[`${end}_growth_cost_usd`] ?? [],
    );
    return values.length < months.length
      ? []
      : lineOf(end, `expected ${growthOfMonthWords(range[end])}`, values);
  });
}

/** The expected bill over worlds: nine of ten are between the outer lines. */
function worldLines({ worlds }: ForecastWithWorlds): readonly Line[] {
  if (worlds === undefined) return [];
  const values = (of: 'low_5' | 'median' | 'high_95') => worlds.months.map((month) => month[of]);
  return [
    ...lineOf('world-low', `5 % of ${worlds.worlds} worlds are below`, values('low_5')),
    ...lineOf('world-median', 'median of the worlds', values('median')),
    ...lineOf('world-high', '95 % are below', values('high_95')),
  ];
}

/** A day among the months; months over the budget are marked already. */
function flagOf(event: ForecastEvent, months: readonly ForecastMonth[]): readonly Layer[] {
  const { kind, date } = event;
  if (date === null || isOfMonths(event)) return [];
  const index = months.findIndex(({ month }) => date.startsWith(month));
  if (index < 0) return [];
  const passed = (Number(date.slice(8, 10)) - 1) / months[index]!.days;
  const text = `${date}: ${eventName(event)}${kind === 'objective' ? ': missed' : ' reached'}`;
  // A bar is in the middle of its month.
  return [{ as: 'flag', on: 'x', at: index + passed - 0.5, text }];
}
