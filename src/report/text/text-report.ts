import { PRICES_CHECKED_UNTIL, pricesChecked } from '../../vendors/price-book.js';
import { tableLines } from './fitted-table.js';
import {
  type Emphasis,
  labelled,
  line,
  paragraph,
  printable,
  type TextLine,
  titleLines,
  wrapped,
} from './text-block.js';
import { folded, inCode, inMarkdown, markdownTable, type TextTable } from './text-table.js';
import type { Verdict } from './verdict.js';
import { commandLines, verdictLines, verdictMarkdown } from './verdict-text.js';

/** What a command has to say, before it is drawn: for a terminal, as Markdown, on a page. */
export interface TextReport {
  /** What was asked, in a line: only a terminal says it. */
  readonly title: string;
  /** The answer in a few words with one amount: the heading of its Markdown. */
  readonly headline?: string;
  /** The answer in plain words, before anything else. */
  readonly verdict?: Verdict;
  readonly blocks: readonly ReportBlock[];
  /** What a reader should know about the answer. */
  readonly warnings: readonly string[];
  /** The last lines of a screen: the answer again, for readers who see only the end. */
  readonly closing?: readonly string[];
  /** The day until which the prices of its amounts were checked; that of the price book unless given, `null` for no amounts. */
  readonly prices_checked_until?: string | null;
}

/** What stands together: a heading, a table, remarks, each where there is one. */
export interface ReportBlock {
  readonly title?: string;
  readonly table?: TextTable;
  readonly notes?: readonly Note[];
  /** Whether Markdown folds it behind its title. */
  readonly folded?: boolean;
}

/** A remark. */
export interface Note {
  /** What it is about; empty where it goes on from the one before. */
  readonly about: string;
  readonly text: string;
  /** Quiet unless given. */
  readonly emphasis?: Emphasis;
  /** Whether it is one of a list. */
  readonly item?: boolean;
  /** What the text lists, none of which a screen breaks. */
  readonly parts?: readonly string[];
  /** A command that carries it out. */
  readonly command?: string | undefined;
}

/** Remarks about one thing, which the first of them names. @param like what they have in common */
export function notesOn(
  about: string,
  texts: readonly string[],
  like: Pick<Note, 'emphasis' | 'item'> = {},
): readonly Note[] {
  return texts.map((text, index) => ({ about: index === 0 ? about : '', text, ...like }));
}

/** A report as the lines of a terminal. */
export function reportLines(
  { title, verdict, closing = [], ...rest }: TextReport,
  width: number,
): readonly TextLine[] {
  const lines = [
    ...titleLines(title, width),
    ...(verdict === undefined ? [] : [line(''), ...verdictLines(verdict, width)]),
    ...withRemarks(rest).flatMap((block) => [line(''), ...blockLines(block, width)]),
    ...(closing.length === 0 ? [] : [line('')]),
    ...closing.flatMap((text) => paragraph(text, width, 'strong')),
  ];
  return lines.map(({ text, emphasis }) => line(printable(text), emphasis));
}

/** Remarks of a list that are in sight where the others can be folded. */
export const MAX_ITEMS = 3;

/**
 * A report as Markdown: the answer and what is not folded, and the rest behind titles.
 * @param lead Markdown that follows the verdict
 */
export function reportMarkdown(
  { headline, verdict, ...rest }: Omit<TextReport, 'title'>,
  lead: readonly string[] = [],
): string {
  const parts = [
    ...(headline === undefined ? [] : [`### ${inMarkdown(headline)}`]),
    ...(verdict === undefined ? [] : [verdictMarkdown(verdict)]),
    ...lead,
    ...withJoinedNotes(withRemarks(rest)).flatMap(blockMarkdown),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Remarks that follow each other are one block. */
function withJoinedNotes(blocks: readonly ReportBlock[]): readonly ReportBlock[] {
  const joined: ReportBlock[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (last !== undefined && isPlain(last) && isPlain(block)) {
      joined[joined.length - 1] = { notes: [...(last.notes ?? []), ...(block.notes ?? [])] };
    } else joined.push(block);
  }
  return joined;
}

function isPlain({ title, table }: ReportBlock): boolean {
  return title === undefined && table === undefined;
}

function blockMarkdown(block: ReportBlock): readonly string[] {
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

/** Remarks in sight, those that only say what figures rest on, and what follows the first items of a list. */
function splitNotes(notes: readonly Note[]) {
  const items = notes.filter(({ item, emphasis = 'quiet' }) => item === true && emphasis !== 'quiet');
  const further = items.slice(MAX_ITEMS);
  const quiet = notes.filter(({ emphasis = 'quiet' }) => emphasis === 'quiet');
  const loud = notes.filter((note) => !quiet.includes(note) && !further.includes(note));
  return { loud, quiet, further };
}

/** How current the prices are, and warnings: they continue the last remarks, or form a block. */
function withRemarks({
  blocks,
  warnings,
  prices_checked_until = PRICES_CHECKED_UNTIL,
}: Pick<TextReport, 'blocks' | 'warnings' | 'prices_checked_until'>): readonly ReportBlock[] {
  const notes: readonly Note[] = [
    ...(prices_checked_until === null
      ? []
      : [{ about: 'Amounts', text: pricesChecked(prices_checked_until) }]),
    ...warnings.map((text): Note => ({ about: 'Warning', text, emphasis: 'bad' })),
  ];
  if (notes.length === 0) return blocks;
  const last = blocks.at(-1);
  return last?.notes === undefined
    ? [...blocks, { notes }]
    : [...blocks.slice(0, -1), { ...last, notes: [...last.notes, ...notes] }];
}

function blockLines({ title, table, notes = [] }: ReportBlock, width: number): readonly TextLine[] {
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

function noteMarkdown({ about, text, command }: Note): string {
  const carried_out = command === undefined ? '' : `\n  ${inCode(command)}`;
  return `- ${about === '' ? '' : `${inMarkdown(about)}: `}${inMarkdown(text)}${carried_out}`;
}
