import { eachMoment, type PackedMoments } from '../../moments/packed-moments.js';
import type { PlayedTrace, TraceSelection } from '../trace.js';
import { TraceError } from '../trace-error.js';
import { elapsedText, momentText } from './cells/time-text.js';
import type { ColumnChoice } from './columns/table.js';
import { countScale } from './count-scale.js';
import { counterVerdict, differences } from './counter.js';
import { cutRows } from './cut.js';
import { mergeDuplicates, orderRows } from './duplicates.js';
import { findGaps, gapsText, missingIntervals, type TraceGap } from './gaps.js';
import { hourAgain } from './hour-again.js';
import { fromTheirBeginning, intervalWidth } from './interval-width.js';
import { recordedRows } from './missing-values.js';
import { playRows } from './play.js';
import type { SeriesRows } from './raw-series.js';
import { type FileColumn, type FileRows, readRows } from './read-rows.js';

/** A trace together with how its file was understood. */
export interface TraceReading
  extends Pick<FileRows, 'layout' | 'separator' | 'time_description' | 'mixed_days'> {
  readonly trace: PlayedTrace;
  /** The column of the trace; `undefined` for single arrivals. */
  readonly value: ColumnChoice | undefined;
  /** Rows of the whole file. */
  readonly rows: number;
  /** Rows of the whole file that were earlier than the row before them. */
  readonly out_of_order: number;
  /** Kept rows that repeated the time of another; 0 for single arrivals. */
  readonly duplicates: number;
  /** Whether each of those has the value of the row before it, as where files that overlap were joined. */
  readonly alike: boolean;
  /** Whether rows are so unevenly spaced that they may be no intervals. */
  readonly uneven: boolean;
  /** Line on which the clock seems to be put back: the first row of an hour that is there twice; 0 for none. */
  readonly hour_again_line: number;
  /** Whether the value counts up, so that its differences are the counts, and why it is taken to. */
  readonly counter: { readonly differenced: boolean; readonly why: string };
  /** What a count of the file is per, where it is not the interval, and why it is taken to be. */
  readonly per: { readonly per: NonNullable<TraceSelection['per']>; readonly why: string };
}

/**
 * Reads the selected part of a recorded trace from a CSV file.
 *
 * The text is streamed. What stays in memory is about 20 bytes a row of counts or levels, and two or three bytes a single
 * arrival, which are packed as they are read: 8 where they do not ascend, and where a part of them is selected. No gap is
 * filled unless the selection says so: a missing interval is absent from the trace, and a warning says how many are missing
 * and where.
 *
 * @throws TraceError for whatever is wrong with the file or the selection
 */
export async function readPlayed(selection: TraceSelection): Promise<PlayedTrace> {
  return (await readTraceFile(selection)).trace;
}

/** As {@link readPlayed}, and tells how the file was understood. */
export async function readTraceFile(selection: TraceSelection): Promise<TraceReading> {
  const { kind, from, to, repeat, scale, counter, shift_seconds } = selection;
  const whole = from === undefined && to === undefined && repeat === 1 && scale === 1 && counter !== true;
  const packs = kind === 'arrivals' && whole && Number.isFinite(shift_seconds);
  const file = await readRows({ ...selection, values: undefined }, packs);
  return file.packed === undefined
    ? readingOf(file, file.columns[0], selection)
    : packedReading(file, file.packed, selection);
}

/** As {@link readTraceFile}, of each column that the selection's `values` names; all begin with the file's first row. */
export async function readFleetTrace(selection: TraceSelection): Promise<readonly TraceReading[]> {
  const file = await readRows({ ...selection, values: selection.values ?? 'all' });
  // Columns begin together, however many values are missing at the beginning of one.
  return file.columns.map((column) => readingOf(file, column, { ...selection, from: selection.from ?? 0 }));
}

