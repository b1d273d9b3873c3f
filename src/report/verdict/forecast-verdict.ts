import type { Forecast, ForecastEvent } from '../../study/growth/forecast-result.js';
import { writtenConstraint } from '../../study/replicate/constraint.js';
import type { Summary } from '../../study/run/summary.js';
import type { ForecastWithWorlds } from '../../study/worlds/forecast-worlds.js';
import { counted, number } from '../figures/figure-text.js';
import { type Tone, type Verdict, verdictOf } from '../text/verdict.js';
import { type AskedScenario, planFor } from './asked-scenario.js';
import { costCause } from './cause-and-fix.js';
import { limitWords, moneyWords } from './figure-words.js';
import { capWords } from './quota-words.js';
import { forecastWorldsWords } from './worlds-words.js';

/** A calendar month as a user writes it: `Jan 2026`. @param month `YYYY-MM` */
export function monthName(month: string): string {
  return new Date(`${month}-01T00:00:00Z`).toUTCString().slice(8, 16);
}

/** Smaller changes of a day's cost come from rounding and the weekdays of a month. */
const MAX_STEADY_CHANGE = 0.02;

/**
 * A forecast in plain words: what the bill is now and will be, and when an objective breaks or hours run out.
 * @param asked what was forecast; without it no command is named
 * @param present a run of the present load, which shows the cause of the cost
 */
export function forecastVerdict(
  forecast: ForecastWithWorlds,
  asked?: AskedScenario,
  present?: Summary,
): Verdict {
  const { months, total, events } = forecast;
  const missed = events.filter(({ kind, date }) => kind === 'objective' && date !== null);
  const reached = events.filter(({ kind, date }) => kind === 'limit' && date !== null);
  const possible = events.filter(
    ({ kind, date, earliest }) => kind === 'objective' && date === null && earliest !== null,
  );
  const out = months.find(({ hours_used_up }) => hours_used_up !== null);
  const troubles = [
    ...(out === undefined
      ? []
      : [`from ${out.hours_used_up} on ${capWords(out.cap_used_up ?? '')} will be used up`]),
    ...byDate(missed).map((event) => missedWords(event, forecast)),
    ...byDate(reached).map((event) => `${event.what} is first reached on ${event.date}`),
    ...possible.map(
      (event) => `${eventName(event)} may be missed as early as ${eventDay(event, event.earliest!)}`,
    ),
  ];
  const ends = [total.cost_low_usd, total.cost_high_usd].map(moneyWords);
  const range = [...new Set(ends)].join(' to ');
  const { bill_usd } = total;
  const between = bill_usd === undefined ? range : `compute time ${range}`;
  const all = moneyWords(bill_usd ?? total.cost_usd.mean);
  const sum = `${all} in ${counted(months.length, 'month')}${between === all ? '' : ` (${between})`}`;
  const held = events.some(({ kind }) => kind === 'objective');
  const tone: Tone =
    out !== undefined || missed.length > 0
      ? 'bad'
      : reached.length + possible.length > 0
        ? 'warning'
        : held
          ? 'good'
          : 'neutral';
  const met = held && missed.length + possible.length === 0 ? ['every objective is met throughout'] : [];
  const cause = costCause(present, asked, out !== undefined);
  const command = asked && missed.length > 0 ? planCommand(forecast, asked) : cause.command;
  const { worlds } = forecast;
  const drawn =
    worlds === undefined ? [] : [`over ${counted(worlds.worlds, 'world')}: ${forecastWorldsWords(worlds)}`];
  return verdictOf(
    tone,
    [
      ...drawn,
      ...troubles,
      `${courseWords(forecast)}${months.length === 1 ? ` (${between})` : `; ${sum}`}`,
      ...cause.sentences,
      ...met,
    ],
    command,
  );
}

function missedWords(event: ForecastEvent, { months, total }: Forecast): string {
  const { what, date, earliest, latest } = event;
  const day = eventDay(event, date!);
  if (!isOfMonths(event)) return `${eventName(event)} is first missed on ${day}`;
  const { bound, comparison } = writtenConstraint(what);
  const beyond = `${comparison === '<=' ? 'above' : 'below'} ${moneyWords(bound)}`;
  const of = total.bill_usd === undefined ? '' : ' for compute time';
  const first = eventDay(event, earliest ?? date!);
  const last = latest === null ? `after ${monthName(months.at(-1)!.month)}` : eventDay(event, latest);
  const range = first === last ? '' : ` (${first} to ${last})`;
  return `${day} is the first month expected ${beyond}${of}${range}`;
}

/** Whether an event is about calendar months, not days. */
export function isOfMonths({ what, kind }: ForecastEvent): boolean {
  return kind === 'objective' && writtenConstraint(what).figure === 'cost_usd_per_month';
}

/** A date of an event in words: the month if it is about months. */
export function eventDay(event: ForecastEvent, date: string): string {
  return isOfMonths(event) ? monthName(date.slice(0, 'YYYY-MM'.length)) : date;
}

function courseWords({ months }: Forecast): string {
  const [first, last] = [months[0]!, months.at(-1)!];
  const usd = ({ bill_usd, cost_usd }: Forecast['months'][number]) => bill_usd ?? cost_usd.mean;
  const [from, to] = [first, last].map((month) => moneyWords(usd(month)));
  const bill = first.bill_usd === undefined ? 'the compute bill' : 'the whole bill';
  if (months.length === 1) return `${bill} of ${monthName(first.month)} is about ${from}`;
  const ends = `${from} in ${monthName(first.month)} to ${to} in ${monthName(last.month)}`;
  const change = usd(last) - usd(first);
  if (from === to) return `${bill} stays at about ${from} a month`;
  // A change that only reflects the lengths of months does not count as growth.
  const perDay = (month: Forecast['months'][number]) => usd(month) / month.days;
  if (Math.abs(perDay(last) - perDay(first)) < MAX_STEADY_CHANGE * perDay(first)) {
    const [least, most] = [usd(first), usd(last)].toSorted((a, b) => a - b).map(moneyWords);
    return `${bill} stays at about ${least} to ${most} a month`;
  }
  return `${bill} ${change > 0 ? 'grows' : 'falls'} from about ${ends}`;
}

/** The event's objective in words, if it is one of the scenario's. */
export function eventName({ what, kind }: ForecastEvent): string {
  return kind === 'objective' ? limitWords(writtenConstraint(what)) : what;
}

function byDate(events: readonly ForecastEvent[]): readonly ForecastEvent[] {
  return events.toSorted((a, b) => (a.date! < b.date! ? -1 : a.date! > b.date! ? 1 : 0));
}

/** Settings that still hold at the load of the last month. */
function planCommand({ months, events }: Forecast, asked: AskedScenario): string {
  const load = Number(number(Math.max(...months.map(({ load_factor }) => load_factor))).replaceAll(',', ''));
  const objectives = events.filter(({ kind }) => kind === 'objective');
  return planFor(
    asked,
    objectives.map(({ what }) => what),
    load,
  );
}
