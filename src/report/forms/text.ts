import { columnsIn, isIn, type Report, type TablePart } from '../document/report.js';
import { isWords } from '../document/unit.js';
import { notesOn, type ReportBlock, type TextReport } from '../text/text-report.js';
import type { TextTable } from '../text/text-table.js';
import { cellText, unitOf } from './values.js';

/** More columns than this leave a screen no room for headings on one line. */
const MANY_COLUMNS = 8;

/** A report for a screen, or as Markdown. */
export function textReport(report: Report, form: 'screen' | 'markdown'): TextReport {
  const { about, title: asked, facts, headline, verdict, remark, warnings, closing } = report;
  return {
    title: `${about}: ${asked}; ${facts.join(', ')}`,
    ...(headline !== undefined && { headline: `${about}: ${headline}` }),
    verdict,
    blocks: [
      ...report.parts.flatMap((part): readonly ReportBlock[] => {
        if (!isIn(part, form) || part.kind === 'plot' || part.kind === 'model' || part.kind === 'timelines')
          return [];
        const title = part.title ?? (part.kind === 'table' ? part.caption : undefined);
        const { folded = false } = part;
        const heading = title === undefined ? {} : { title, folded };
        if (part.kind === 'notes') return part.notes.length === 0 ? [] : [{ ...heading, notes: part.notes }];
        return part.rows.length === 0 ? [] : [{ ...heading, table: textTable(part, form) }];
      }),
      ...(remark === undefined ? [] : [{ notes: notesOn('Figures', [remark]) }]),
    ],
    warnings,
    ...(closing !== undefined && { closing }),
  };
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
    least_useful: columns
      .flatMap(({ minor }, place) => (minor === undefined ? [] : [{ minor, place }]))
      .sort((a, b) => a.minor - b.minor)
      .map(({ place }) => place),
  };
}
