import { paragraph } from '../../report/text/text-block.js';
import { commandLines } from '../../report/text/verdict-text.js';

/**
 * Text of a help screen as lines that fit: prose is filled, an example that is too long is broken as a shell allows,
 * and the second column of an item keeps its indent.
 */
export function fittedHelp(text: string, width: number): string {
  const prose: string[] = [];
  const lines: string[] = [];
  const endProse = (): void => {
    if (prose.length > 0) lines.push(...textOf(paragraph(prose.join(' '), width)));
    prose.length = 0;
  };
  for (const line of text.split('\n')) {
    if (/^\S/.test(line)) {
      prose.push(line);
      continue;
    }
    endProse();
    if (line === '') lines.push('');
    else lines.push(...(line.startsWith('  $ ') ? exampleLines(line, width) : itemLines(line, width)));
  }
  endProse();
  return lines.join('\n');
}

/** An example, and what it does in the same line or below. */
function exampleLines(text: string, width: number): readonly string[] {
  if (text.length <= width) return [text];
  const [command = '', ...meaning] = text.slice(4).split(/ {2,}/);
  const [first = '', ...others] = textOf(commandLines(command, width - 2));
  return [
    `  $${first.slice(1)}`,
    ...others.map((line) => `  ${line}`),
    ...meaning.flatMap((words) => textOf(paragraph(words, width, 'plain', ' '.repeat(6)))),
  ];
}

function itemLines(text: string, width: number): readonly string[] {
  const [, term = '', meaning = ''] = /^( *\S.*? {2,})(.*)$/.exec(text) ?? /^( *)(.*)$/.exec(text)!;
  return textOf(paragraph(meaning, width, 'plain', term));
}

function textOf(lines: readonly { readonly text: string }[]): readonly string[] {
  return lines.map(({ text }) => text);
}
