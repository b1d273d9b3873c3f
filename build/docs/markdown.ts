/** A Markdown table with each cell on one line. */
export function markdownTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  alignment: readonly ('left' | 'right')[] = [],
): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = header.map((_cell, index) => (alignment[index] === 'right' ? '--:' : '---'));
  return [line(header), `|${rule.join('|')}|`, ...rows.map((row) => line(row.map(cell)))].join('\n');
}

/** A table without its empty columns; a column with a single value is printed once, above the table. */
export function denseTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const values = header.map((_name, column) => new Set(rows.map((row) => row[column] ?? '')));
  const isShared = (column: number) =>
    column > 0 && values[column]!.size === 1 && (rows.length > 1 || values[column]!.has(''));
  const kept = header.map((_name, column) => column).filter((column) => !isShared(column));
  const shared = header.flatMap((name, column) => {
    const [value] = values[column]!;
    return isShared(column) && value !== '' ? [`${name} ${value!}`] : [];
  });
  const table = markdownTable(
    kept.map((column) => header[column]!),
    rows.map((row) => kept.map((column) => row[column] ?? '')),
  );
  return shared.length === 0 ? table : `All rows: ${shared.join(', ')}.\n\n${table}`;
}

/** Escapes text for a cell, except for text in backquotes. */
function cell(text: string): string {
  return text
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll('<', '&lt;').replaceAll('*', '\\*')))
    .join('');
}

/** A block of code. */
export function codeBlock(language: string, text: string): string {
  return [`\`\`\`${language}`, text.trimEnd(), '```'].join('\n');
}
