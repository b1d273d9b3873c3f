import type { SparklineSeries } from '../../text/sparkline-series.js';
import type { Book } from '../cells/book.js';
import type { ChartSpecification } from '../cells/charts.js';
import { namedColumn } from '../cells/table.js';
import { spreadsheetTime } from '../formula/spreadsheet-time.js';

/** Stretches of time that the chart of a run has. */
export const CHARTED_STRETCHES = 360;

/** Adds the sheet of load and size of all computes together, in equal stretches of time. @returns their chart */
export function addShape(
  book: Book,
  shape: SparklineSeries,
  start_epoch_seconds: number,
  duration_seconds: number,
): ChartSpecification {
  const [load, size] = [shape.arrivals_per_second, shape.mean_cu];
  const timeOf = (index: number) => start_epoch_seconds + (index / load.length) * duration_seconds;
  const columns = [
    namedColumn<number>('time_utc', (_, index) => spreadsheetTime(timeOf(index)), 'date'),
    namedColumn<number>('queries_per_second', (rate) => rate, 'number'),
    namedColumn<number>('cu_mean', (_, index) => size[index]),
  ];
  const note = 'all computes together; a suspended compute counts as 0 CU';
  book.working('Load and size').listing('Shape', note, columns, load);
  const time = 'Shape[time_utc]';
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
      { name: 'size, CU', x: time, y: 'Shape[cu_mean]' },
      { name: 'queries per second', x: time, y: 'Shape[queries_per_second]', right: true },
    ],
  };
}