/** Single arrivals that were packed ascend, and all of them are kept. */
function packedReading(
  file: FileRows,
  packed: PackedMoments,
  { shift_seconds }: TraceSelection,
): TraceReading {
  const { layout, separator, time_description, origin_epoch_seconds: origin, warnings } = file;
  const begin_seconds = eachMoment(packed).next();
  return {
    trace: {
      kind: 'arrivals',
      times_seconds: {
        ...packed,
        begin_seconds,
        shift_seconds,
        last_seconds: packed.last_seconds - begin_seconds + shift_seconds,
      },
      values: new Float64Array(0),
      width_seconds: 0,
      origin_epoch_seconds: origin === undefined ? undefined : origin + begin_seconds,
      warnings,
    },
    layout,
    value: undefined,
    separator,
    time_description,
    rows: packed.length,
    out_of_order: 0,
    duplicates: 0,
    alike: false,
    mixed_days: false,
    uneven: false,
    hour_again_line: 0,
    counter: { differenced: false, why: '' },
    per: { per: 'interval', why: '' },
  };
}

function readingOf(file: FileRows, column: FileColumn | undefined, selection: TraceSelection): TraceReading {
  const origin = file.origin_epoch_seconds;
  const ordered = orderRows(column?.rows ?? file.times, file.first_back_line, origin);
  const grid = selection.kind !== 'arrivals';
  const width = grid
    ? intervalWidth(ordered.rows, selection)
    : { width_seconds: 0, uneven: false, warnings: [] };
  const { width_seconds } = width;
  const recorded = grid
    ? recordedRows(ordered.rows, column!.choice.name, selection, origin)
    : { rows: ordered.rows, warnings: [] };
  const counted = countsOf(recorded.rows, column, width_seconds, selection, origin);
  const scale = countScale(column, width_seconds, selection);
  // The counts of a counter lie before its rows already.
  const named = counted.counter.differenced || !grid ? undefined : file.layout.time.name;
  const begun = fromTheirBeginning(counted.rows, width_seconds, named);
  const first = ordered.rows.times[0]! - begun.before_seconds;
  const cut = cutRows(begun.rows, width_seconds, selection, origin, first);
  const distinct = grid
    ? mergeDuplicates(cut.rows, selection, origin)
    : { rows: cut.rows, duplicates: 0, alike: false, warnings: [] };
  const irregular = grid
    ? irregularities(distinct.rows, width_seconds, selection, origin)
    : { rows: distinct.rows, warnings: [] };
  const played = playRows(
    { ...cut, rows: irregular.rows },
    { ...selection, scale: selection.scale * scale.factor },
  );
  return {
    trace: {
      kind: selection.kind,
      ...played,
      width_seconds,
      origin_epoch_seconds: origin === undefined ? undefined : origin + cut.begin_seconds,
      warnings: [
        ...file.warnings,
        ...(column?.warnings ?? []),
        ...scale.warnings,
        ...ordered.warnings,
        ...width.warnings,
        ...recorded.warnings,
        ...counted.warnings,
        ...begun.warnings,
        ...cut.warnings,
        ...distinct.warnings,
        ...irregular.warnings,
      ],
    },
    layout: file.layout,
    value: column?.choice,
    separator: file.separator,
    time_description: file.time_description,
    rows: file.times.times.length,
    out_of_order: ordered.out_of_order,
    duplicates: distinct.duplicates,
    alike: distinct.alike,
    mixed_days: file.mixed_days,
    uneven: width.uneven,
    hour_again_line: grid && file.unzoned ? hourAgain(file, ordered.rows, width_seconds) : 0,
    counter: counted.counter,
    per: { per: scale.per, why: scale.why },
  };
}

