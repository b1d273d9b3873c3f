import { causeTable } from '../../answers/cause-words.js';
import type { Summary } from '../../figures/summary.js';
import { htmlLine, named } from '../markup/markup.js';
import { type Section, section } from '../markup/section.js';
import { figures, table, words } from '../markup/table.js';

/** Who keeps the computes awake, by load; nothing where a single load is the cause of everything. */
export function causesSections(summary: Summary): readonly Section[] {
  const { head, rows } = causeTable(summary);
  if (rows.length === 0) return [];
  const [first, ...others] = head;
  type Row = (typeof rows)[number];
  const columns = [
    words<Row>(first!, ([name]) => named(name!)),
    ...others.map((head, index) => figures<Row>(head, (row) => row[index + 1]!)),
  ];
  const rule = htmlLine`<p>Time in which several loads are at work is divided evenly; idle time belongs to the load that was at work last; what a compute is larger than its minimum belongs to whoever pushed it there. What a load causes is not what its removal saves: <code>--without-each</code> tells that.</p>`;
  return [
    section('causes', 'Causes', 'Who keeps it awake', [
      rule,
      table('Who keeps it awake', columns, rows, { quiet: true }),
    ]),
  ];
}
