import { noteInput } from '../../files/input-files.js';
import { loadBlock } from '../../report/figures/load-block.js';
import { fleetTraceReport, traceReport } from '../../report/files/trace-report.js';
import { fleetTraceLines, type InspectedTrace, traceLines } from '../../report/terminal/terminal-trace.js';
import { traceLength } from '../../scenario/compile/compile-trace.js';
import { guessKind, type KindGuess } from '../../workload/trace/inspect/guess-kind.js';
import { inspectTrace } from '../../workload/trace/inspect/inspect-trace.js';
import { isSeriesName } from '../../workload/trace/read/columns/column-names.js';
import type { ColumnChoice } from '../../workload/trace/read/columns/table.js';
import { readFleetTrace, readTraceFile, type TraceReading } from '../../workload/trace/read/read-trace.js';
import type { TraceSelection } from '../../workload/trace/trace.js';
import { TraceError } from '../../workload/trace/trace-error.js';
import { EXIT } from '../shared/exit-code.js';
import type { OptionsOf } from '../shared/options.js';
import { printJson } from '../shared/print-table.js';
import { tellingReading } from '../shared/progress.js';
import { screenOf } from '../shared/screen.js';
import type { traceCommand } from './trace.js';

type TraceOptions = OptionsOf<typeof traceCommand>;

/**
 * Inspects one trace file and prints what was found.
 * @throws TraceError when the file is no trace
 */
export async function inspectTraceFile(
  path: string,
  options: TraceOptions,
  command: ReturnType<typeof traceCommand>,
): Promise<number> {
  noteInput(path);
  try {
    return await tellingReading(options.quiet === true, () => inspected(path, options, command));
  } catch (error) {
    throw errorAsOptions(error);
  }
}

async function inspected(
  path: string,
  options: TraceOptions,
  command: ReturnType<typeof traceCommand>,
): Promise<number> {
  const guess = await kindOf(path, options);
  const { kind } = guess;
  if (options.vcpu !== undefined && kind !== 'level') {
    command.error(
      `error: --vcpu applies to a level such as CPU %, and this is read as ${kind}; add --kind level`,
    );
  }
  const selection = selectionOf(path, kind, options);
  const readings =
    options.fleet === true ? await readFleetTrace(selection) : [await readTraceFile(selection)];
  const first = readings[0]!;
  if (options.kind === undefined && kind === 'counts') refuseUneven(first, path);
  if (options.duplicates === undefined) for (const reading of readings) refuseRepeated(reading, path, kind);
  if (kind === 'level' && options.scale === undefined) refuseShares(readings, path);
  const kind_why = options.kind === undefined ? `guessed: ${guess.why}` : guess.why;
  const traces = readings.map((reading): InspectedTrace => {
    const warnings = reading.trace.warnings.map(asOptions);
    const told = { ...reading, trace: { ...reading.trace, warnings } };
    return { file: path, reading: told, facts: inspectTrace(reading.trace), kind_why, vcpu: options.vcpu };
  });
  const block = blockOf(path, readings, selection, options);
  const fleet = options.fleet === true;
  if (options.json === true) {
    printJson(fleet ? fleetTraceReport(traces, block) : traceReport(traces[0]!, block));
    return EXIT.done;
  }
  const screen = screenOf(process.stdout);
  const screenful = fleet ? fleetTraceLines(traces, screen.width) : traceLines(traces[0]!, screen.width);
  const lines = screenful.map((row) => screen.paint(row.text, row.emphasis));
  process.stdout.write(`${lines.join('\n')}\n\nTo replay it, paste this into a scenario:\n\n${block}`);
  return EXIT.done;
}

async function kindOf(file: string, options: TraceOptions): Promise<KindGuess> {
  if (options.kind !== undefined) return { kind: options.kind, why: 'as the command says' };
  if (options.fleet !== true) return guessKind({ file, time: options.time, value: options.value });
  const guess = await guessKind({ file, time: options.time, value: undefined });
  return guess.kind === 'arrivals' ? { kind: 'counts', why: 'a number for each interval and tenant' } : guess;
}

function selectionOf(file: string, kind: TraceSelection['kind'], options: TraceOptions): TraceSelection {
  return {
    file,
    time: options.time,
    value: options.value,
    values: options.fleet === true ? 'all' : undefined,
    kind,
    counter: options.counter === undefined ? undefined : options.counter === 'true',
    per: options.per,
    scale: options.scale ?? 1,
    shift_seconds: 0,
    from: options.from,
    to: options.to,
    repeat: 1,
    interval_seconds: options.interval,
    gaps: options.gaps,
    duplicates: options.duplicates ?? (kind === 'level' ? 'last' : 'sum'),
  };
}

