import type { EventEvidence, Forecast, ForecastEvent } from '../../../study/growth/forecast-result.js';
import { column } from '../../document/column.js';
import { type Part, table } from '../../document/report.js';
import { capitalised } from '../../text/verdict.js';
import { when } from '../../text/when.js';
import { eventDay, eventName } from '../../verdict/forecast-verdict.js';

const SHOWN_BY: Readonly<Record<EventEvidence, string>> = {
  exact: 'exact runs',
  checked: 'hybrid runs, checked by exact ones',
  hybrid: 'hybrid runs, not checked by exact ones',
};

/** When objectives are first missed and limits first reached. */
export function eventsTable({ events }: Forecast): Part {
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
    columns: [
      column('what', 'What', 'text', (event) => capitalised(eventName(event))),
      column('verdict', 'Verdict', 'text', eventVerdict),
      day('date', 'First'),
      day('earliest', 'Earliest'),
      day('latest', 'Latest'),
      column('load_factor', 'Load', 'factor', ({ load_factor }) => load_factor),
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
