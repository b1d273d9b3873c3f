import { columns } from './text-block.js';

/** A table as lines of text: no borders, two blanks between columns, the first columns to the left, the rest to the right. */
export function plainTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  left: number,
): readonly string[] {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => columns(row[column] ?? ''))));
  return all.map((row) =>
    row
      .map((cell, column) => {
        const blanks = ' '.repeat(Math.max(0, widths[column]! - columns(cell)));
        return column < left ? cell + blanks : blanks + cell;
      })
      .join('  ')
      .trimEnd(),
  );
}

/** The same as Markdown. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  left: number,
): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => inMarkdown(cell.trim())).join(' | ')} |`;
  const rule = `|${head.map((_, column) => (column < left ? '---|' : '--:|')).join('')}`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/** Asterisks and bars stand for themselves. */
export function inMarkdown(text: string): string {
  return text.replaceAll(/[*|\\]/g, '\\$&');
}
