import { line, paragraph, type TextLine } from './text-block.js';
import { bold, fenceAround, inMarkdown } from './text-table.js';
import { columns, graphemes } from './text-width.js';
import { TONES, type Verdict } from './verdict.js';

const INDENT = '  ';

/** A verdict as the lines of a terminal, with its command below. */
export function verdictLines(verdict: Verdict, width: number): readonly TextLine[] {
  const { tone, text, command } = verdict;
  const { emphasis, sign } = TONES[tone];
  return [
    ...paragraph(text, width, emphasis, `${sign} `),
    ...(command === undefined ? [] : commandLines(command, width)),
  ];
}

/** A word of a shell including quoted parts, and its parts: quoted text or single characters. */
const WORDS = /(?:'[^']*'|\\.|[^\s'\\])+/g;
const PARTS = /'[^']*'|\\.|[^\s'\\]/g;

/** A command, broken so that a shell reads it as one line. */
export function commandLines(command: string, width: number): readonly TextLine[] {
  const room = width - columns(' \\');
  const rows: { readonly text: string; readonly continues_word: boolean }[] = [];
  for (const word of shellUnits(command, room - columns(INDENT + INDENT))) {
    const last = rows.at(-1);
    const longer = `${last?.text} ${word}`;
    if (last !== undefined && columns(longer) <= room) {
      rows[rows.length - 1] = { ...last, text: longer };
      continue;
    }
    const indent = INDENT.repeat(last === undefined ? 1 : 2);
    for (const [index, part] of brokenShellWord(word, room - columns(indent)).entries()) {
      // A blank before the rest of a word would begin another word.
      rows.push({ text: index === 0 ? `${indent}${part}` : part, continues_word: index > 0 });
    }
  }
  return rows.map(({ text }, index) => {
    const next = rows[index + 1];
    return line(`${text}${next === undefined ? '' : next.continues_word ? '\\' : ' \\'}`, 'quiet');
  });
}

/** The words of a command; an option and its value are one unit if they fit. */
function shellUnits(command: string, width: number): readonly string[] {
  const units: string[] = [];
  for (const word of command.match(WORDS) ?? []) {
    const last = units.at(-1);
    const belongs = last?.startsWith('--') && !last.includes(' ') && !word.startsWith('-');
    if (belongs && columns(`${last} ${word}`) <= width) units[units.length - 1] = `${last} ${word}`;
    else units.push(word);
  }
  return units;
}

/** A word in parts that a shell joins if each line ends with a backslash. */
function brokenShellWord(word: string, width: number): readonly string[] {
  if (columns(word) <= width) return [word];
  const pieces = (word.match(PARTS) ?? []).flatMap((part) =>
    columns(part) <= width ? [part] : [...graphemes(part.slice(1, -1))].map((letter) => `'${letter}'`),
  );
  const rows: string[] = [];
  for (const piece of pieces) {
    const last = rows.at(-1);
    // Adjacent quoted parts share their quotes.
    const longer = `${last}${piece}`.replace(/(?<=[^\\])''(?=.)/, '');
    if (last !== undefined && columns(longer) <= width) rows[rows.length - 1] = longer;
    else rows.push(piece);
  }
  return rows;
}

/** A verdict as Markdown: the sentence in bold, and the command to copy. */
export function verdictMarkdown({ tone, text, command }: Verdict): string {
  const sentence = bold(`${TONES[tone].picture} ${inMarkdown(text)}`);
  if (command === undefined) return sentence;
  const fence = fenceAround(command, 3);
  return `${sentence}\n\n${fence}sh\n${command}\n${fence}`;
}
