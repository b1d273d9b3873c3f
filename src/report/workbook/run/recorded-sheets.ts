import type { DecisionRow } from '../../../simulation/run/observation.js';
import { DECISION_FIGURES } from '../../csv/decisions-table.js';
import { TIMELINE_FIGURES } from '../../csv/timeline-table.js';
import { count, duration } from '../../figures/figure-text.js';
import { type Cell, type Column, cellsOf } from '../../text/csv.js';
import type { Book } from '../cells/book.js';
import { column } from '../cells/sheet.js';
import { spreadsheetTime } from '../cells/spreadsheet-time.js';
import type { TimelineRows } from './timeline-rows.js';

/** Rows that the sheet of decisions may have: with all columns a second of writing. */
const MAX_DECISIONS = 10_000;

/** The first decisions of a run, as many as a sheet should hold. */
export class DecisionRows {
  readonly rows: (readonly Cell[])[] = [];
  /** How many there were in all. */
  total = 0;

  /** Takes in the next decision. */
  add(row: DecisionRow): void {
    this.total += 1;
    if (this.rows.length < MAX_DECISIONS) this.rows.push(cellsOf(DECISION_FIGURES, row));
  }
}

/** Adds the sheet with a row per decision: the columns of `decisions.csv`. */
export function addDecisions(book: Book, start_epoch_seconds: number, { rows, total }: DecisionRows): void {
  const note =
    total > rows.length
      ? `the first ${count(rows.length)} of ${count(total)} decisions; decisions.csv (--out) has all`
      : 'every transition, resize, wake, suspend, refusal and edit, with what caused it';
  addRecorded(
    book,
    { name: 'Decisions', note, time: 'time_utc' },
    DECISION_FIGURES,
    rows,
    start_epoch_seconds,
  );
}

/** Adds the sheet with a row per compute and interval: the columns of `timeline.csv`, but for money. */
export function addTimeline(book: Book, start_epoch_seconds: number, timeline: TimelineRows): void {
  const about = { name: 'Timeline', note: timelineNote(timeline), time: 'start_time_utc' };
  addRecorded(book, about, TIMELINE_FIGURES, timeline.rows, start_epoch_seconds);
}

function timelineNote({ intervals, width_seconds, dropped, rows }: TimelineRows): string {
  const width = `a row is ${duration(width_seconds)} of a compute`;
  if (dropped > 0) {
    return `${width}; the first ${rows.length} rows, ${dropped} more do not fit here: timeline.csv (--out) has all`;
  }
  if (intervals === 1) return width;
  return `${width}, ${intervals} intervals of the run together, which would be too many here; timeline.csv (--out) has each; hit ratios weigh by queries`;
}

/**
 * Adds a sheet with the time of day and the columns of a CSV file, the first of which is seconds since the run's start.
 * @param time what stands above the time of day
 */
function addRecorded<Row>(
  book: Book,
  { name, note, time }: Readonly<Record<'name' | 'note' | 'time', string>>,
  figures: readonly Column<Row>[],
  rows: readonly (readonly Cell[])[],
  start_epoch_seconds: number,
): void {
  const columns = [
    column<readonly Cell[]>(time, (row) => spreadsheetTime(start_epoch_seconds + Number(row[0])), 'date'),
    ...figures.map(({ header }, index) =>
      header === 'reason'
        ? column<readonly Cell[]>(header, (row) => row[index], 'text', 60)
        : column<readonly Cell[]>(header, (row) => row[index]),
    ),
  ];
  book.sheet(name).listing(note, columns, rows, 1);
}
