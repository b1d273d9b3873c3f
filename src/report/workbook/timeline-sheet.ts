import type { Cell } from '../csv.js';
import { duration } from '../figure-text.js';
import { TIMELINE_FIGURES } from '../timeline-table.js';
import type { Book } from './book.js';
import { styleOfColumn } from './cell-format.js';
import type { SheetColumn } from './sheet.js';
import { spreadsheetTime } from './spreadsheet-time.js';
import type { TimelineRows } from './timeline-rows.js';

/** Adds the sheet with a row per compute and interval: the columns of `timeline.csv`, but for money. */
export function addTimeline(book: Book, start_epoch_seconds: number, timeline: TimelineRows): void {
  const { rows } = timeline;
  const sheet = book.sheet('Timeline');
  sheet.put(0, 0, noteOf(timeline), 'quiet');
  const place = { row: 1, column: 0 };
  const seconds = TIMELINE_FIGURES.findIndex(({ header }) => header === 'start_seconds');
  const columns: readonly SheetColumn<readonly Cell[]>[] = [
    {
      header: 'start_time_utc',
      style: 'date',
      cell: (row) => spreadsheetTime(start_epoch_seconds + Number(row[seconds])),
    },
    ...TIMELINE_FIGURES.map(({ header }, index): SheetColumn<readonly Cell[]> => {
      return { header, style: styleOfColumn(header), cell: (row) => row[index] };
    }),
  ];
  sheet.table(place, columns, rows);
  sheet.filter(place, columns.length, rows.length);
  sheet.freeze(2, 1);
}

function noteOf({ intervals, width_seconds, dropped, rows }: TimelineRows): string {
  const width = `a row is ${duration(width_seconds)} of a compute`;
  if (dropped > 0) {
    return `${width}; the first ${rows.length} rows, ${dropped} more do not fit here: timeline.csv (--out) has all`;
  }
  if (intervals === 1) return width;
  return `${width}, ${intervals} intervals of the run together, which would be too many here; timeline.csv (--out) has each; hit ratios weigh by queries`;
}
