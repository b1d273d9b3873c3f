import { PRICES_CHECKED_UNTIL, pricesChecked } from '../../vendors/price-book.js';
import { tableLines } from './fitted-table.js';
import { type Emphasis, line, paragraph, type TextLine, titleLines, wrapped } from './text-block.js';
import { inMarkdown, markdownTable, type TextTable } from './text-table.js';
import type { Verdict } from './verdict.js';
import { verdictLines, verdictMarkdown } from './verdict-text.js';

/** What a command has to say, before it is drawn: for a terminal, as Markdown, on a page. */
export interface TextReport {
  /** What was asked, in a line: only a terminal says it. */
  readonly title: string;
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
  return [
    ...titleLines(title, width),
    ...(verdict === undefined ? [] : [line(''), ...verdictLines(verdict, width)]),
    ...withRemarks(rest).flatMap((block) => [line(''), ...blockLines(block, width)]),
    ...(closing.length === 0 ? [] : [line('')]),
    ...closing.flatMap((text) => paragraph(text, width, 'strong')),
  ];
}

/** A report as Markdown. */
export function reportMarkdown({ verdict, ...rest }: Omit<TextReport, 'title'>): string {
  const answers = withRemarks(rest).flatMap(({ title, table, notes = [] }) => [
    ...(title === undefined ? [] : [`${inMarkdown(title)}:`]),
    ...(table === undefined ? [] : [markdownTable(table)]),
    ...(notes.length === 0 ? [] : [notes.map(noteMarkdown).join('\n')]),
  ]);
  const parts = [...(verdict === undefined ? [] : [verdictMarkdown(verdict)]), ...answers];
  return `${parts.join('\n\n')}\n`;
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
    ...notes.flatMap(({ about, text, emphasis = 'quiet', item }) =>
      wrapped(about, item === true ? `- ${text}` : text, width, emphasis),
    ),
  ];
}

function noteMarkdown({ about, text }: Note): string {
  return `- ${about === '' ? '' : `${inMarkdown(about)}: `}${inMarkdown(text)}`;
}
