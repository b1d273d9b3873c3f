import { type Document, MAX_VISIBLE_ITEMS, type Note } from '../document/report.js';
import { folded, inCode, inMarkdown, markdownTable } from '../text/text-table.js';
import { verdictMarkdown } from '../text/verdict-text.js';
import { type Block, textBlocks } from './text.js';

/** A document as Markdown. Folded parts are behind their titles. */
export function markdownText(document: Document): string {
  const { about, headline, verdict } = document;
  const parts = [
    ...(headline === undefined ? [] : [`### ${inMarkdown(`${about}: ${headline}`)}`]),
    ...(verdict === undefined ? [] : [verdictMarkdown(verdict)]),
    ...withJoinedNotes(textBlocks(document, 'markdown')).flatMap(blockMarkdown),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Joins consecutive remarks into one block. */
function withJoinedNotes(blocks: readonly Block[]): readonly Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (last !== undefined && isPlain(last) && isPlain(block)) {
      joined[joined.length - 1] = { notes: [...(last.notes ?? []), ...(block.notes ?? [])] };
    } else joined.push(block);
  }
  return joined;
}

function isPlain({ title, table }: Block): boolean {
  return title === undefined && table === undefined;
}

function blockMarkdown(block: Block): readonly string[] {
  const { title, table, notes = [], folded: is_folded } = block;
  const { loud, quiet, further } = isPlain(block)
    ? splitNotes(notes)
    : { loud: notes, quiet: [], further: [] };
  const parts = [
    ...(table === undefined ? [] : [markdownTable(table)]),
    ...(loud.length === 0 ? [] : [loud.map(noteMarkdown).join('\n')]),
    ...(further.length === 0 ? [] : [folded('More', further.map(noteMarkdown).join('\n'))]),
    ...(quiet.length === 0 ? [] : [folded('Notes', quiet.map(noteMarkdown).join('\n'))]),
  ];
  if (title === undefined) return parts;
  return is_folded === true ? [folded(title, parts.join('\n\n'))] : [`${inMarkdown(title)}:`, ...parts];
}

/** Visible remarks, quiet ones, and list items after the first few. */
function splitNotes(notes: readonly Note[]) {
  const items = notes.filter(({ item, emphasis = 'quiet' }) => item === true && emphasis !== 'quiet');
  const further = items.slice(MAX_VISIBLE_ITEMS);
  const quiet = notes.filter(({ emphasis = 'quiet' }) => emphasis === 'quiet');
  const loud = notes.filter((note) => !quiet.includes(note) && !further.includes(note));
  return { loud, quiet, further };
}

function noteMarkdown({ about, text, command }: Note): string {
  const code = command === undefined ? '' : `\n  ${inCode(command)}`;
  return `- ${about === '' ? '' : `${inMarkdown(about)}: `}${inMarkdown(text)}${code}`;
}
