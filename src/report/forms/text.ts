import { PRICES_CHECKED_UNTIL, pricesChecked } from '../../vendors/price-book.js';
import type { Form } from '../document/column.js';
import {
  columnsIn,
  type Document,
  type Fact,
  isIn,
  type Note,
  notesBelow,
  notesOn,
  type Part,
  rowsIn,
  type TablePart,
} from '../document/report.js';
import { isWords } from '../figures/unit.js';
import { cardTexts, type FindingCard } from '../findings/finding-card.js';
import type { TextTable } from '../text/text-table.js';
import { capitalised } from '../text/verdict.js';
import { when } from '../text/when.js';
import { cellText, unitOf } from './values.js';

/** A heading, a table and remarks, each if there are any. */
export interface Block {
  readonly title?: string;
  readonly table?: TextTable;
  readonly notes?: readonly Note[];
  /** Whether Markdown folds it behind its title. */
  readonly folded?: boolean;
}

/** The parts of a document for a screen or Markdown, then the remarks on all of them. */
export function textBlocks(document: Document, form: 'screen' | 'markdown'): readonly Block[] {
  const blocks = document.parts.flatMap((part) => blocksOf(part, form));
  return withRemarks(blocks, document);
}

/** Adds the remark, the date of the prices and warnings to the last remarks, or as a new block. */
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
  // On a screen, the labels in the margin replace the heading.
  const isNamed = form === 'screen' && (part.kind === 'cards' || part.kind === 'facts');
  const title = isNamed ? undefined : (part.title ?? (part.kind === 'table' ? part.caption : undefined));
  const { folded = false } = part;
  const heading = title === undefined ? {} : { title, folded };
  if (part.kind === 'table') {
    const below = notesBelow(part, form);
    const notes: Block = below.length === 0 ? {} : { notes: below };
    const table: Block = part.rows.length === 0 ? {} : { ...heading, table: textTable(part, form) };
    const blocks = folded && form === 'markdown' ? [{ ...table, ...notes }] : [table, notes];
    return blocks.filter((block) => Object.keys(block).length > 0);
  }
  if (part.kind === 'facts' && form === 'markdown') {
    return part.facts.length === 0 ? [] : [{ ...heading, table: factTable(part.facts) }];
  }
  const notes = partNotes(part, form);
  return notes.length === 0 ? [] : [{ ...heading, notes }];
}

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
  const rows = rowsIn(part, form);
  const words = columns.findIndex(
    (column, index) => index > 0 && rows.some((row) => !isWords(unitOf(column, row))),
  );
  const { keys = 1 } = part;
  return {
    head: columns.map(({ head }) => head),
    rows: rows.map((row, index) => columns.map((column) => cellText(column, row, index))),
    left: Math.max(keys, words < 0 ? columns.length : Math.min(words, keys)),
    key: keys,
    strong: (row, place) => columns[place]?.strong?.(rows[row], row) === true,
    least_useful: columns
      .flatMap(({ minor }, place) => (minor === undefined ? [] : [{ minor, place }]))
      .sort((a, b) => a.minor - b.minor)
      .map(({ place }) => place),
  };
}
