import type { Document } from '../document/report.js';
import { tableLines } from '../text/fitted-table.js';
import {
  labelled,
  line,
  paragraph,
  plainText,
  printable,
  type TextLine,
  titleLines,
  wrapped,
} from '../text/text-block.js';
import { commandLines, verdictLines } from '../text/verdict-text.js';
import { type Block, textBlocks } from './text.js';

export function screenLines(document: Document, width: number): readonly TextLine[] {
  const { about, title, facts, verdict, closing = [] } = document;
  const what = [about, title].filter((text) => text !== '').join(': ');
  const lines = [
    ...titleLines([what, ...(facts.length === 0 ? [] : [facts.join(', ')])].join('; '), width),
    ...(verdict === undefined ? [] : [line(''), ...verdictLines(verdict, width)]),
    ...textBlocks(document, 'screen').flatMap((block) => [line(''), ...blockLines(block, width)]),
    ...(closing.length === 0 ? [] : [line('')]),
    ...closing.flatMap((text) => paragraph(text, width, 'strong')),
  ];
  return lines.map(({ text, emphasis }) => line(printable(text), emphasis));
}

/** A document as plain text that ends with a newline. */
export function screenText(document: Document, width: number): string {
  return plainText(screenLines(document, width));
}

function blockLines({ title, table, notes = [] }: Block, width: number): readonly TextLine[] {
  return [
    ...(title === undefined ? [] : paragraph(title, width, 'strong')),
    ...(table === undefined ? [] : tableLines(table, width)),
    ...notes.flatMap(({ about, text, emphasis = 'quiet', item, parts, command }) => [
      ...(parts === undefined
        ? wrapped(about, item === true ? `- ${text}` : text, width, emphasis)
        : labelled(about, parts, width, emphasis)),
      ...(command === undefined ? [] : commandLines(command, width)),
    ]),
  ];
}
