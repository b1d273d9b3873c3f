import { awakeRule } from '../../../scenario/vendor/vendor-words.js';
import type { Elsewhere } from '../../../study/elsewhere/elsewhere.js';
import { vendors } from '../../../vendors/vendor-file.js';
import { type Note, notesOn, type Part, table } from '../../document/report.js';
import { dollars, duration, percent } from '../../figures/figure-text.js';

/** The same load on other platforms, and the rule that changes bills most. */
export function elsewhereParts(rows: readonly Elsewhere[], start: string): readonly Part[] {
  return [
    table<Elsewhere>({
      id: 'elsewhere',
      title: 'The same load elsewhere',
      in: ['screen', 'markdown', 'page', 'workbook'],
      rows,
      columns: [
        { name: 'vendor', head: 'Platform', of: ({ vendor }) => vendor },
        { name: 'cost', head: 'Cost per month', unit: 'figure_text', of: costText },
        { name: 'waits', head: 'Queries that wait', of: waitText },
        { name: 'size', head: 'Plan and size', of: choiceText },
        { name: 'prices_seen', head: 'Prices of', of: ({ prices_seen }) => prices_seen ?? '-' },
      ],
      below: [
        { about: 'open connections', text: awakeRule(vendors()), emphasis: 'strong' },
        ...assumptions(rows, start),
      ],
    }),
  ];
}

function choiceText({ plan, size }: Elsewhere): string {
  return [plan, size].filter((each) => each !== null).join(', ') || '-';
}

function costText({ least_usd_per_month: least, most_usd_per_month: most }: Elsewhere): string {
  if (least === null) return most === null ? '-' : `at most ${dollars(most)}`;
  if (most === null) return `at least ${dollars(least)}`;
  const [from, to] = [dollars(least), dollars(most)];
  return from === to ? from : `${from} to ${to}`;
}

function waitText({ waits, awake_while, why }: Elsewhere): string {
  if (why !== null) return '-';
  if (waits === null) return awake_while === 'always' ? 'none: always on' : '-';
  const { waited, failed, typical_seconds } = waits;
  const failing = failed > 0 ? `; ${percent(failed)} fail` : '';
  return `${waited === 0 ? 'none' : `${percent(waited)}, for ${duration(typical_seconds)}`}${failing}`;
}

function assumptions(rows: readonly Elsewhere[], start: string): readonly Note[] {
  return [
    ...rows
      .filter(({ why, notes }) => why !== null || notes.length > 0)
      .flatMap(({ vendor, why, notes }) => notesOn(vendor, [(why === null ? notes : [why]).join('; ')])),
    ...notesOn('elsewhere', [
      `list prices of ${start.slice(0, 10)} or the day in the table, without tax; sizes cover the machine in "Instead, per month", of a run that no quota ends; branches, snapshots and restore history are included for Neon alone`,
    ]),
  ];
}
