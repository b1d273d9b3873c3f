import { PRICES_CHECKED_UNTIL, pricesChecked } from '../../vendors/price-book.js';
import type { Form } from '../document/column.js';
import {
  columnsIn,
  type Document,
  type Fact,
  isIn,
  type Note,
  notesOn,
  type Part,
  type TablePart,
} from '../document/report.js';
import { isWords } from '../document/unit.js';
import { cardTexts, type FindingCard } from '../findings/finding-card.js';
import type { TextTable } from '../text/text-table.js';
import { capitalised } from '../text/verdict.js';
import { when } from '../text/when.js';
import { cellText, unitOf } from './values.js';

/** More columns than this leave a screen no room for headings on one line. */
const MANY_COLUMNS = 8;

/** The block of a heading, a table and remarks, if there are any. */
export interface Block {
  readonly title?: string;
  readonly table?: TextTable;
  readonly notes?: readonly Note[];
  /** Whether Markdown folds it behind its title. */
  readonly folded?: boolean;
}

/** The parts of a document as a screen, or Markdown, has them, then what applies to all of them. */
export function textBlocks(document: Document, form: 'screen' | 'markdown'): readonly Block[] {
  const blocks = document.parts.flatMap((part) => blocksOf(part, form));
  return withRemarks(form === 'screen' ? blocks : withFoldedNotes(blocks), document);
}

/** How current the prices are, and warnings: they continue the last remarks, or form a block. */
function withRemarks(
  blocks: readonly Block[],
  { remark, warnings, prices_checked_until: checked = PRICES_CHECKED_UNTIL }: Document,
): readonly Block[] {
  const notes: readonly Note[] = [
    ...notesOn('Figures', remark === undefined ? [] : [remark]),
    ...when(checked !== null, { about: 'Amounts', text: pricesChecked(checked ?? '') }),
    ...warnings.map((text): Note => ({ about: 'Warning', text, emphasis: 'bad' })),
  ];
  const last = blocks.at(-1);
  if (notes.length === 0) return blocks;
  if (remark !== undefined || last?.notes === undefined) return [...blocks, { notes }];
  return [...blocks.slice(0, -1), { ...last, notes: [...last.notes, ...notes] }];
}

function blocksOf(part: Part, form: 'screen' | 'markdown'): readonly Block[] {
  if (!isIn(part, form)) return [];
  // A screen has no heading above what names itself in the margin.
  const isNamed = form === 'screen' && (part.kind === 'cards' || part.kind === 'facts');
  const title = isNamed ? undefined : (part.title ?? (part.kind === 'table' ? part.caption : undefined));
  const { folded = false } = part;
  const heading = title === undefined ? {} : { title, folded };
  if (part.kind === 'table') {
    return part.rows.length === 0 ? [] : [{ ...heading, table: textTable(part, form) }];
  }
  if (part.kind === 'facts' && form === 'markdown') {
    return part.facts.length === 0 ? [] : [{ ...heading, table: factTable(part.facts) }];
  }
  const notes = partNotes(part, form);
  return notes.length === 0 ? [] : [{ ...heading, notes }];
}

/** Remarks below a folded table are folded with it. */
function withFoldedNotes(blocks: readonly Block[]): readonly Block[] {
  const isBelow = (place: number) =>
    blocks[place]?.title === undefined &&
    blocks[place]?.table === undefined &&
    blocks[place - 1]?.folded === true &&
    blocks[place - 1]?.table !== undefined;
  return blocks.flatMap((block, index) => {
    if (isBelow(index)) return [];
    const { notes = [] } = (isBelow(index + 1) && blocks[index + 1]) || {};
    return notes.length === 0 ? [block] : [{ ...block, notes }];
  });
}

/** A part in the form of remarks. */
export function partNotes(part: Part, form: Form): readonly Note[] {
  if (part.kind === 'notes') return part.notes;
  if (part.kind === 'facts') {
    return part.facts.map(({ label, parts, emphasis = 'plain' }) => {
      return { about: label, text: parts.join(', '), parts, emphasis };
    });
  }
  if (part.kind !== 'cards') return [];
  return part.cards.flatMap((card, index) => (form === 'screen' ? cardLines(card, index) : cardNote(card)));
}

function cardLines(card: FindingCard, index: number): readonly Note[] {
  const texts = cardTexts(card);
  return texts.map((text, place) => ({
    about: index === 0 && place === 0 ? 'Findings' : '',
    text,
    emphasis: place === 0 ? 'plain' : 'strong',
    command: place === texts.length - 1 ? card.command : undefined,
  }));
}

function cardNote(card: FindingCard): Note {
  const [message, ...fix] = cardTexts(card);
  const text = `${[message, ...fix.map(capitalised)].join('. ')}.`;
  return { about: '', text, emphasis: 'plain', command: card.command };
}

function factTable(facts: readonly Fact[]): TextTable {
  return { head: ['', ''], left: 2, rows: facts.map(({ label, parts }) => [label, parts.join(', ')]) };
}

function textTable(part: TablePart, form: 'screen' | 'markdown'): TextTable {
  const columns = columnsIn(part, form);
  const words = columns.findIndex(
    (column, index) => index > 0 && part.rows.some((row) => !isWords(unitOf(column, row))),
  );
  const { keys = 1 } = part;
  // Of many columns each has a word of its heading on each line, and less space between.
  const isMany = columns.length > MANY_COLUMNS;
  return {
    ...(isMany && { headings: columns.map(({ head }) => head.replaceAll(' ', '\n')), gap: 1 }),
    head: columns.map(({ head }) => head),
    rows: part.rows.map((row, index) => columns.map((column) => cellText(column, row, index))),
    left: Math.max(keys, words < 0 ? columns.length : Math.min(words, keys)),
    key: keys,
    strong: (row, place) => columns[place]?.strong?.(part.rows[row], row) === true,
    least_useful: columns
      .flatMap(({ minor }, place) => (minor === undefined ? [] : [{ minor, place }]))
      .sort((a, b) => a.minor - b.minor)
      .map(({ place }) => place),
  };
}
