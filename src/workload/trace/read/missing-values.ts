import type { TraceSelection } from '../trace.js';
import { TraceError } from '../trace-error.js';
import { momentText } from './cells/time-text.js';
import { pickRows, type SeriesRows } from './raw-series.js';

/**
 * The rows with a value: one without is a missing interval, or 0 where the selection says so.
 * @throws TraceError when no row has one, or the selection refuses gaps
 */
export function recordedRows(
  ordered: SeriesRows,
  column: string,
  selection: Pick<TraceSelection, 'file' | 'gaps'>,
  origin_epoch_seconds: number | undefined,
): { readonly rows: SeriesRows; readonly warnings: readonly string[] } {
  const { times, values, lines } = ordered;
  const places: number[] = [];
  let first_missing = -1;
  for (let i = 0; i < values.length; i++) {
    if (!Number.isNaN(values[i]!)) places.push(i);
    else if (first_missing < 0) first_missing = i;
  }
  if (first_missing < 0) return { rows: ordered, warnings: [] };
  const missing = values.length - places.length;
  const line = lines[first_missing]!;
  const what = `${missing === 1 ? '1 row has' : `${missing} rows have`} no value in column "${column}" (first in line ${line}: ${momentText(times[first_missing]!, origin_epoch_seconds)})`;
  if (places.length === 0) {
    throw new TraceError(
      selection.file,
      `no row has a value in column "${column}"; choose another column (value)`,
    );
  }
  if (selection.gaps === 'refuse') {
    throw new TraceError(selection.file, `${what}; fill them in, or say gaps: keep or gaps: zero`, { line });
  }
  if (selection.gaps === 'zero') {
    const rows = { times, values: values.map((value) => (Number.isNaN(value) ? 0 : value)), lines };
    return { rows, warnings: [`${what}; they count as 0 (gaps: zero)`] };
  }
  return {
    rows: pickRows(ordered, places),
    warnings: [`${what}; their intervals are taken as missing (gaps: keep)`],
  };
}
