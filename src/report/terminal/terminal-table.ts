import { sum } from '../../kernel/sums.js';
import { cut, cutApart, line, type TextLine, wrapped } from '../text/text-block.js';
import { columns } from '../text/text-width.js';

/** Columns that names need at least, unless all are shorter. */
const MIN_NAME = 12;

/**
 * A small table: names to the left, figures to the right. Columns of figures are of fixed width, or where one would be cut
 * each is as wide as it has to be; the names take what is left; where that is too little, figures are left out from the right,
 * and named below the header.
 * @param header the first cell stands above the names
 * @param cell columns of a figure, the space before it included
 */
export function tableLines(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
  cell: number,
): readonly TextLine[] {
  const widest = (at: number): number => Math.max(...[header, ...rows].map((row) => columns(row[at] ?? '')));
  const longest = widest(0);
  const needed = header.slice(1).map((_, at) => 1 + widest(1 + at));
  const all = sum(needed.map((each) => Math.max(each, cell)));
  const isCut = longest + all > width && Math.max(...needed) > cell;
  const cells = needed.map((each) => (isCut ? each : cell));
  const ends = cells.map((_, at) => sum(cells.slice(0, at + 1)));
  const figures = Math.max(1, ends.filter((end) => end <= width - Math.min(longest, MIN_NAME)).length);
  const room = Math.min(width - ends[figures - 1]!, longest);
  const names = cutApart(
    rows.map(([name]) => name!),
    room,
  );
  const hidden = header.slice(1 + figures);
  const text = (shown: string, values: readonly string[]): string =>
    shown +
    ' '.repeat(Math.max(0, room - columns(shown))) +
    values
      .slice(0, figures)
      .map((figure, at) => ` ${figure.padStart(cells[at]! - 1)}`)
      .join('');
  return [
    line(text(cut(header[0]!, room), header.slice(1)), 'quiet'),
    ...(hidden.length === 0 ? [] : wrapped('no room for', hidden.join(', '), width, 'quiet')),
    ...rows.map((row, index) => line(text(names[index]!, row.slice(1)))),
  ];
}
