import { count } from '../figures/figure-text.js';
import type { FindingCard } from '../findings/finding-card.js';
import type { Content } from '../page/markup/markup.js';
import type { Emphasis } from '../text/text-block.js';
import type { Verdict } from '../text/verdict.js';
import type { Column, Form } from './column.js';
import type { Plot } from './plot.js';

export interface PartHead {
  /** Unique in the report: a fragment of the page's address, and the name of a table's file. */
  readonly id: string;
  /** Heading. A part without one continues the section of the part before. */
  readonly title?: string;
  /** The heading in the navigation of a page; `title` by default. */
  readonly short?: string;
  /** Whether a page has the heading for screen readers and the navigation only. */
  readonly untitled?: boolean;
  /** Whether a page has it at its end, and paper in the appendix; a table is folded. */
  readonly appendix?: boolean;
  /** Whether it is in the appendix on paper only. */
  readonly behind?: boolean;
  /** Whether Markdown folds it behind its heading or caption. */
  readonly folded?: boolean;
  /** Forms that have the part; by default all that can show it. */
  readonly in?: readonly Form[];
}

export interface Note {
  /** Its subject; empty if it continues the one before. */
  readonly about: string;
  readonly text: string;
  /** Quiet by default. */
  readonly emphasis?: Emphasis;
  /** Whether it is a list item. */
  readonly item?: boolean;
  /** The items of the text's list; a screen does not break an item. */
  readonly parts?: readonly string[];
  /** A command that does what the text suggests. */
  readonly command?: string | undefined;
}

/** Remarks about one subject, which the first one names. @param like their common properties */
export function notesOn(
  about: string,
  texts: readonly string[],
  like: Pick<Note, 'emphasis' | 'item'> = {},
): readonly Note[] {
  return texts.map((text, index) => ({ about: index === 0 ? about : '', text, ...like }));
}

/** List items that are visible if the others can be folded. */
export const MAX_VISIBLE_ITEMS = 3;

interface NotesPart extends PartHead {
  readonly kind: 'notes';
  readonly notes: readonly Note[];
}

export function notesPart(
  id: string,
  notes: readonly Note[],
  head: Partial<Omit<PartHead, 'id'>> = {},
): NotesPart {
  return { kind: 'notes', id, notes, ...head };
}

/** A result in a few figures. */
export interface Fact {
  readonly label: string;
  /** The value, then its details. */
  readonly parts: readonly string[];
  /** The value as a number; `null` if it was not measured. */
  readonly value?: number | null;
  readonly emphasis?: Emphasis;
  /** Whether a page shows it in a tile. */
  readonly tile?: boolean;
}

/** The most important figures. */
export interface FactsPart extends PartHead {
  readonly kind: 'facts';
  readonly facts: readonly Fact[];
}

/** Findings, each with its cause and the change that removes it. */
export interface CardsPart extends PartHead {
  readonly kind: 'cards';
  readonly cards: readonly FindingCard[];
}

export interface TablePart<Row = unknown> extends PartHead {
  readonly kind: 'table';
  /** The name of the table, below a heading, and as a sheet; `title` by default. */
  readonly caption?: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Number of columns that identify a row; 1 by default. */
  readonly keys?: number;
  /** The subject of a page's search box, in the plural. */
  readonly searched?: string;
  /** Maximum number of rows that readers see; the others are counted below the table. */
  readonly max_rows?: number | Readonly<Partial<Record<Form, number>>>;
  /** Description of the other rows, after their number: `that cost less`. */
  readonly rest?: string;
  readonly below?: readonly Note[];
}

export interface PlotPart extends PartHead {
  readonly kind: 'plot';
  readonly plot: Plot;
  /** A chart of a workbook with the same content: the table's id, and the columns of its axes. */
  readonly chart?: { readonly table: string; readonly x: string; readonly y: readonly string[] };
}

/** A picture for pages only, drawn on demand. */
export interface DrawnPart extends PartHead {
  readonly kind: 'drawn';
  readonly draw: () => Content;
}

/** The parts below one heading. */
export type Part = NotesPart | FactsPart | CardsPart | TablePart | PlotPart | DrawnPart;

/** The output of a command, independent of its form. */
export interface Document {
  /** Its subject: the scenario's name. */
  readonly about: string;
  /** The question, in a few words. */
  readonly title: string;
  /** The basis of the answer: runs, replications, seed. */
  readonly facts: readonly string[];
  readonly verdict?: Verdict;
  /** The answer in a few words with one amount: the heading of Markdown. */
  readonly headline?: string;
  /** A remark on all figures, such as the meaning of ±: a phrase without its full stop. */
  readonly remark?: string;
  readonly parts: readonly Part[];
  readonly warnings: readonly string[];
  /** The last lines of a screen, which repeat the answer for readers who only see the end. */
  readonly closing?: readonly string[];
  /** The day until which its prices were checked; that of the price book by default, `null` without amounts. */
  readonly prices_checked_until?: string | null;
}

/** A command's answer to a question; every form is made from it. */
export interface Report extends Document {
  /** The type of its question, such as `Forecast`. */
  readonly question: string;
  readonly verdict: Verdict;
  /** When the simulated time begins, ISO 8601. */
  readonly start: string;
}

export function table<Row>(part: Omit<TablePart<Row>, 'kind'>): TablePart {
  return { kind: 'table', ...part } as TablePart<Row> as unknown as TablePart;
}

/** Texts under labels; a label without texts is left out. */
export function labelledTexts(
  id: string,
  rows: readonly (readonly [label: string, ...texts: string[]])[],
): NotesPart {
  return notesPart(
    id,
    rows.flatMap(([label, ...texts]) => notesOn(label, texts, { emphasis: 'plain' })),
  );
}

/** Whether a form has a part, or a column. */
export function isIn({ in: forms }: { readonly in?: readonly Form[] }, form: Form): boolean {
  return forms === undefined || forms.includes(form);
}

export function rowsIn({ rows, max_rows }: TablePart, form: Form): readonly unknown[] {
  return rows.slice(0, typeof max_rows === 'object' ? max_rows[form] : max_rows);
}

/** The remarks below a table: how many rows a form lacks, then those of the table. */
export function notesBelow(part: TablePart, form: Form): readonly Note[] {
  const { rows, rest = 'more', below = [] } = part;
  const left = rows.length - rowsIn(part, form).length;
  return [...(left > 0 ? notesOn('', [`and ${count(left)} ${rest}`], { emphasis: 'plain' }) : []), ...below];
}

export function columnsIn({ columns }: TablePart, form: Form): readonly Column<unknown>[] {
  return columns.filter((column) => isIn(column, form));
}