/** Rows that are no intervals are no counts of intervals either, whatever number they hold. */
function refuseUneven({ uneven, value, layout }: TraceReading, file: string): void {
  if (!uneven) return;
  const column = layout.has_header && value !== undefined ? `"${value.name}"` : 'the value';
  throw new TraceError(
    file,
    `rows are unevenly spaced, so that ${column} may be no count of an interval; say kind: arrivals if each row is one query, or kind: counts with interval: 5m or whatever its width is`,
  );
}

/** Rows of one moment are added only where they are sure to be parts of one count. */
function refuseRepeated(reading: TraceReading, file: string, kind: TraceSelection['kind']): void {
  refuseHourAgain(reading, file);
  const { duplicates, alike, mixed_days, layout } = reading;
  if (duplicates === 0 || kind !== 'counts') return;
  const rows = duplicates === 1 ? '1 row repeats the time' : `${duplicates} rows repeat the time`;
  const series = layout.has_header ? layout.columns.find(isSeriesName) : undefined;
  if (series !== undefined) {
    throw new TraceError(
      file,
      `${rows} of another, and column "${series}" tells them apart: they may be of different things; keep the rows of one, or say duplicates: sum if they are to be added`,
    );
  }
  if (mixed_days) {
    throw new TraceError(
      file,
      `${rows} of another, and some times are a day alone: such a row may be the sum of its day; take it out, or say duplicates: sum if they are to be added`,
    );
  }
  if (alike) {
    throw new TraceError(
      file,
      `${rows} and the value of another, as where files that overlap were joined; say duplicates: first, or duplicates: sum if they are to be added`,
    );
  }
}

/** An hour that is there twice would be added up, or one of the two be lost. */
function refuseHourAgain({ hour_again_line: line }: TraceReading, file: string): void {
  if (line === 0) return;
  throw new TraceError(
    file,
    'from this row on an hour is there twice, as where clocks are put back, and the times name no zone; export them in UTC, or say duplicates: sum, first or last if they are repeated for another reason',
    { line },
  );
}

/** Of all of a machine, with what clocks and counters get wrong. */
const MOST_PERCENT = 105;

/** A machine that is busy to 0.37 per cent, or to 0.37 of what it has? */
function refuseShares(readings: readonly TraceReading[], file: string): void {
  const most = readings.reduce(
    (all, { trace: { values } }) => values.reduce((a, b) => Math.max(a, b), all),
    0,
  );
  if (most > MOST_PERCENT) {
    throw new TraceError(
      file,
      `a level is ${most}, and all of a machine is 100 %; say scale: 0.25 where 400 is all of it, or scale: 1 if it is right`,
    );
  }
  if (most === 0 || most > 1) return;
  throw new TraceError(
    file,
    `no level is above ${most}: if 1 is the whole machine, say scale: 100; if they are per cent of one that is nearly idle, say scale: 1`,
  );
}

/** How a column is named in the block: by its number where another has its name. */
function blockName({ columns }: TraceReading['layout'], { name, index }: ColumnChoice): string {
  return columns.filter((each) => each === name).length > 1 ? String(index + 1) : name;
}

function blockOf(
  file: string,
  readings: readonly TraceReading[],
  selection: TraceSelection,
  options: TraceOptions,
): string {
  const { layout, value, trace, counter, per } = readings[0]!;
  const fleet = options.fleet === true;
  const duplicates = readings.some((reading) => reading.duplicates > 0);
  const said = (why: string) => why !== '';
  return loadBlock({
    file,
    time: blockName(layout, layout.time),
    value: fleet || value === undefined ? undefined : blockName(layout, value),
    columns: fleet ? readings.map((reading) => blockName(layout, reading.value!)) : undefined,
    kind: selection.kind,
    vcpu: options.vcpu,
    duplicates: duplicates ? selection.duplicates : undefined,
    reading: {
      counter: said(counter.why) ? counter.differenced : undefined,
      per: said(per.why) ? per.per : undefined,
      scale: selection.scale,
      interval_seconds: selection.interval_seconds,
      gaps: selection.gaps,
      from: selection.from,
      to: selection.to,
    },
    start_epoch_seconds: trace.origin_epoch_seconds,
    duration_seconds: readings.reduce((longest, reading) => Math.max(longest, traceLength(reading.trace)), 1),
  });
}

/** What the reader of traces advises for a scenario has an option of the same name here. */
const ADVICE =
  /(?<![\w"-]|the )(time|value|kind|scale|interval|counter|gaps|per|duplicates|from|to): (?=["\w])/g;

/** A message of the trace reader with options instead of the keys of a scenario. */
function asOptions(text: string): string {
  return text.replace(/(?<![\w"-])values: all/g, '--fleet').replace(ADVICE, '--$1 ');
}

/** The same error, in the words of the command line. */
function errorAsOptions(error: unknown): unknown {
  if (!(error instanceof TraceError)) return error;
  return new TraceError(error.file, asOptions(error.reason), { line: error.line, column: error.column });
}
