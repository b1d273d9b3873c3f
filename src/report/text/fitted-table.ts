import { sum } from '../../kernel/sums.js';
import { brokenText, widestPart } from './broken-text.js';
import { line, paragraph, type TextLine } from './text-block.js';
import type { TextTable } from './text-table.js';
import { columns } from './text-width.js';

/** Maximum lines of a heading, spaces between columns, and whether cells may be broken. */
const STYLES = [
  { heading: 1, gap: 2, broken: false },
  { heading: 2, gap: 2, broken: false },
  { heading: 3, gap: 1, broken: true },
] as const;
/** Minimum width of broken names, other words and figures: at first, and when no further column may be dropped. */
const MIN_WIDTHS = [
  { names: 24, words: 16, figures: 32 },
  { names: 12, words: 12, figures: 24 },
] as const;

/** An amount of money, which is never left out. */
const AMOUNT = /\$/;

interface Layout {
  readonly places: readonly number[];
  readonly widths: readonly number[];
  readonly gap: number;
}

/**
 * Fits a table to a width. Headings and words are broken over lines first; then columns without amounts are dropped, the
 * least useful first, and named below the table. If names and amounts alone are too wide, each row becomes a list.
 */
export function tableLines(table: TextTable, width: number): readonly TextLine[] {
  const all = table.head.map((_, place) => place);
  const spare = spareColumns(table);
  for (let gone = 0; gone <= spare.length; gone++) {
    const left_out = spare.slice(0, gone);
    const places = all.filter((place) => !left_out.includes(place));
    const layout = layoutOf(table, places, width, gone === spare.length);
    if (layout !== undefined) return drawn(table, layout, left_out, width);
  }
  return listed(table, width);
}

/** Columns that may be dropped, in order: no names and no amounts, and never all others. */
function spareColumns({ head, rows, left = 1, key = left, least_useful = [] }: TextTable): readonly number[] {
  const from_right = head.map((_, place) => place).reverse();
  const others = [...new Set([...least_useful, ...from_right])].filter((place) => place >= key);
  const spare = others.filter((place) => !rows.some((row) => AMOUNT.test(row[place] ?? '')));
  return spare.length === others.length ? spare.slice(0, -1) : spare;
}

/** The widths of columns in the first style that fits; `undefined` if none does. @param last whether no further column may be dropped */
function layoutOf(
  table: TextTable,
  places: readonly number[],
  width: number,
  last: boolean,
): Layout | undefined {
  const { left = 1, key = left } = table;
  const { names, words, figures } = MIN_WIDTHS[last ? 1 : 0];
  const least = (place: number, of_figures: number): number =>
    place < key ? names : place < left ? words : of_figures;
  for (const { heading, gap, broken } of STYLES) {
    const room = width - gap * (places.length - 1);
    const widths = places.map((place) => columnWidth(table, place, heading));
    if (broken) {
      // Figures are broken only if words have their minimum width.
      for (const of_figures of [Number.POSITIVE_INFINITY, figures])
        narrow(
          widths,
          places.map((place) => least(place, of_figures)),
          room,
        );
    }
    if (sum(widths) <= room) return { places, widths, gap };
  }
  return undefined;
}

function columnWidth({ head, rows }: TextTable, place: number, heading_lines: number): number {
  const cells = Math.max(...rows.map((row) => columns(row[place] ?? '')));
  const heading = head[place]!;
  const whole = columns(heading);
  let width = Math.max(1, cells, widestPart(heading));
  while (width < whole && brokenText(heading, width).length > heading_lines) width += 1;
  return width;
}

/** Narrows the widest column until all fit, or all have their minimum width. */
function narrow(widths: number[], least: readonly number[], room: number): void {
  for (let excess = sum(widths) - room; excess > 0; excess--) {
    let widest = -1;
    for (const [place, width] of widths.entries()) {
      if (width > least[place]! && (widest < 0 || width > widths[widest]!)) widest = place;
    }
    if (widest < 0) return;
    widths[widest]! -= 1;
  }
}

function drawn(table: TextTable, layout: Layout, left_out: readonly number[], width: number) {
  const { head, rows } = table;
  return [
    // Headings are aligned at the bottom, next to the figures.
    ...rowLines(table, layout, head, 'end').map((text) => line(text, 'quiet')),
    ...rows.flatMap((row) => rowLines(table, layout, row, 'start').map((text) => line(text))),
    ...(left_out.length === 0 ? [] : leftOutLines(table, left_out, width)),
  ];
}

function rowLines(
  { left = 1 }: TextTable,
  { places, widths, gap }: Layout,
  cells: readonly string[],
  at: 'start' | 'end',
): readonly string[] {
  const broken = places.map((place, index) => evenlyBroken(cells[place] ?? '', widths[index]!));
  const deepest = Math.max(1, ...broken.map(({ length }) => length));
  return Array.from({ length: deepest }, (_, row) =>
    places
      .map((place, index) => {
        const parts = broken[index]!;
        const text = parts[at === 'start' ? row : row - deepest + parts.length] ?? '';
        const blanks = ' '.repeat(Math.max(0, widths[index]! - columns(text)));
        return place < left ? text + blanks : blanks + text;
      })
      .join(' '.repeat(gap))
      .trimEnd(),
  );
}

/** A cell on as few lines as its width allows, of similar length. */
function evenlyBroken(text: string, width: number): readonly string[] {
  let lines = brokenText(text, width);
  for (let narrower = width - 1; narrower > 0 && lines.length > 1; narrower--) {
    const even = brokenText(text, narrower);
    // Words are not broken for evenness.
    if (even.length > lines.length || even.join(' ') !== text) break;
    lines = even;
  }
  return lines;
}

/** Names columns in the order of the table, and the width at which none is left out. */
function leftOutLines(table: TextTable, left_out: readonly number[], width: number): readonly TextLine[] {
  const { head } = table;
  const whole = head.map((_, place) => columnWidth(table, place, 2));
  const enough = sum(whole) + 2 * (head.length - 1);
  const names = left_out.toSorted((a, b) => a - b).map((place) => head[place]!.trim() || 'remarks');
  return paragraph(`Left out: ${names.join('; ')}. COLUMNS=${enough} shows all columns.`, width, 'quiet');
}

/** Each row under its name, with at least one line for each figure. */
function listed({ head, rows, left = 1, key = left }: TextTable, width: number): readonly TextLine[] {
  return rows.flatMap((row) => {
    const name = row
      .slice(0, key)
      .filter((word) => word !== '')
      .join(' ');
    const figures = row.slice(key).flatMap((cell, index) => {
      if (cell.trim() === '') return [];
      const label = (head[key + index] ?? '').trim();
      return paragraph(label === '' ? cell.trim() : `${label}: ${cell.trim()}`, width, 'plain', '  ');
    });
    return [...paragraph(name, width, 'strong'), ...figures];
  });
}
