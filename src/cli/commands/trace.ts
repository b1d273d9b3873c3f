import { Command } from '@commander-js/extra-typings';
import { isInput, noteInput } from '../../files/input-files.js';
import { inspectTrace } from '../../ingest/facts/inspect-trace.js';
import { ingest } from '../../ingest/ingest.js';
import type { Imported } from '../../ingest/recording/imported.js';
import { fleetTraceReport, type InspectedTrace, traceReport } from '../../report/answers/trace.js';
import { fleetTraceJson, traceJson } from '../../report/answers/trace-json.js';
import { commandLine } from '../../report/text/command-line.js';
import { playedOf } from '../../workload/trace/play-reading.js';
import type { Reading } from '../../workload/trace/reading/reading.js';
import { TraceError } from '../../workload/trace/reading/trace-error.js';
import { withGaps } from '../../workload/trace/table/gaps.js';
import { EXIT } from '../shared/exit-code.js';
import { path } from '../shared/option-values.js';
import { OPTIONS, type OptionsOf, withOptionsOf } from '../shared/options.js';
import { tellingReading } from '../shared/progress.js';
import { importOptions, recordingsCommand } from '../shared/reading-options.js';
import { existingProblem, writeImported } from '../shared/write-imported.js';
import { printDocument, printJson } from '../terminal/print-table.js';

/** Makes `neap trace`. */
export const declare = () =>
  withOptionsOf(
    new Command('trace')
      .description(
        'Reads recorded traffic, a table or any file that neap import recognizes, and prints how it was read, the volume, ' +
          'burstiness, seasonality and idle time of the traffic, and missing intervals. Assumptions are printed. A file that ' +
          'can be read in several ways is refused with the option for each. Writes nothing without --write.',
      )
      .argument(
        '<files...>',
        'recorded files: counts per interval, a level such as CPU %, single arrivals, or logs',
      )
      .option(
        '--write <file>',
        'write a scenario that replays the recording; an existing file is kept',
        path,
      ),
    recordingsCommand(),
  )
    .addOption(OPTIONS.json())
    .addOption(OPTIONS.quiet())
    .addHelpText(
      'after',
      `
Examples:
  $ neap trace requests.csv
  $ neap trace export.csv.gz --time created_at --value hits
  $ neap trace cpu.csv --kind level --vcpu 4
  $ neap trace xacts.csv --counter true --gaps keep
  $ neap trace machines.csv --kind level --fleet --write fleet.yaml

Exit codes:
  0 done; 2 invalid file or options, or a file with several readings`,
    );

type TraceOptions = OptionsOf<typeof declare>;

/**
 * Reads recorded traffic, prints what it is like, and writes its scenario if asked.
 * @throws TraceError if a file cannot be read, or can be read in several ways
 */
export async function act(files: readonly string[], options: TraceOptions): Promise<number> {
  const { write } = options;
  const problem = write === undefined ? undefined : existingProblem(write);
  if (problem !== undefined) {
    process.stderr.write(`neap trace: ${problem}\n`);
    return EXIT.input;
  }
  for (const file of files) {
    if (isInput(file))
      throw new TraceError(file, 'the file is given twice, and its queries would count twice');
    noteInput(file);
  }
  const { form, imported } = await tellingReading(options.quiet === true, () =>
    ingest(files, importOptions(options), undefined, options.fleet === true),
  );
  const traces = inspected(files, form, imported, options.vcpu);
  if (write !== undefined) await writeImported(imported, form, write);
  if (options.json === true) {
    printJson(options.fleet === true ? fleetTraceJson(traces) : traceJson(traces[0]!));
    return EXIT.done;
  }
  const next =
    write === undefined
      ? {
          about: 'next',
          text: 'write its scenario',
          command: commandLine(['trace', ...files, '--write', 'scenario.yaml']),
        }
      : { about: 'next', text: `wrote ${write}`, command: commandLine(['run', write]) };
  printDocument(options.fleet === true ? fleetTraceReport(traces, next) : traceReport(traces[0]!, next));
  return EXIT.done;
}

function inspected(
  files: readonly string[],
  form: string,
  { loads, findings, warnings }: Imported,
  vcpu: number | undefined,
): readonly InspectedTrace[] {
  const traffic = loads[0]?.traffic;
  const file = files.length === 1 ? files[0]! : `${files.length} files`;
  if (traffic?.kind !== 'recorded') {
    const reason = `the file is ${form}, which has totals and no course over time`;
    throw new TraceError(files[0]!, `${reason}\nhint: ${commandLine(['import', ...files])}`);
  }
  const { readings, is_complete } = traffic;
  return readings.map((reading) => {
    const trace = playedOf(is_complete === true ? withEmptyIntervals(reading) : reading);
    const notes = readings.length === 1 ? warnings : reading.notes;
    return { file, form, reading, trace, facts: inspectTrace(trace), vcpu, findings, notes };
  });
}

/** In a log, a second without a line is known to be empty. */
function withEmptyIntervals(reading: Reading): Reading {
  if (reading.kind === 'arrivals') return reading;
  return { ...reading, ...withGaps(reading, reading.interval_seconds, reading.dated, 'zero', []) };
}
