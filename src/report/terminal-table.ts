import { columns, cut, line, type TextLine } from './text-block.js';

/**
 * A small table: names to the left, figures to the right. Columns of figures are of fixed width, the names take
 * what is left.
 * @param header the first cell stands above the names
 * @param cell columns of a figure, the space before it included
 */
export function tableLines(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
  cell: number,
): readonly TextLine[] {
  const room = Math.min(
    width - (header.length - 1) * cell,
    Math.max(...[header, ...rows].map((row) => columns(row[0]!))),
  );
  const text = ([name, ...cells]: readonly string[]): string => {
    const shown = cut(name!, room);
    return (
      shown +
      ' '.repeat(Math.max(0, room - columns(shown))) +
      cells.map((figure) => ` ${figure.padStart(cell - 1)}`).join('')
    );
  };
  return [line(text(header), 'quiet'), ...rows.map((row) => line(text(row)))];
}
