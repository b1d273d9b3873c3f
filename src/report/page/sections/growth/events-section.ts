import type { EventEvidence, Forecast, ForecastEvent } from '../../../../study/growth/forecast-result.js';
import { number } from '../../../figures/figure-text.js';
import { capitalised } from '../../../text/verdict.js';
import { eventName } from '../../../verdict/forecast-verdict.js';
import { html, htmlLine, verdictMark } from '../../markup/markup.js';
import { type Section, section } from '../../markup/section.js';
import { measures, table, words } from '../../markup/table.js';

const SHOWN_BY: Readonly<Record<EventEvidence, string>> = {
  exact: 'exact runs',
  checked: 'hybrid runs, checked by exact ones',
  hybrid: 'hybrid runs, not checked by exact ones',
};

/** When objectives are first missed and limits first reached. */
export function eventsSection({ events, months }: Forecast): Section {
  const content =
    events.length === 0
      ? htmlLine`<p>The scenario names no objective, and no limit comes near within ${months.length} months. <code>slo: { latency_p99: 500ms }</code> or <code>--constraint 'cost_usd &lt;= $50/month'</code> would be held against each month.</p>`
      : table(
          'When objectives are missed and limits reached',
          [
            words<ForecastEvent>('What', (event) => capitalised(eventName(event))),
            words<ForecastEvent>('Verdict', ({ kind, date, earliest }) =>
              date !== null
                ? verdictMark(false, kind === 'objective' ? 'missed' : 'reached')
                : earliest === null
                  ? verdictMark(true, kind === 'objective' ? 'met throughout' : 'not reached')
                  : html`<span class="verdict">? perhaps</span>`,
            ),
            words<ForecastEvent>('First on', ({ date }) => date ?? 'not within these months'),
            words<ForecastEvent>('Between', ({ date, earliest, latest }) =>
              earliest === null && latest === null
                ? ''
                : `${earliest ?? date ?? ''} and ${latest ?? 'after the last month'}`,
            ),
            measures<ForecastEvent>(
              'At a load of',
              ({ load_factor }) => load_factor,
              (factor) => `${number(factor)} times`,
            ),
            words<ForecastEvent>('Shown by', ({ evidence }) => (evidence === null ? '' : SHOWN_BY[evidence])),
          ],
          events,
          { quiet: true },
        );
  return section('events', 'When', 'When objectives break and limits are reached', content);
}
