import { errorWording } from '../error-wording.js';
import { count, duration, percent } from '../figure-text.js';
import type { Summary } from '../summary.js';
import { figure } from './figure.js';
import { type Content, html } from './markup.js';
import { bar, type Section, table } from './section.js';

/** What a compute was busy with while it was unavailable. */
const CAUSES: Readonly<Record<string, string>> = {
  slots_full: 'no free connection slot',
  waking: 'waking while somebody waited',
  restarting: 'restarting',
  quota: 'no CU-hours left',
  fault: 'a fault',
};

/** Errors that clients met, for good and on the way, and what made the computes unavailable. */
export function errorsSection(summary: Summary): Section {
  return {
    id: 'errors',
    short: 'Errors',
    title: 'Errors and unavailability',
    content: [errorTable(summary), causeTable(summary)],
  };
}

function errorTable({ total }: Summary): Content {
  const { by_error, retried_by_error, arrived, failed } = total.queries;
  const names = [...new Set([...Object.keys(by_error), ...Object.keys(retried_by_error)])];
  if (names.length === 0)
    return html`<p>No attempt of any client failed.</p>
`;
  const rows = names
    .map((name) => ({ name, failed: by_error[name] ?? 0, retried: retried_by_error[name] ?? 0 }))
    .sort((a, b) => b.failed - a.failed || b.retried - a.retried);
  const largest = Math.max(...rows.map((row) => row.failed + row.retried));
  return [
    html`<p>${figure('total.queries.failed', failed, count)} of ${figure('total.queries.arrived', arrived, count)} queries failed for good${arrived > 0 ? ` (${percent(failed / arrived)})` : ''}.</p>
`,
    table(
      'Errors by kind',
      [
        { head: 'Error', words: true, cell: ({ name }) => errorWording(name) },
        {
          head: 'Failed for good',
          cell: ({ name }) => counted('total.queries.by_error', by_error, name),
        },
        {
          head: 'Tried again',
          cell: ({ name }) => counted('total.queries.retried_by_error', retried_by_error, name),
        },
        {
          head: html`<span class="hidden">Share of the largest</span>`,
          cell: (row) => bar(row.failed + row.retried, largest),
          words: true,
        },
      ],
      rows,
    ),
  ];
}

/** A count by name; a name that never occurred has none in the summary. */
function counted(path: string, counts: Readonly<Record<string, number>>, name: string): Content {
  return Object.hasOwn(counts, name) ? figure(`${path}.${name}`, counts[name], count) : '0';
}

function causeTable({ total }: Summary): Content {
  const { unavailable_by_cause, unavailable_seconds } = total.availability;
  const rows = Object.entries(unavailable_by_cause).filter(([, seconds]) => seconds > 0);
  if (rows.length === 0)
    return html`<p>No compute was ever unavailable.</p>
`;
  return table(
    'Time in which a new connection would have been refused or held',
    [
      { head: 'Because of', words: true, cell: ([cause]) => CAUSES[cause] ?? cause.replaceAll('_', ' ') },
      {
        head: 'Time',
        cell: ([cause, seconds]) =>
          figure(`total.availability.unavailable_by_cause.${cause}`, seconds, duration),
      },
      {
        head: html`<span class="hidden">Share of the whole</span>`,
        cell: ([, seconds]) => bar(seconds, unavailable_seconds),
        words: true,
      },
    ],
    rows,
  );
}
