import { causeTable } from '../answers/cause-words.js';
import type { Summary } from '../figures/summary.js';
import { findingTexts } from '../findings/finding-texts.js';
import { type TextLine, wrapped } from '../text/text-block.js';
import { tableLines } from './terminal-table.js';

/** Columns of a figure, the space before it included. */
const CELL = 13;

/** Who keeps the computes awake; nothing where a single load is the cause of everything. */
export function causeLines(summary: Summary, width: number): readonly TextLine[] {
  const { head, rows } = causeTable(summary);
  return rows.length === 0 ? [] : tableLines(head, rows, width, CELL);
}

/** What is worth a look in the scenario and its run. */
export function findingEntries({ findings = [] }: Summary, width: number): readonly (readonly TextLine[])[] {
  return findingTexts(findings).map((text, index) => wrapped(index === 0 ? 'Findings' : '', text, width));
}