/** The rows as counts: of a counter its differences. */
function countsOf(
  rows: SeriesRows,
  column: FileColumn | undefined,
  width_seconds: number,
  selection: TraceSelection,
  origin_epoch_seconds: number | undefined,
) {
  const { file, kind, counter } = selection;
  const as_they_are = (why: string) => ({ rows, warnings: [], counter: { differenced: false, why } });
  if (kind === 'arrivals' || column === undefined) {
    if (counter === true)
      throw new TraceError(file, 'counter: true belongs to counts; single arrivals do not count up');
    return as_they_are('');
  }
  if (kind === 'level' && counter === true) {
    throw new TraceError(file, 'counter: true belongs to counts, and this is a level; say kind: counts');
  }
  if (counter === false) return as_they_are('as the selection says');
  const { name } = column.choice;
  const found = counterVerdict(rows.values, name);
  if (kind === 'level') {
    if (found.verdict === 'no' || !rows.values.some((value) => value > 100)) return as_they_are('');
    const reason = `column "${name}": ${found.why}, and exceed 100: this is a counter such as CPU seconds, not a level; export its rate in per cent, or say counter: false`;
    throw new TraceError(file, reason);
  }
  if (counter === undefined && found.verdict === 'no') return as_they_are('');
  if (counter === undefined && found.verdict === 'unclear') {
    const reason = `column "${name}": ${found.why}: either a counter, whose differences are the counts, or counts that only grow`;
    throw new TraceError(file, `${reason}; say counter: true or counter: false`);
  }
  const made = differences(rows, width_seconds, selection, origin_epoch_seconds);
  if (counter === true) return { ...made, counter: { differenced: true, why: 'as the selection says' } };
  const guess = `column "${name}" is read as a counter, whose differences are the counts (${found.why}); if they are counts of intervals, say counter: false`;
  return { ...made, warnings: [guess, ...made.warnings], counter: { differenced: true, why: found.why } };
}

/** Missing intervals, filled where zeros are asked for, and overlapping ones, in words. */
function irregularities(
  rows: SeriesRows,
  width_seconds: number,
  selection: TraceSelection,
  origin_epoch_seconds: number | undefined,
): { readonly rows: SeriesRows; readonly warnings: readonly string[] } {
  const warnings: string[] = [];
  const gaps = findGaps(rows.times, width_seconds);
  let filled = rows;
  if (gaps.length > 0) {
    const text = gapsText(gaps, width_seconds, origin_epoch_seconds, rows.lines);
    if (selection.gaps === 'refuse') {
      const line = rows.lines[gaps[0]!.after]!;
      throw new TraceError(selection.file, `${text}; add the rows, or say gaps: keep or gaps: zero`, {
        line,
      });
    }
    if (selection.gaps === 'zero') filled = withZeros(rows, gaps, width_seconds, selection.file);
    const what = selection.gaps === 'zero' ? 'they count as 0 (gaps: zero)' : 'nothing arrives then';
    warnings.push(`${text}; ${what}`);
  }
  let overlaps = 0;
  let first = 0;
  for (let i = 1; i < rows.times.length; i++) {
    if (rows.times[i]! - rows.times[i - 1]! > width_seconds - 1e-6) continue;
    if (overlaps === 0) first = i;
    overlaps += 1;
  }
  // A clock that is late now and then makes rows a little early afterwards; that is no overlap worth a word.
  if (overlaps > 0) {
    const where = `first in line ${rows.lines[first]}: ${momentText(rows.times[first]!, origin_epoch_seconds)}`;
    const what = overlaps === 1 ? '1 row starts' : `${overlaps} rows start`;
    warnings.push(`${what} less than ${elapsedText(width_seconds)} after the row before (${where})`);
  }
  return { rows: filled, warnings };
}

/** More rows of zeros than this are a slip of the interval or of a time. */
const MOST_ZEROS = 10_000_000;

function withZeros(
  rows: SeriesRows,
  gaps: readonly TraceGap[],
  width_seconds: number,
  file: string,
): SeriesRows {
  const missing = missingIntervals(gaps);
  if (missing > MOST_ZEROS) {
    const reason = `${missing} intervals are missing, too many to count as 0`;
    throw new TraceError(file, `${reason}; say gaps: keep, or cut with from and to`);
  }
  const length = rows.times.length + missing;
  const filled: SeriesRows = {
    times: new Float64Array(length),
    values: new Float64Array(length),
    lines: new Uint32Array(length),
  };
  let at = 0;
  let gap = 0;
  for (let i = 0; i < rows.times.length; i++) {
    filled.times[at] = rows.times[i]!;
    filled.values[at] = rows.values[i]!;
    filled.lines[at] = rows.lines[i]!;
    at += 1;
    if (gaps[gap]?.after !== i) continue;
    for (let k = 0; k < gaps[gap]!.missing; k++, at++) {
      filled.times[at] = gaps[gap]!.at_seconds + k * width_seconds;
      filled.lines[at] = rows.lines[i]!;
    }
    gap += 1;
  }
  return filled;
}
