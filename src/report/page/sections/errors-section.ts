import { crashLoopParts } from '../../answers/crash-loop-words.js';
import { errorWording } from '../../answers/error-wording.js';
import { clientPoolParts, overloadParts } from '../../answers/overload-words.js';
import { count, duration, percent } from '../../figures/figure-text.js';
import type { Summary } from '../../figures/summary.js';
import { figureElement } from '../markup/figure.js';
import { type Content, htmlLine } from '../markup/markup.js';
import { type Section, section } from '../markup/section.js';
import { barColumn, figures, table, words } from '../markup/table.js';

/** What a compute was busy with while it was unavailable. */
const CAUSES: Readonly<Record<string, string>> = {
  active_limit: 'too many active computes',
  slots_full: 'no free connection slot',
  pooler_full: 'no free place in the pooler',
  pooler_queue: 'the pooler timed out queries in its line',
  proxy_limits: 'refused by the limits of the proxy',
  waking: 'waking while a client waited',
  restarting: 'restarting',
  out_of_memory: 'killed for want of memory',
  quota: 'an allowance of the month used up',
  fault: 'a fault',
};

/** Errors that clients met, for good and on the way, and what made the computes unavailable. */
export function errorsSection(summary: Summary): Section {
  const content = [
    errorTable(summary),
    causeTable(summary),
    sentence('Crash loop:', crashLoopParts(summary)),
    sentence('Overloaded for', overloadParts(summary)),
    sentence("In the clients' own pools", clientPoolParts(summary.total, summary.ci?.total)),
  ];
  return section('errors', 'Errors', 'Errors and unavailability', content);
}

function sentence(begins: string, parts: readonly string[]): Content {
  if (parts.length === 0) return null;
  return htmlLine`<p>${begins} ${parts.join(', ')}.</p>`;
}

function errorTable({ total }: Summary): Content {
  const { by_error, retried_by_error, arrived, failed } = total.queries;
  const names = [...new Set([...Object.keys(by_error), ...Object.keys(retried_by_error)])];
  if (names.length === 0) return htmlLine`<p>No attempt of any client failed.</p>`;
  const rows = names
    .map((name) => ({ name, failed: by_error[name] ?? 0, retried: retried_by_error[name] ?? 0 }))
    .sort((a, b) => b.failed - a.failed || b.retried - a.retried);
  type Row = (typeof rows)[number];
  return [
    htmlLine`<p>${figureElement('total.queries.failed', failed, count)} of ${figureElement('total.queries.arrived', arrived, count)} queries failed for good${arrived > 0 ? ` (${percent(failed / arrived)})` : ''}.</p>`,
    table(
      'Errors by kind',
      [
        words<Row>('Error', ({ name }) => errorWording(name)),
        figures<Row>('Failed for good', ({ name }) => counted('total.queries.by_error', by_error, name)),
        figures<Row>('Retried', ({ name }) =>
          counted('total.queries.retried_by_error', retried_by_error, name),
        ),
        barColumn('Share of the largest', rows, (row) => row.failed + row.retried),
      ],
      rows,
    ),
  ];
}

/** A count by name; a name that never occurred has none in the summary. */
function counted(path: string, counts: Readonly<Record<string, number>>, name: string): Content {
  return Object.hasOwn(counts, name) ? figureElement(`${path}.${name}`, counts[name], count) : '0';
}

function causeTable({ total }: Summary): Content {
  const { unavailable_by_cause, unavailable_seconds } = total.availability;
  const rows = Object.entries(unavailable_by_cause).filter(([, seconds]) => seconds > 0);
  if (rows.length === 0) return htmlLine`<p>No compute was ever unavailable.</p>`;
  type Row = (typeof rows)[number];
  const path = 'total.availability.unavailable_by_cause';
  const columns = [
    words<Row>('Because of', ([cause]) => CAUSES[cause] ?? cause.replaceAll('_', ' ')),
    figures<Row>('Time', ([cause, seconds]) => figureElement(`${path}.${cause}`, seconds, duration)),
    barColumn('Share of the whole', rows, ([, seconds]) => seconds, unavailable_seconds),
  ];
  return table('Time in which a new connection would have been refused or held', columns, rows);
}
