/** A table in Markdown, every cell on one line. */
export function markdownTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  alignment: readonly ('left' | 'right')[] = [],
): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = header.map((_cell, index) => (alignment[index] === 'right' ? '--:' : '---'));
  return [line(header), `|${rule.join('|')}|`, ...rows.map((row) => line(row.map(cell)))].join('\n');
}

/** Text as a cell takes it; what stands in backquotes already stays as it is. */
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
