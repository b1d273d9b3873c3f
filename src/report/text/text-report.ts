import { PRICES_CHECKED_UNTIL, pricesChecked } from '../../vendors/price-book.js';
import { type Emphasis, line, paragraph, type TextLine, wrapped } from './text-block.js';
import { inMarkdown, markdownTable, plainTable, type TextTable } from './text-table.js';
import { columns } from './text-width.js';
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

/** Columns below which no heading is broken. */
const MIN_HEADING = 12;

/** A report as the lines of a terminal. */
export function reportLines({ title, verdict, ...rest }: TextReport, width: number): readonly TextLine[] {
  return [
    ...paragraph(title, width, 'strong'),
    ...(verdict === undefined ? [] : [line(''), ...verdictLines(verdict, width)]),
    ...withRemarks(rest).flatMap((block) => [line(''), ...blockLines(block, width)]),
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

/**
 * A table as wide as there is room for. What does not fit beside the words goes on below them, with the words again; and
 * where not even one column fits, each row is a list.
 */
function tableLines(table: TextTable, width: number): readonly TextLine[] {
  const parts = partsOf(table, width);
  if (parts === undefined) return listLines(table, width);
  return parts.flatMap((part, index) => {
    const text = plainTable(part);
    const heading = text.length - part.rows.length;
    const lines = text.map((row, at) => line(row, at < heading ? 'quiet' : 'plain'));
    return index === 0 ? lines : [line(''), ...lines];
  });
}

/** A table in parts, each with the columns that tell the rows apart; `undefined` where a part cannot be made to fit. */
function partsOf(table: TextTable, width: number): readonly TextTable[] | undefined {
  const fits = (part: TextTable) => plainTable(part).every((text) => columns(text) <= width);
  if (fits(table)) return [table];
  const narrow = { ...table, headings: headingsOf(table) };
  if (fits(narrow)) return [narrow];
  const { head, left = 1, key = left } = narrow;
  const keys = Array.from({ length: key }, (_, column) => column);
  const parts: number[][] = [];
  for (let column = key; column < head.length; column++) {
    const longer = [...(parts.at(-1) ?? keys), column];
    if (parts.length > 0 && fits(withColumns(narrow, longer))) parts[parts.length - 1] = longer;
    else if (fits(withColumns(narrow, [...keys, column]))) parts.push([...keys, column]);
    else return undefined;
  }
  return parts.map((part) => withColumns(narrow, part));
}

/** Headings of figures no wider than their column needs, on as many lines as that takes. */
function headingsOf({ head, headings = head, rows, left = 1 }: TextTable): readonly string[] {
  return headings.map((heading, column) => {
    if (column < left || heading.includes('\n')) return heading;
    const widest = Math.max(MIN_HEADING, ...rows.map((row) => columns(row[column] ?? '')));
    return paragraph(heading, widest)
      .map(({ text }) => text)
      .join('\n');
  });
}

function withColumns(table: TextTable, places: readonly number[]): TextTable {
  const { headings, head, rows, left = 1 } = table;
  const picked = (cells: readonly string[]) => places.map((place) => cells[place] ?? '');
  return {
    ...table,
    head: picked(head),
    ...(headings === undefined ? {} : { headings: picked(headings) }),
    rows: rows.map(picked),
    left: places.filter((place) => place < left).length,
  };
}

/** Each row under its name, a line or more for each figure. */
function listLines({ head, rows, left = 1, key = left }: TextTable, width: number): readonly TextLine[] {
  return rows.flatMap((row) => {
    const name = row
      .slice(0, key)
      .filter((word) => word !== '')
      .join(' ');
    const figures = row.slice(key).flatMap((cell, index) => {
      if (cell.trim() === '') return [];
      const label = head[key + index] ?? '';
      return paragraph(
        label.trim() === '' ? cell.trim() : `${label.trim()}: ${cell.trim()}`,
        width,
        'plain',
        '  ',
      );
    });
    return [...paragraph(name, width, 'strong'), ...figures];
  });
}

function noteMarkdown({ about, text }: Note): string {
  return `- ${about === '' ? '' : `${inMarkdown(about)}: `}${inMarkdown(text)}`;
}
