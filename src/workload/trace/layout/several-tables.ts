import { Refusal } from '../reading/question.js';
import { splitFields } from './csv-rows.js';
import { isDatum } from './header.js';

const isWord = (cell: string) => cell !== '' && !/^[\d.+-]/.test(cell);

/** @throws Refusal if tables with different headers follow each other */
export function refuseSeveralTables(lines: readonly string[]): void {
  const headers: { readonly text: string; readonly line: number }[] = [];
  for (const [at, text] of lines.entries()) {
    const separator = /[,;\t]/.exec(text)?.[0];
    const above = lines[at - 1] ?? '';
    // A second table is below an empty line or a title.
    if (separator === undefined || (headers.length > 0 && /[^,;\s].*[,;\t].*[^,;\s]/.test(above))) continue;
    const [names, row] = [text, lines[at + 1] ?? ''].map((line) => splitFields(line, separator)) as [
      string[],
      string[],
    ];
    const is_row = headers.length > 0 ? row.some(isDatum) : isDatum(row[0]!);
    if (names.length === row.length && names.every(isWord) && is_row) headers.push({ text, line: at + 1 });
  }
  const [first] = headers;
  const other = headers.find(({ text }) => text !== first!.text);
  if (other === undefined) return;
  throw new Refusal(
    `the file has a table with the header ${first!.text} and one with ${other.text}; expected one table`,
    `keep one of them: sed -n '${first!.line},${other.line - 1}p' FILE, or sed -n '${other.line},$p' FILE`,
    other.line,
  );
}
