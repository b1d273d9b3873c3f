import type { Forecast, ForecastEvent, ForecastMonth } from '../../../../planner/growth/forecast-result.js';
import { type Constraint, writtenConstraint } from '../../../../planner/replicate/constraint.js';
import { otherLinesText } from '../../../answers/forecast-report.js';
import { money, number } from '../../../figures/figure-text.js';
import { withSpread } from '../../../figures/spread-text.js';
import { capitalised } from '../../../text/verdict.js';
import { limitWords } from '../../../verdict/figure-words.js';
import { monthName } from '../../../verdict/forecast-verdict.js';
import { capWords, usedUpColumn } from '../../../verdict/quota-words.js';
import { type MonthMark, monthStack, type StackedMonth } from '../../charts/month-stack.js';
import { figureElement } from '../../markup/figure.js';
import { type Content, html } from '../../markup/markup.js';
import { type Section, section } from '../../markup/section.js';
import { figures, table, words } from '../../markup/table.js';

/** The bill month by month: drawn, and as a table. */
export function monthsSection(forecast: Forecast): Section {
  const budgets = budgetsOf(forecast);
  const [monthly] = budgets;
  return section('months', 'Months', 'The bill month by month', [
    monthStack({
      id: 'months-stack',
      title: 'Expected cost of compute time, fixed and growing',
      label: 'US dollars a month',
      text: money,
      months: forecast.months.map((month, index) => stacked(month, index, monthly)),
      limits: budgets.map((budget) => ({
        text: `budget ${money(budget.bound)} a month`,
        value: budget.bound,
      })),
      marks: forecast.events.flatMap((event) => markOf(event, forecast.months)),
    }),
    monthsTable(forecast, monthly),
  ]);
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
    low: month.cost_low_usd,
    high: month.cost_high_usd,
    over: budget !== undefined && month.cost_usd.mean > budget.bound,
    lines: [
      name,
      `${withSpread(month.cost_usd.mean, money, month.cost_usd)} expected`,
      `single bills between ${money(month.cost_low_usd)} and ${money(month.cost_high_usd)}`,
      `fixed ${money(month.fixed_usd)}, growing ${money(month.growing_usd)}`,
      `${number(month.load_factor)} times the load, ${number(month.cu_hours.mean)} CU-hours`,
      ...(budget !== undefined && month.cost_usd.mean > budget.bound ? ['over the budget'] : []),
      ...(month.hours_used_up === null
        ? []
        : [`${capWords(month.cap_used_up ?? '')} used up on ${month.hours_used_up}`]),
    ],
  };
}

/** Where a day falls among the months. */
function markOf({ what, kind, date }: ForecastEvent, months: readonly ForecastMonth[]): readonly MonthMark[] {
  if (date === null) return [];
  const index = months.findIndex(({ month }) => date.startsWith(month));
  if (index < 0) return [];
  const passed = (Number(date.slice(8, 10)) - 1) / months[index]!.days;
  const words = kind === 'objective' ? `${limitWords(writtenConstraint(what))}: missed` : `${what} reached`;
  return [{ at: index + passed, text: `${date}: ${words}` }];
}

/** What the table's costs are of, and what the bill comes to. */
function wholeBill(forecast: Forecast): Content {
  const { bill_usd } = forecast.total;
  const words = ` Costs are ${otherLinesText(forecast)}.`;
  if (bill_usd === undefined) return words;
  return html`${words} The whole bill is ${figureElement('total.bill_usd', bill_usd, money)}.`;
}

function monthsTable(forecast: Forecast, budget: Constraint | undefined) {
  const { months, total, plan } = forecast;
  const path = (index: number, name: string) => `months.${index}.${name}`;
  const figure =
    (name: 'cost_low_usd' | 'cost_high_usd' | 'fixed_usd' | 'growing_usd' | 'other_usd' | 'bill_usd') =>
    (month: ForecastMonth, index: number) =>
      figureElement(path(index, name), month[name] ?? 0, money);
  const used_up = usedUpColumn(months, plan);
  return [
    table(
      'The bill month by month',
      [
        words<ForecastMonth>(
          'Month',
          ({ month }) => monthName(month),
          (_, index) => index,
        ),
        figures<ForecastMonth>('Days', ({ days }) => String(days)),
        figures<ForecastMonth>(
          'Load',
          ({ load_factor }) => `${number(load_factor)} times`,
          ({ load_factor }) => load_factor,
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
        ...(budget === undefined
          ? []
          : [
              words<ForecastMonth>(
                'Budget',
                ({ cost_usd }) => {
                  const over = cost_usd.mean - budget.bound;
                  return over > 0
                    ? html`<span class="verdict bad">✗ ${money(over)} over</span>`
                    : html`<span class="verdict good">✓ ${money(-over)} left</span>`;
                },
                ({ cost_usd }) => cost_usd.mean - budget.bound,
              ),
            ]),
        ...(used_up === undefined ? [] : [words<ForecastMonth>(capitalised(used_up.head), used_up.cell)]),
      ],
      months,
      { quiet: true, sortable: true },
    ),
    html`<p>In all ${figureElement('total.cost_usd.mean', total.cost_usd.mean, money, total.cost_usd)}; single bills add up to between ${figureElement('total.cost_low_usd', total.cost_low_usd, money)} and ${figureElement('total.cost_high_usd', total.cost_high_usd, money)}. ${figureElement('total.fixed_usd', total.fixed_usd, money)} of it is fixed, ${figureElement('total.growing_usd', total.growing_usd, money)} grows with the load.${wholeBill(forecast)}</p>
`,
  ];
}
