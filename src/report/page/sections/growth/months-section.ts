import type { Forecast, ForecastEvent, ForecastMonth } from '../../../../study/growth/forecast-result.js';
import { parseGrowth } from '../../../../study/growth/load-growth.js';
import { type Constraint, writtenConstraint } from '../../../../study/replicate/constraint.js';
import type { ForecastWithWorlds } from '../../../../study/worlds/forecast-worlds.js';
import { otherLinesText } from '../../../answers/forecast-report.js';
import { dollars, money, number } from '../../../figures/figure-text.js';
import { withSpread } from '../../../figures/spread-text.js';
import { capitalised } from '../../../text/verdict.js';
import { eventName, monthName } from '../../../verdict/forecast-verdict.js';
import { growthOfMonthWords } from '../../../verdict/growth-words.js';
import { capWords, usedUpColumn } from '../../../verdict/quota-words.js';
import { type MonthLine, type MonthMark, monthStack, type StackedMonth } from '../../charts/month-stack.js';
import { figureElement } from '../../markup/figure.js';
import { type Content, html, htmlLine, named, verdictMark } from '../../markup/markup.js';
import { type Section, section } from '../../markup/section.js';
import { figures, measures, table, words } from '../../markup/table.js';

/** The bill month by month: drawn, and as a table. */
export function monthsSection(forecast: ForecastWithWorlds): Section {
  const budgets = budgetsOf(forecast);
  const [monthly] = budgets;
  const whole = forecast.total.bill_usd !== undefined;
  return section('months', 'Months', 'The bill month by month', [
    monthStack({
      id: 'months-stack',
      title: whole
        ? 'Expected bill: compute time, fixed and growing, and the other lines'
        : 'Expected cost of compute time, fixed and growing',
      label: 'US dollars a month',
      text: money,
      months: forecast.months.map((month, index) => stacked(month, index, monthly)),
      limits: budgets.map((budget) => ({
        text: `budget ${money(budget.bound)} a month${whole ? ' for compute time' : ''}`,
        value: budget.bound,
      })),
      marks: forecast.events.flatMap((event) => markOf(event, forecast.months)),
      lines: [...growthLines(forecast), ...worldLines(forecast)],
    }),
    monthsTable(forecast, monthly),
  ]);
}

/** The months at the ends of a range of growth; none where growth is one figure. */
function growthLines({ months, growth }: Forecast): readonly MonthLine[] {
  const { low, high } = parseGrowth(growth);
  const line = (kind: 'low' | 'high', factor: number): readonly MonthLine[] => {
    const values = months.flatMap(
      (month) => month[`${kind}_growth_bill_usd`] ?? month[`${kind}_growth_cost_usd`] ?? [],
    );
    return values.length < months.length
      ? []
      : [{ kind, name: `expected ${growthOfMonthWords(factor)}`, values }];
  };
  return [...line('low', low), ...line('high', high)];
}

/** The expected bill over worlds: nine of ten lie between the outer lines. */
function worldLines({ worlds }: ForecastWithWorlds): readonly MonthLine[] {
  if (worlds === undefined) return [];
  const line = (kind: MonthLine['kind'], name: string, of: 'low_5' | 'median' | 'high_95'): MonthLine => ({
    kind,
    name,
    values: worlds.months.map((month) => month[of]),
  });
  return [
    line('world-low', `5 % of ${worlds.worlds} worlds are below`, 'low_5'),
    line('world-median', 'median of the worlds', 'median'),
    line('world-high', '95 % are below', 'high_95'),
  ];
}

/** Limits on the cost of a month. */
function budgetsOf({ events }: Forecast): readonly Constraint[] {
  return events
    .filter(({ kind }) => kind === 'objective')
    .map(({ what }) => writtenConstraint(what))
    .filter(({ figure, comparison }) => figure === 'cost_usd_per_month' && comparison === '<=');
}

function stacked(month: ForecastMonth, index: number, budget: Constraint | undefined): StackedMonth {
  const name = monthName(month.month);
  return {
    name,
    short: index === 0 || name.startsWith('Jan') ? name.replace(/ \d\d/, ' ’') : name.slice(0, 3),
    fixed: month.fixed_usd,
    growing: month.growing_usd,
    other: month.other_usd ?? 0,
    low: month.cost_low_usd,
    high: month.cost_high_usd,
    over: budget !== undefined && month.cost_usd.mean > budget.bound,
    lines: [
      name,
      `${withSpread(month.cost_usd.mean, money, month.cost_usd)} expected`,
      `single bills between ${money(month.cost_low_usd)} and ${money(month.cost_high_usd)}`,
      `fixed ${money(month.fixed_usd)}, growing ${money(month.growing_usd)}`,
      ...(month.bill_usd === undefined
        ? []
        : [`other lines ${money(month.other_usd ?? 0)}, whole bill ${money(month.bill_usd)}`]),
      `${number(month.load_factor)} times the load, ${number(month.cu_hours.mean)} CU-hours`,
      ...(budget !== undefined && month.cost_usd.mean > budget.bound ? ['over the budget'] : []),
      ...(month.hours_used_up === null
        ? []
        : [`${capWords(month.cap_used_up ?? '')} used up on ${month.hours_used_up}`]),
    ],
  };
}

