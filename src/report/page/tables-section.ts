import { html, type Markup } from './markup.js';
import { table } from './section.js';

/** A table of texts, as terminals and Markdown show it too. */
export interface TextTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** How many of the first columns are words; 1 unless given. */
  readonly left?: number;
}

/** Tables of texts, whose first columns are words and whose others are figures. */
export function textTables(tables: readonly TextTable[]): readonly Markup[] {
  return tables.map(({ title, head, rows, left = 1 }) =>
    table(
      title,
      head.map((name, column) => ({
        head: name.trim() === '' ? html`<span class="hidden">Figure</span>` : name.trim(),
        words: column < left,
        cell: (row: readonly string[]) => row[column]!.trim(),
      })),
      rows,
    ),
  );
}

/** Remarks on tables: what each is about, and its text. */
export function tableNotes(
  notes: readonly { readonly about: string; readonly text: string }[],
): readonly Markup[] {
  return notes.map(
    ({ about, text }) => html`<p class="note"><strong>${about}</strong>: ${text}.</p>
`,
  );
}
