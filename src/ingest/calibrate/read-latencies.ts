import { parseDuration } from '../../scenario/form/quantity.js';
import type { NamedRow } from '../../workload/trace/layout/named-rows.js';
import { TraceError } from '../../workload/trace/reading/trace-error.js';
import { rowsIn } from '../recording/file-text.js';
import {
  isLatencyKind,
  LATENCY_KIND_NAMES,
  type LatencyKindName,
  type MeasuredLatency,
  type MeasuredSource,
} from './measured-latencies.js';

/** A column of latencies: its meaning, and its unit. */
interface LatencyColumn {
  readonly name: string;
  readonly units_per_second: number | undefined;
}

/** By what a number is divided for seconds: a quotient of whole numbers is the nearest number. */
const UNITS: Readonly<Record<string, number>> = {
  us: 1e6,
  ms: 1e3,
  s: 1,
  sec: 1,
  seconds: 1,
};

/** Outcomes of a complete latency, and of one whose client gave up. */
const DONE = /^(?:done|ok|completed|complete|finished|success|succeeded|true|yes|1)?$/i;
const GAVE_UP = /^(?:gave[ _]up|given[ _]up|time[sd]?[ _-]?out|censored|interrupted)$/i;

const MIN_LATENCY_SECONDS = 1e-9;
const MAX_LATENCY_SECONDS = 604_800;

const COLUMNS_TEXT =
  'latency_ms, or at_least_ms and at_most_ms (or _us, _s, or no unit where each cell has one)';

/**
 * Reads latencies from CSV: a column `latency_ms`, or `at_least_ms` and `at_most_ms` if only bounds of a value are
 * known; `kind`, unless all are of one; `outcome`, for clients that gave up after that time.
 *
 * @param kind of the rows of a file without a column `kind`
 * @throws TraceError at the first row that is not what it should be
 */
export async function readLatencies(
  file: string,
  kind: LatencyKindName | undefined,
): Promise<MeasuredSource> {
  const latencies: MeasuredLatency[] = [];
  const left_out = new Map<string, number>();
  let read: ReadLatency | undefined;
  for (const row of await rowsIn(file, [])) {
    read ??= reader(file, row, kind);
    const outcome = row.cells.get('outcome') ?? '';
    const gave_up = GAVE_UP.test(outcome);
    // The time until a failure is not a latency.
    if (!gave_up && !DONE.test(outcome)) left_out.set(outcome, (left_out.get(outcome) ?? 0) + 1);
    else latencies.push(read(row, gave_up));
  }
  if (latencies.length === 0 && left_out.size === 0)
    throw new TraceError(file, 'the file is empty; expected one row a line, with a time and a value');
  const warnings = [...left_out].map(
    ([outcome, count]) =>
      `${file}: ${count === 1 ? '1 row' : `${count} rows`} with the outcome "${outcome}" ${count === 1 ? 'is' : 'are'} left out; done and gave_up are counted`,
  );
  return { source: file, latencies, warnings };
}

type ReadLatency = (row: NamedRow, gave_up: boolean) => MeasuredLatency;

/** @param first row, whose columns all rows have */
function reader(file: string, first: NamedRow, kind: LatencyKindName | undefined): ReadLatency {
  const names = [...first.cells.keys()];
  const [as_whole, at_least, at_most] = ['latency', 'at_least', 'at_most'].map((stem) =>
    columnOf(names, stem),
  );
  if (as_whole === undefined && (at_least === undefined || at_most === undefined)) {
    throw new TraceError(
      file,
      `no column holds latencies; expected ${COLUMNS_TEXT}, found ${names.join(', ')}`,
    );
  }
  if (!first.cells.has('kind') && kind === undefined) {
    const kinds = LATENCY_KIND_NAMES.join(', ');
    throw new TraceError(file, `the column kind is missing; name the measured latency with --kind: ${kinds}`);
  }
  return (row, gave_up) => {
    const problem: Problem = (reason) => new TraceError(file, reason, { line: row.line });
    const own = kindOf(row, kind, problem);
    const whole = secondsIn(row, as_whole, problem);
    const least = secondsIn(row, at_least, problem);
    const most = secondsIn(row, at_most, problem);
    if (whole !== undefined && least === undefined && most === undefined) {
      if (whole === 0)
        throw problem(
          'a latency of 0 is below what was measured with; give at_least_ms 0 and at_most_ms the resolution',
        );
      return { kind: own, low: whole, high: gave_up ? Number.POSITIVE_INFINITY : whole };
    }
    if (whole !== undefined) throw problem('the row has both a latency and bounds; leave one out');
    if (least === undefined && most === undefined) throw problem('the row has no latency');
    const low = least ?? 0;
    // A client that gave up did not see the end.
    const high = gave_up ? Number.POSITIVE_INFINITY : (most ?? Number.POSITIVE_INFINITY);
    if (high < low || high === 0) {
      throw problem(
        `at most ${high} s is less than at least ${low} s; expected the lower bound first, and the upper one above 0`,
      );
    }
    if (low === 0 && high === Number.POSITIVE_INFINITY)
      throw problem('between 0 and no bound at all lies every latency; leave the row out');
    return { kind: own, low, high };
  };
}

/** The error that a row cannot be read. */
type Problem = (reason: string) => TraceError;

/** @param of kind of rows without a kind */
function kindOf(row: NamedRow, of: LatencyKindName | undefined, problem: Problem): LatencyKindName {
  const text = row.cells.get('kind') ?? '';
  if (text === '' && of !== undefined) return of;
  const kind = text.toLowerCase();
  if (isLatencyKind(kind)) return kind;
  throw problem(`kind: "${text}"; expected one of ${LATENCY_KIND_NAMES.join(', ')}`);
}

function secondsIn(row: NamedRow, column: LatencyColumn | undefined, problem: Problem): number | undefined {
  if (column === undefined) return undefined;
  const text = (row.cells.get(column.name) ?? '').trim();
  if (text === '') return undefined;
  const { units_per_second } = column;
  const seconds =
    units_per_second === undefined
      ? parseDuration(text.replaceAll(' ', ''))
      : Number(text) / units_per_second;
  if (
    seconds === 0 ||
    (seconds !== undefined && seconds >= MIN_LATENCY_SECONDS && seconds <= MAX_LATENCY_SECONDS)
  )
    return seconds;
  const expected =
    units_per_second === undefined
      ? 'a number with its unit, such as 350ms, of at most a week; or name the column latency_ms'
      : 'a number of 0 or more, such as 350, and at most a week';
  throw problem(`${column.name}: "${text}" is not a latency; expected ${expected}`);
}

function columnOf(names: readonly string[], stem: string): LatencyColumn | undefined {
  for (const name of names) {
    if (name === stem) return { name, units_per_second: undefined };
    const unit = name.startsWith(`${stem}_`) ? UNITS[name.slice(stem.length + 1)] : undefined;
    if (unit !== undefined) return { name, units_per_second: unit };
  }
  return undefined;
}
