import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** One row of a table: the content of a file, and how it must be read. */
export interface Row {
  readonly name: string;
  /** Names that share the row: each replaces `<case>`. */
  readonly cases?: readonly string[];
  /** The content as it is. */
  readonly text?: string;
  /** Lines above the rows, the line of each row with `<column>` for its value of a column, and lines below. */
  readonly head?: string;
  readonly row?: string | undefined;
  readonly tail?: string;
  /** JSON around the rows, which are at `<rows>`. */
  readonly around?: string;
  /** The column `<cell>`, which no other file has. */
  readonly cells?: readonly unknown[];
  /** Whether each character of the content is one byte of the file. */
  readonly bytes?: boolean;
  /** A part of the question or refusal. */
  readonly says?: string;
}
const COLUMN = /<(\w+)>/g;
type Columns = Readonly<Record<string, readonly unknown[]>>;

/** Reads a table of rows: its columns, and each row with the content of its file. */
export function readRows<R extends Row>(file: string): readonly (R & { readonly content: string })[] {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const table = parse(readFileSync(path, 'utf8')) as { columns: Columns; rows: readonly R[] };
  return table.rows.flatMap((row) =>
    (row.cases ?? ['']).map((one) => ({
      ...row,
      name: row.name.replace('<case>', one),
      ...(row.says !== undefined && { says: row.says.replace('<case>', one) }),
      content: contentOf(
        { ...row, row: row.row?.replaceAll('<case>', one) },
        { ...table.columns, cell: row.cells ?? [] },
      ).replaceAll('<case>', one),
    })),
  );
}

function contentOf({ text, head, row, tail = '', around }: Row, columns: Columns): string {
  if (text !== undefined || row === undefined) return text ?? '';
  const used = [...row.matchAll(COLUMN)].map(([, column]) => columns[column!]);
  const rows = used[0]!.map((_, i) =>
    row.replaceAll(COLUMN, (_found, column: string) => String(columns[column]![i])),
  );
  if (around !== undefined) return around.replaceAll('<rows>', rows.join(','));
  return [...(head === undefined ? [] : [head]), ...rows].map((line) => `${line}\n`).join('') + tail;
}
