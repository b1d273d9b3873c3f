import type { Forecast, ForecastEvent } from '../planner/forecast-result.js';
import { counted, money, number, percent } from './figure-text.js';
import { inMarkdown, markdownTable, plainTable } from './plain-table.js';
import { withSpread } from './spread-text.js';
import { cut, line, type TextLine, wrapped } from './text-block.js';

/** A forecast as the lines of a terminal: a row for each month, then what happens when. */
export function forecastLines(forecast: Forecast, width: number): readonly TextLine[] {
  const [head, ...rows] = tableOf(forecast, plainTable);
  return [
    line(cut(title(forecast), width), 'strong'),
    line(''),
    line(cut(head ?? '', width), 'quiet'),
    ...rows.map((row) => line(cut(row, width))),
    line(''),
    ...forecast.events.flatMap((event, index) => {
      const text = `${event.what}: ${eventText(event, forecast)}`;
      return wrapped(index === 0 ? 'When' : '', text, width, event.date === null ? 'plain' : 'bad');
    }),
    ...notes(forecast).flatMap(({ about, text }) => wrapped(about, text, width, 'quiet')),
    ...forecast.warnings.flatMap((warning) => wrapped('Warning', warning, width, 'bad')),
  ];
}

/** The same as Markdown. */
export function forecastMarkdown(forecast: Forecast): string {
  const events = forecast.events.map((event) => `- ${inMarkdown(event.what)}: ${eventText(event, forecast)}`);
  const words = notes(forecast).map(({ about, text }) => `- ${about}: ${inMarkdown(text)}`);
  const doubts = forecast.warnings.map((warning) => `- Warning: ${inMarkdown(warning)}`);
  return `${[tableOf(forecast, markdownTable), [...events, ...words, ...doubts].join('\n')].join('\n\n')}\n`;
}

function title({ scenario, growth, months, plan, seed, replications }: Forecast): string {
  return `${scenario}: ${counted(months.length, 'month')} from ${months[0]!.month}, load growing by ${growth}, plan ${plan}, seed ${seed}, ${replications} replications`;
}

function tableOf<Table>(
  { months, total, plan }: Forecast,
  draw: (head: readonly string[], rows: readonly (readonly string[])[], left: number) => Table,
): Table {
  const limited = months.some(({ hours_used_up }) => hours_used_up !== null);
  const rows = months.map((month) => [
    month.month,
    `${number(month.load_factor)}x`,
    withSpread(month.cu_hours.mean, number, month.cu_hours),
    withSpread(month.cost_usd.mean, money, month.cost_usd),
    `${money(month.cost_low_usd)} to ${money(month.cost_high_usd)}`,
    money(month.fixed_usd),
    money(month.growing_usd),
    ...(limited ? [month.hours_used_up ?? ''] : []),
  ]);
  const sum = [
    'total',
    '',
    number(months.reduce((all, { cu_hours }) => all + cu_hours.mean, 0)),
    withSpread(total.cost_usd.mean, money, total.cost_usd),
    `${money(total.cost_low_usd)} to ${money(total.cost_high_usd)}`,
    money(total.fixed_usd),
    money(total.growing_usd),
    ...(limited ? [''] : []),
  ];
  const head = ['month', 'load', 'CU-hours', 'cost', 'bill between', 'fixed', 'growing'];
  return draw([...head, ...(limited ? [`${plan} hours used up on`] : [])], [...rows, sum], 1);
}

function eventText(
  { kind, date, earliest, latest, load_factor }: ForecastEvent,
  { growth }: Forecast,
): string {
  const happens = kind === 'objective' ? 'first missed' : 'first reached';
  if (date === null) {
    const maybe = earliest === null ? '' : `, but perhaps on ${earliest} already`;
    return `not ${kind === 'objective' ? 'missed' : 'reached'} within these months${maybe}`;
  }
  const range =
    earliest === latest ? '' : ` (from ${earliest ?? date} to ${latest ?? 'after the last month'})`;
  return `${happens} on ${date}${range}, at ${number(load_factor ?? 1)} times the load, growing by ${growth}`;
}

function notes({
  confidence,
  method,
}: Forecast): readonly { readonly about: string; readonly text: string }[] {
  const { exact, runs, load_factors, interpolation } = method;
  const levels = load_factors.map((factor) => number(factor)).join(', ');
  const error =
    interpolation === null || interpolation.checks === 0
      ? ''
      : `; a simulation between two levels differs from the straight line by ${percent(interpolation.error)} at most (${counted(interpolation.checks, 'check')})`;
  return [
    {
      about: '±',
      text: `half of the ${percent(confidence)} interval of the expected bill, over replications`,
    },
    {
      about: 'between',
      text: `where ${percent(confidence)} of single bills lie, with chance from one stretch of time to the next and the range of growth`,
    },
    {
      about: 'fixed',
      text: 'what is due without any load that grows: scheduled jobs, computes that never suspend',
    },
    {
      about: 'how',
      text: exact
        ? `every month simulated whole, at its mean load: ${counted(runs, 'run')}`
        : `${counted(runs, 'run')} at ${levels} times the load, straight lines in between${error}`,
    },
  ];
}
