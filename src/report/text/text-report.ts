import { columns, cut, type Emphasis, line, type TextLine, wrapped } from './text-block.js';
import { inMarkdown, markdownTable, plainTable, type TextTable } from './text-table.js';

/** What a command has to say, before it is drawn: for a terminal, as Markdown, on a page. */
export interface TextReport {
  /** What was asked, in a line: only a terminal says it. */
  readonly title: string;
  readonly blocks: readonly ReportBlock[];
  /** What a reader should know about the answer. */
  readonly warnings: readonly string[];
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

/** A report as the lines of a terminal. */
export function reportLines({ title, blocks, warnings }: TextReport, width: number): readonly TextLine[] {
  return [
    line(cut(title, width), 'strong'),
    ...withWarnings(blocks, warnings).flatMap((block) => [line(''), ...blockLines(block, width)]),
  ];
}

/** A report as Markdown. */
export function reportMarkdown({ blocks, warnings }: Omit<TextReport, 'title'>): string {
  const parts = withWarnings(blocks, warnings).flatMap(({ title, table, notes = [] }) => [
    ...(title === undefined ? [] : [`${inMarkdown(title)}:`]),
    ...(table === undefined ? [] : [markdownTable(table)]),
    ...(notes.length === 0 ? [] : [notes.map(noteMarkdown).join('\n')]),
  ]);
  return `${parts.join('\n\n')}\n`;
}

/** Warnings go on from the last remarks, or stand by themselves. */
function withWarnings(blocks: readonly ReportBlock[], warnings: readonly string[]): readonly ReportBlock[] {
  if (warnings.length === 0) return blocks;
  const notes = warnings.map((text): Note => ({ about: 'Warning', text, emphasis: 'bad' }));
  const last = blocks.at(-1);
  return last?.notes === undefined
    ? [...blocks, { notes }]
    : [...blocks.slice(0, -1), { ...last, notes: [...last.notes, ...notes] }];
}

function blockLines({ title, table, notes = [] }: ReportBlock, width: number): readonly TextLine[] {
  return [
    ...(title === undefined ? [] : [line(cut(title, width), 'strong')]),
    ...(table === undefined ? [] : tableLines(table, width)),
    ...notes.flatMap(({ about, text, emphasis = 'quiet', item }) =>
      wrapped(about, item === true ? `- ${text}` : text, width, emphasis),
    ),
  ];
}

/** The widest form that there is room for; columns that are left out are named below. */
function tableLines(table: TextTable, width: number): readonly TextLine[] {
  const fits = (form: TextTable) => plainTable(form).every((text) => columns(text) <= width);
  const { head, left = 1, narrower } = table;
  const forms = [
    table,
    ...(narrower ?? head.slice(left + 1).map((_, index) => withoutLast(table, index + 1))),
  ];
  const form = forms.find(fits) ?? forms.at(-1)!;
  const text = plainTable(form);
  const heading = text.length - form.rows.length;
  const hidden = narrower === undefined ? head.slice(form.head.length) : [];
  return [
    ...text.map((row, index) => line(cut(row, width), index < heading ? 'quiet' : 'plain')),
    ...(hidden.length === 0 ? [] : wrapped('no room for', hidden.join('; '), width, 'quiet')),
  ];
}

function withoutLast(table: TextTable, columns: number): TextTable {
  const { headings, head, rows } = table;
  return {
    ...table,
    head: head.slice(0, -columns),
    ...(headings === undefined ? {} : { headings: headings.slice(0, -columns) }),
    rows: rows.map((row) => row.slice(0, -columns)),
  };
}

function noteMarkdown({ about, text }: Note): string {
  return `- ${about === '' ? '' : `${inMarkdown(about)}: `}${inMarkdown(text)}`;
}
