import type { SparklineSeries } from '../../text/sparkline-series.js';
import type { Book } from '../cells/book.js';
import type { ChartSpecification } from '../cells/charts.js';
import { column } from '../cells/table.js';
import { spreadsheetTime } from '../formula/spreadsheet-time.js';

const SHEET = 'Load and size';

/** Stretches of time that the chart of a run has. */
export const CHARTED_STRETCHES = 360;

/** Adds the sheet of load and size of all computes together, in equal stretches of time. @returns their chart */
export function addShape(
  book: Book,
  shape: SparklineSeries,
  start_epoch_seconds: number,
  duration_seconds: number,
): ChartSpecification {
  const sheet = book.working(SHEET);
  const [load, size] = [shape.arrivals_per_second, shape.mean_cu];
  const timeOf = (index: number) => start_epoch_seconds + (index / load.length) * duration_seconds;
  const columns = [
    column<number>('time_utc', (_, __, index) => spreadsheetTime(timeOf(index)), 'date'),
    column<number>('queries_per_second', (rate) => rate, 'number'),
    column<number>('cu_mean', (_, __, index) => size[index]),
  ];
  const note = 'all computes together; a suspended compute counts as 0 CU';
  const table = sheet.listing(note, columns, load);
  const time = table.charted('time_utc');
  return {
    kind: 'lines',
    title: 'Size against load',
    x: {
      name: 'UTC',
      format: duration_seconds > 172_800 ? 'mm-dd' : 'hh:mm',
      from: spreadsheetTime(start_epoch_seconds),
      to: spreadsheetTime(start_epoch_seconds + duration_seconds),
    },
    y: { name: 'CU', format: '0.##' },
    right: { name: 'queries per second' },
    series: [
      { name: 'size, CU', x: time, y: table.charted('cu_mean') },
      { name: 'queries per second', x: time, y: table.charted('queries_per_second'), right: true },
    ],
  };
}
