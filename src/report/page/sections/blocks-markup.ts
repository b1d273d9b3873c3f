import type { ReportBlock } from '../../text/text-report.js';
import { type Content, html, htmlLine } from '../markup/markup.js';
import { table } from '../markup/table.js';

/** Blocks of a report, which terminals and Markdown show too: items as a list, tables, remarks. */
export function blocksMarkup(blocks: readonly ReportBlock[]): Content {
  return blocks.map(({ title = '', table: shown, notes = [] }) => [
    shown !== undefined &&
      table(
        title,
        shown.head.map((name, column) => ({
          head: name.trim() === '' ? html`<span class="hidden">Figure</span>` : name.trim(),
          words: column < (shown.left ?? 1),
          cell: (row: readonly string[]) => row[column]!.trim(),
        })),
        shown.rows,
      ),
    notes.some(({ item }) => item === true)
      ? htmlLine`<ul>${notes.map(({ text }) => html`<li>${text}</li>`)}</ul>`
      : notes.map(
          ({ about, text }) =>
            htmlLine`<p class="note">${about !== '' && html`<strong>${about}</strong>: `}${text}.</p>`,
        ),
  ]);
}
