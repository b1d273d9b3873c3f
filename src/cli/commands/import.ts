import { isInput, noteInput } from '../../files/input-files.js';
import { type InspectedTrace, inspectedTraces } from '../../ingest/facts/inspected-traces.js';
import { ingest } from '../../ingest/ingest.js';
import type { Imported } from '../../ingest/recording/imported.js';
import {
  isSourceName,
  SOURCE_NAME_LIST,
  SOURCE_NAMES,
  type SourceName,
} from '../../ingest/recording/source-names.js';
import { existingProblem, writeImported } from '../../ingest/scenario/write-imported.js';
import { fleetTraceReport, traceReport } from '../../report/answers/trace.js';
import { fleetTraceJson, traceJson } from '../../report/answers/trace-json.js';
import { commandLine } from '../../report/text/command-line.js';
import { line, type TextLine, titleLines, wrapped } from '../../report/text/text-block.js';
import { EXIT } from '../shared/exit-code.js';
import { commandOf, flag, type OptionsOf, value } from '../shared/option-table.js';
import { path } from '../shared/option-values.js';
import { OPTIONS } from '../shared/options.js';
import { withReadingProgress } from '../shared/progress.js';
import { importOptions, READING_OPTIONS } from '../shared/reading-options.js';
import { printDocument, printJson, printLines } from '../terminal/print-table.js';

const DEFAULT_SCENARIO = 'imported.yaml';

const IMPORT_OPTIONS = {
  '--inspect': flag(
    'print volume, burstiness, seasonality, idle time and gaps; write only with --write (also: neap trace FILE)',
  ),
  '--write <file>': value(path, `scenario to write (${DEFAULT_SCENARIO}); an existing file is kept`),
  ...READING_OPTIONS,
  '--json': { ...OPTIONS.json['--json'], needs: ['inspect'] },
  ...OPTIONS.quiet,
};

const SOURCES = SOURCE_NAME_LIST.map((name) => `${name.padEnd(20)}${SOURCE_NAMES[name].summary}`);

/** Makes `neap import`. */
export const declare = () =>
  commandOf('import', {
    about:
      'Recognizes files that a database, a pooler, a monitoring system, a web server or a load test has ' +
      'written, and writes a scenario with load, demand, connections, start and duration. Each value has a ' +
      'confidence; the recorded arrivals are in a CSV file next to it. A file that can be read in several ' +
      'ways is refused with the option for each. With a source and no file, prints the commands that export ' +
      'one. Texts of queries are left out.',
    argument: [
      '[files...]',
      'exported files, with the name of their source before them if it is not recognized',
    ],
    options: IMPORT_OPTIONS,
    help: `Sources:
${SOURCES.map((each) => `  ${each}`).join('\n')}
Any other file is read as a table: counts per interval, a level such as CPU %, or a row per query.

Examples:
  $ neap import postgresql-*.log.gz --write my-app.yaml
  $ neap import pg-stat-statements
  $ neap trace cpu.csv --kind level --vcpu 4
  $ neap trace machines.csv --kind level --fleet --write fleet.yaml`,
  });

type ImportCommandOptions = OptionsOf<typeof IMPORT_OPTIONS>;

/**
 * Writes the scenario of exported files, or prints what their traffic is like; with a source alone prints how to export
 * them, with nothing lists the sources.
 * @throws TraceError if a file cannot be read, or can be read in several ways
 */
export async function act(words: readonly string[], options: ImportCommandOptions): Promise<number> {
  const [first] = words;
  if (first === undefined) {
    process.stdout.write(`Sources, as in: neap import pg-stat-statements\n\n${SOURCES.join('\n')}\n`);
    return EXIT.done;
  }
  const name = isSourceName(first) ? first : undefined;
  const files = name === undefined ? words : words.slice(1);
  if (files.length === 0) {
    printCommand(name!);
    return EXIT.done;
  }
  const write = options.write ?? (options.inspect === true ? undefined : DEFAULT_SCENARIO);
  const problem = (write === undefined ? undefined : existingProblem(write)) ?? repeated(files);
  if (problem !== undefined) return refuse(problem);
  const given_options = importOptions(options);
  const used_options = new Set<string | symbol>();
  const listening = new Proxy(given_options, {
    get: (all, key) => used_options.add(key) && Reflect.get(all, key),
  });
  const { form, imported } = await withReadingProgress(options.quiet === true, () =>
    ingest(files, listening, name, options.fleet === true),
  );
  const given = Object.entries(given_options).filter(([, value = 1]) => value !== 1 && value !== false);
  const [unheard] = given.find(([key]) => !used_options.has(key)) ?? [];
  if (unheard !== undefined) {
    const name = ['from', 'to'].includes(unheard) ? 'window' : unheard.replace('_seconds', '');
    return refuse(`--${name.replaceAll('_', '-')} changes nothing about ${form}; leave it out`);
  }
  const traces =
    options.inspect === true ? inspectedTraces(named(files), form, imported, options.vcpu) : undefined;
  if (write !== undefined) await writeImported(imported, form, write);
  if (traces !== undefined) printInspected(traces, words, write, options);
  else printImported(`${named(files)}: ${form}`, imported, write!);
  return EXIT.done;
}

/** Notes the files as inputs. @returns what is wrong if one is given twice */
function repeated(files: readonly string[]): string | undefined {
  for (const file of files) {
    if (isInput(file)) return `${file} is given twice, and its queries would count twice`;
    noteInput(file);
  }
  return undefined;
}

function refuse(problem: string): number {
  process.stderr.write(`neap import: ${problem}\n`);
  return EXIT.input;
}

function named(files: readonly string[]): string {
  return files.length === 1 ? files[0]! : `${files.length} files`;
}

function printImported(title: string, { findings, warnings }: Imported, scenario: string): void {
  const next = `wrote ${scenario}; next: ${commandLine(['run', scenario])}`;
  printLines((width): readonly TextLine[] => [
    ...titleLines(title, width),
    ...findings.flatMap(({ what, certainty }) => wrapped(`  ${certainty}`, what, width)),
    ...warnings.flatMap((warning) => wrapped('  note', warning, width)),
    line(''),
    line(next),
  ]);
}

function printInspected(
  traces: readonly InspectedTrace[],
  words: readonly string[],
  write: string | undefined,
  { json, fleet }: ImportCommandOptions,
): void {
  if (json === true) {
    printJson(fleet === true ? fleetTraceJson(traces) : traceJson(traces[0]!));
    return;
  }
  const next =
    write === undefined
      ? {
          about: 'next',
          text: 'write its scenario',
          command: commandLine(['import', ...words, '--write', 'scenario.yaml']),
        }
      : { about: 'next', text: `wrote ${write}`, command: commandLine(['run', write]) };
  printDocument(fleet === true ? fleetTraceReport(traces, next) : traceReport(traces[0]!, next));
}

function printCommand(name: SourceName): void {
  const command = SOURCE_NAMES[name].command();
  process.stdout.write(`# ${SOURCE_NAMES[name].summary}\n${command}\n\n# then: neap import FILE...\n`);
}
