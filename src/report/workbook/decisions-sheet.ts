import type { DecisionRow } from '../../simulation/observation.js';
import { type Cell, cellsOf } from '../csv.js';
import { DECISION_FIGURES } from '../decisions-table.js';
import { count } from '../figure-text.js';
import type { Book } from './book.js';
import { styleOfColumn } from './cell-format.js';
import type { SheetColumn } from './sheet.js';
import { spreadsheetTime } from './spreadsheet-time.js';

/** Rows that the sheet may have: with all columns a second of writing. */
const MOST_ROWS = 10_000;

/** The first decisions of a run, as many as a sheet should hold. */
export class DecisionRows {
  readonly rows: (readonly Cell[])[] = [];
  /** How many there were in all. */
  total = 0;

  /** Takes in the next decision. */
  add(row: DecisionRow): void {
    this.total += 1;
    if (this.rows.length < MOST_ROWS) this.rows.push(cellsOf(DECISION_FIGURES, row));
  }
}

/** Adds the sheet with a row per decision: the columns of `decisions.csv`. */
export function addDecisions(book: Book, start_epoch_seconds: number, { rows, total }: DecisionRows): void {
  const sheet = book.sheet('Decisions');
  const note =
    total > rows.length
      ? `the first ${count(rows.length)} of ${count(total)} decisions; decisions.csv (--out) has all`
      : 'every transition, resize, wake, suspend, refusal and edit, with what caused it';
  sheet.put(0, 0, note, 'quiet');
  const place = { row: 1, column: 0 };
  const seconds = DECISION_FIGURES.findIndex(({ header }) => header === 'time_seconds');
  const columns: readonly SheetColumn<readonly Cell[]>[] = [
    {
      header: 'time_utc',
      style: 'date',
      cell: (row) => spreadsheetTime(start_epoch_seconds + Number(row[seconds])),
    },
    ...DECISION_FIGURES.map(({ header }, index): SheetColumn<readonly Cell[]> => {
      const width = header === 'reason' ? { width: 60 } : {};
      return { header, style: styleOfColumn(header), cell: (row) => row[index], ...width };
    }),
  ];
  sheet.table(place, columns, rows);
  sheet.filter(place, columns.length, rows.length);
  sheet.freeze(2, 1);
}