/** Where a day falls among the months. */
function markOf(event: ForecastEvent, months: readonly ForecastMonth[]): readonly MonthMark[] {
  const { kind, date } = event;
  if (date === null) return [];
  const index = months.findIndex(({ month }) => date.startsWith(month));
  if (index < 0) return [];
  const passed = (Number(date.slice(8, 10)) - 1) / months[index]!.days;
  const happens = kind === 'objective' ? ': missed' : ' reached';
  return [{ at: index + passed, text: `${date}: ${eventName(event)}${happens}` }];
}

/** What the table's costs are of, and what the bill comes to. */
function wholeBill(forecast: Forecast): Content {
  const { bill_usd } = forecast.total;
  const words = ` Costs are ${otherLinesText(forecast)}.`;
  if (bill_usd === undefined) return words;
  return html`${words} The whole bill is ${figureElement('total.bill_usd', bill_usd, money)}.`;
}

/** Amounts of a month that have no interval. */
type AmountOfMonth = Exclude<Extract<keyof ForecastMonth, `${string}_usd`>, 'cost_usd'>;

/** What is expected at the ends of a range of growth. */
function endColumns({
  total,
  growth,
}: Forecast): readonly { readonly head: string; readonly name: AmountOfMonth }[] {
  if (total.low_growth_cost_usd === undefined) return [];
  const { low, high } = parseGrowth(growth);
  const whole = total.low_growth_bill_usd !== undefined;
  const head = (factor: number) => `${whole ? 'Whole bill' : 'Expected'} ${growthOfMonthWords(factor)}`;
  return [
    { head: head(low), name: whole ? 'low_growth_bill_usd' : 'low_growth_cost_usd' },
    { head: head(high), name: whole ? 'high_growth_bill_usd' : 'high_growth_cost_usd' },
  ];
}

function monthsTable(forecast: Forecast, budget: Constraint | undefined) {
  const { months, total, plan } = forecast;
  const path = (index: number, name: string) => `months.${index}.${name}`;
  const figure = (name: AmountOfMonth) => (month: ForecastMonth, index: number) =>
    figureElement(path(index, name), month[name] ?? 0, money);
  const used_up = usedUpColumn(months, plan);
  return [
    table(
      'The bill month by month',
      [
        words<ForecastMonth>(
          'Month',
          ({ month }) => named(monthName(month)),
          (_, index) => index,
        ),
        figures<ForecastMonth>('Days', ({ days }) => String(days)),
        measures<ForecastMonth>(
          'Load',
          ({ load_factor }) => load_factor,
          (factor) => `${number(factor)}×`,
        ),
        figures<ForecastMonth>('CU-hours', ({ cu_hours }, index) =>
          figureElement(path(index, 'cu_hours.mean'), cu_hours.mean, number, cu_hours),
        ),
        figures<ForecastMonth>('Expected cost', ({ cost_usd }, index) =>
          figureElement(path(index, 'cost_usd.mean'), cost_usd.mean, money, cost_usd),
        ),
        figures<ForecastMonth>('Lowest', figure('cost_low_usd')),
        figures<ForecastMonth>('Highest', figure('cost_high_usd')),
        figures<ForecastMonth>('Fixed', figure('fixed_usd')),
        figures<ForecastMonth>('Growing', figure('growing_usd')),
        ...(total.bill_usd === undefined
          ? []
          : [
              figures<ForecastMonth>('Other lines', figure('other_usd')),
              figures<ForecastMonth>('Whole bill', figure('bill_usd')),
            ]),
        ...endColumns(forecast).map(({ head, name }) => figures<ForecastMonth>(head, figure(name))),
        ...(budget === undefined
          ? []
          : [
              {
                ...measures<ForecastMonth>(
                  'Budget',
                  ({ cost_usd }) => cost_usd.mean - budget.bound,
                  (over) =>
                    verdictMark(over <= 0, over > 0 ? `${dollars(over)} over` : `${dollars(-over)} left`),
                ),
                words: true,
              },
            ]),
        ...(used_up === undefined ? [] : [words<ForecastMonth>(capitalised(used_up.head), used_up.cell)]),
      ],
      months,
      { quiet: true, sortable: true },
    ),
    htmlLine`<p>In all ${figureElement('total.cost_usd.mean', total.cost_usd.mean, money, total.cost_usd)}; single bills add up to between ${figureElement('total.cost_low_usd', total.cost_low_usd, money)} and ${figureElement('total.cost_high_usd', total.cost_high_usd, money)}. ${figureElement('total.fixed_usd', total.fixed_usd, money)} of it is fixed, ${figureElement('total.growing_usd', total.growing_usd, money)} grows with the load.${wholeBill(forecast)}</p>`,
  ];
}
