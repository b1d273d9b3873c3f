import type { Comparison } from '../../planner/comparison.js';
import { comparisonTables } from '../comparison-table.js';
import { html } from './markup.js';
import { type Section, table } from './section.js';

/** How each variant of a comparison differs from the first, with what the marks mean. */
export function differencesSection(comparison: Comparison): Section {
  const { tables, notes } = comparisonTables(comparison);
  return {
    id: 'differences',
    short: 'Differences',
    title: 'Differences',
    content: [
      tables.map(({ title, head, rows }) =>
        table(
          title,
          head.map((name, column) => ({
            head: name.trim() === '' ? html`<span class="hidden">Figure</span>` : name.trim(),
            words: column === 0,
            cell: (row: readonly string[]) => row[column]!.trim(),
          })),
          rows,
        ),
      ),
      notes.map(
        ({ about, text }) => html`<p class="note"><strong>${about}</strong>: ${text}.</p>
`,
      ),
    ],
  };
}
