import type { Trace, TraceSelection } from '../trace.js';
import { TraceError } from '../trace-error.js';
import { isRateName } from './column-names.js';
import { cutRows } from './cut.js';
import { mergeDuplicates, orderRows } from './duplicates.js';
import { findGaps, gapsText } from './gaps.js';
import { intervalWidth } from './interval-width.js';
import type { TraceLayout } from './layout.js';
import { playRows } from './play.js';
import type { SeriesRows } from './raw-series.js';
import { readRows } from './read-rows.js';
import type { Separator } from './records.js';
import { elapsedText, momentText } from './time-text.js';

/** A trace together with how its file was understood. */
export interface TraceReading {
  readonly trace: Trace;
  readonly layout: TraceLayout;
  readonly separator: Separator;
  /** How the file writes times, in words, such as `Unix milliseconds`. */
  readonly time_description: string;
  /** Rows of the whole file. */
  readonly rows: number;
  /** Rows of the whole file that were earlier than the row before them. */
  readonly out_of_order: number;
  /** Kept rows that repeated the time of another; 0 for single arrivals. */
  readonly duplicates: number;
}

/**
 * Reads the selected part of a recorded trace from a CSV file.
 *
 * The text is streamed; what stays in memory is about 20 bytes a row. No gap is ever filled: a missing
 * interval is absent from the trace, and a warning says how many are missing and where.
 *
 * @throws TraceError for whatever is wrong with the file or the selection
 */
export async function readTrace(selection: TraceSelection): Promise<Trace> {
  return (await readTraceFile(selection)).trace;
}

/** As {@link readTrace}, and tells how the file was understood. */
export async function readTraceFile(selection: TraceSelection): Promise<TraceReading> {
  const file = await readRows(selection);
  const origin = file.origin_epoch_seconds;
  const ordered = orderRows(file.rows, origin);
  const grid = selection.kind !== 'arrivals';
  const width = grid ? intervalWidth(ordered.rows, selection) : { width_seconds: 0, warnings: [] };
  const cut = cutRows(ordered.rows, width.width_seconds, selection, origin);
  const distinct = grid
    ? mergeDuplicates(cut.rows, selection, origin)
    : { rows: cut.rows, duplicates: 0, warnings: [] };
  const irregular = grid ? irregularities(distinct.rows, width.width_seconds, selection, origin) : [];
  const played = playRows({ ...cut, rows: distinct.rows }, selection);
  return {
    trace: {
      kind: selection.kind,
      ...played,
      width_seconds: width.width_seconds,
      origin_epoch_seconds: origin === undefined ? undefined : origin + cut.begin_seconds,
      warnings: [
        ...file.warnings,
        ...rateWarning(file.layout, width.width_seconds, selection),
        ...ordered.warnings,
        ...width.warnings,
        ...cut.warnings,
        ...distinct.warnings,
        ...irregular,
      ],
    },
    layout: file.layout,
    separator: file.separator,
    time_description: file.time_description,
    rows: file.rows.times.length,
    out_of_order: ordered.out_of_order,
    duplicates: distinct.duplicates,
  };
}

/** Missing and overlapping intervals of the kept rows, in words. */
function irregularities(
  rows: SeriesRows,
  width_seconds: number,
  selection: TraceSelection,
  origin_epoch_seconds: number | undefined,
): readonly string[] {
  const warnings: string[] = [];
  const gaps = findGaps(rows.times, width_seconds);
  if (gaps.length > 0) {
    const text = gapsText(gaps, width_seconds, origin_epoch_seconds, rows.lines);
    if (selection.gaps === 'error') {
      const line = rows.lines[gaps[0]!.after]!;
      throw new TraceError(selection.file, `${text}; add the rows, or say gaps: report`, { line });
    }
    warnings.push(`${text}; nothing arrives then`);
  }
  let overlaps = 0;
  let first = 0;
  for (let i = 1; i < rows.times.length; i++) {
    if (rows.times[i]! - rows.times[i - 1]! > width_seconds - 1e-6) continue;
    if (overlaps === 0) first = i;
    overlaps += 1;
  }
  if (overlaps > 0) {
    const where = `first in line ${rows.lines[first]}: ${momentText(rows.times[first]!, origin_epoch_seconds)}`;
    const what = overlaps === 1 ? '1 row starts' : `${overlaps} rows start`;
    warnings.push(`${what} less than ${elapsedText(width_seconds)} after the row before (${where})`);
  }
  return warnings;
}

function rateWarning(
  layout: TraceLayout,
  width_seconds: number,
  selection: TraceSelection,
): readonly string[] {
  if (selection.kind !== 'counts' || layout.value === undefined || !isRateName(layout.value.name)) return [];
  if (width_seconds === 1 || selection.scale !== 1) return [];
  const interval = elapsedText(width_seconds);
  return [
    `column "${layout.value.name}" looks like a rate a second and is read as a count per interval of ${interval}; if it is a rate, say scale: ${width_seconds}`,
  ];
}
