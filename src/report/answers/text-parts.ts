import type { Column } from '../document/column.js';
import { type Part, table } from '../document/report.js';
import type { ReportBlock } from '../text/text-report.js';
import { when } from '../text/when.js';

/** Tables and remarks that are words for people in every form. @param id of the first part; the others follow from it */
export function textParts(id: string, blocks: readonly ReportBlock[]): readonly Part[] {
  return blocks.flatMap(({ title, table: shown, notes = [] }, index): readonly Part[] => {
    const head = title === undefined ? {} : { title };
    const own = index === 0 ? id : `${id}-${index}`;
    const isUntitled = shown !== undefined;
    return [
      ...(shown === undefined ? [] : [wordTable(own, shown, head)]),
      ...when(notes.length > 0, {
        kind: 'notes' as const,
        id: `${own}-notes`,
        notes,
        ...(isUntitled ? {} : head),
      }),
    ];
  });
}

function wordTable(
  id: string,
  { head, rows, left = 1 }: NonNullable<ReportBlock['table']>,
  titled: { readonly title?: string },
): Part {
  return table<readonly string[]>({
    id,
    ...titled,
    in: ['screen', 'markdown', 'page', 'workbook'],
    keys: left,
    rows,
    columns: head.map(
      (name, at): Column<readonly string[]> => ({
        name,
        head: name.trim(),
        ...(at >= left && { unit: 'figure_text' as const }),
        of: (row) => row[at]?.trim(),
      }),
    ),
  });
}
