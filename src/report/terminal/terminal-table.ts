import { cut, cutApart, line, type TextLine, wrapped } from '../text/text-block.js';
import { columns } from '../text/text-width.js';

/** Columns that names need at least, unless all are shorter. */
const MIN_NAME = 12;

/**
 * A small table: names to the left, figures to the right. Columns of figures are of fixed width, the names take
 * what is left; where that is too little, figures are left out from the right, and named below the header.
 * @param header the first cell stands above the names
 * @param cell columns of a figure, the space before it included
 */
export function tableLines(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
  cell: number,
): readonly TextLine[] {
  const longest = Math.max(...[header, ...rows].map((row) => columns(row[0]!)));
  const most = Math.floor((width - Math.min(longest, MIN_NAME)) / cell);
  const figures = Math.max(1, Math.min(header.length - 1, most));
  const room = Math.min(width - figures * cell, longest);
  const names = cutApart(
    rows.map(([name]) => name!),
    room,
  );
  const hidden = header.slice(1 + figures);
  const text = (shown: string, cells: readonly string[]): string =>
    shown +
    ' '.repeat(Math.max(0, room - columns(shown))) +
    cells
      .slice(0, figures)
      .map((figure) => ` ${figure.padStart(cell - 1)}`)
      .join('');
  return [
    line(text(cut(header[0]!, room), header.slice(1)), 'quiet'),
    ...(hidden.length === 0 ? [] : wrapped('no room for', hidden.join(', '), width, 'quiet')),
    ...rows.map((row, index) => line(text(names[index]!, row.slice(1)))),
  ];
}
