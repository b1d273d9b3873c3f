import { line, paragraph, type TextLine } from './text-block.js';
import { bold, inMarkdown } from './text-table.js';
import { columns } from './text-width.js';
import { TONES, type Verdict } from './verdict.js';

const INDENT = '  ';

/** A verdict as the lines of a terminal, the command below it, broken so that a shell reads it as one line. */
export function verdictLines(verdict: Verdict, width: number): readonly TextLine[] {
  const { tone, text, command } = verdict;
  const { emphasis, sign } = TONES[tone];
  return [
    ...paragraph(text, width, emphasis, `${sign} `),
    ...(command === undefined ? [] : commandLines(command, width)),
  ];
}

/** Words of a shell, those in quotes whole. */
const WORDS = /(?:'[^']*'|\\.|[^\s'\\])+/g;

function commandLines(command: string, width: number): readonly TextLine[] {
  const rows: string[] = [];
  for (const word of command.match(WORDS) ?? []) {
    const row = rows.at(-1);
    const fits = row !== undefined && columns(`${INDENT}${row} ${word} \\`) <= width;
    if (fits) rows[rows.length - 1] = `${row} ${word}`;
    else rows.push(row === undefined ? word : `${INDENT}${word}`);
  }
  return rows.map((row, index) => line(`${INDENT}${row}${index < rows.length - 1 ? ' \\' : ''}`, 'quiet'));
}

/** A verdict as Markdown: the sentence in bold, and the command to copy. */
export function verdictMarkdown({ tone, text, command }: Verdict): string {
  const sentence = bold(`${TONES[tone].picture} ${inMarkdown(text)}`);
  return command === undefined ? sentence : `${sentence}\n\n${fenced(command)}`;
}

/** A fence longer than any run of backticks inside. */
function fenced(command: string): string {
  const longest = Math.max(2, ...(command.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}sh\n${command}\n${fence}`;
}
