import { Command } from '@commander-js/extra-typings';
import { isInput, noteInput } from '../../files/input-files.js';
import { ingest } from '../../ingest/ingest.js';
import type { Imported } from '../../ingest/recording/imported.js';
import {
  isSourceName,
  SOURCE_NAME_LIST,
  SOURCE_NAMES,
  type SourceName,
} from '../../ingest/recording/source-names.js';
import { commandLine } from '../../report/text/command-line.js';
import { line, type TextLine, titleLines, wrapped } from '../../report/text/text-block.js';
import { EXIT } from '../shared/exit-code.js';
import { path } from '../shared/option-values.js';
import { OPTIONS, type OptionsOf, withOptionsOf } from '../shared/options.js';
import { tellingReading } from '../shared/progress.js';
import { importOptions, recordingsCommand } from '../shared/reading-options.js';
import { existingProblem, writeImported } from '../shared/write-imported.js';
import { printLines } from '../terminal/print-table.js';

/** Makes `neap import`. */
export const declare = () =>
  withOptionsOf(
    new Command('import')
      .description(
        'Recognizes files that a database, a pooler, a monitoring system, a web server or a load test has written, and ' +
          'writes a scenario with load, demand, connections, start and duration. Each value says how surely it is known; the ' +
          'recorded arrivals are in a CSV file next to it. A file that can be read in several ways is refused with the ' +
          'option for each. With a source and no file, prints the commands that export one. Texts of queries are left out. ' +
          'Files packed by gzip, zstd, bzip2 or xz are unpacked.',
      )
      .argument(
        '[files...]',
        'exported files, with the name of their source before them if it is not recognized',
      )
      .option('--write <file>', 'scenario to write; an existing file is kept', path, 'imported.yaml'),
    recordingsCommand(),
  )
    .option('--keep-text', 'keep the texts of queries, as descriptions of loads')
    .option('--project-id <id>', 'project in the commands that are printed')
    .option('--org-id <id>', 'organization in them')
    .option('--id <name>', 'instance, application or metric in them')
    .addOption(OPTIONS.quiet())
    .addHelpText(
      'after',
      `
Sources:
${SOURCE_NAME_LIST.map((name) => `  ${name.padEnd(20)}${SOURCE_NAMES[name].summary}`).join('\n')}
Any other file is read as a table: counts per interval, a level such as CPU %, or a row per query.

Examples:
  $ neap import access.log
  $ neap import postgresql-*.log.gz --write my-app.yaml
  $ neap import requests.csv --dates dmy
  $ neap import pg-stat-statements
  $ neap import before.csv after.csv
  $ neap import cloudwatch --id my-instance

Exit codes:
  0 done; 2 invalid file or options, no file is written`,
    );

type ImportCommandOptions = OptionsOf<typeof declare>;

/**
 * Writes the scenario of exported files; with a source alone prints how to export them, with nothing lists the sources.
 * @throws TraceError if a file cannot be read, or can be read in several ways
 */
export async function act(words: readonly string[], options: ImportCommandOptions): Promise<number> {
  const [first] = words;
  if (first === undefined) {
    const lines = SOURCE_NAME_LIST.map((each) => `${each.padEnd(20)}${SOURCE_NAMES[each].summary}`);
    process.stdout.write(`Sources, as in: neap import pg-stat-statements\n\n${lines.join('\n')}\n`);
    return EXIT.done;
  }
  const name = isSourceName(first) ? first : undefined;
  const files = name === undefined ? words : words.slice(1);
  if (files.length === 0) {
    printCommand(name!, options);
    return EXIT.done;
  }
  const problem = existingProblem(options.write) ?? repeated(files);
  if (problem !== undefined) return refuse(problem);
  const said = importOptions(options);
  const heard = new Set<string | symbol>();
  const listening = new Proxy(said, { get: (all, key) => heard.add(key) && Reflect.get(all, key) });
  const { form, imported } = await tellingReading(options.quiet === true, () =>
    ingest(files, listening, name, options.fleet === true),
  );
  const given = Object.entries(said).filter(([, value = 1]) => value !== 1 && value !== false);
  const [unheard] = given.find(([key]) => !heard.has(key)) ?? [];
  if (unheard !== undefined) {
    const flag = `--${unheard.replace('_seconds', '').replaceAll('_', '-')}`;
    return refuse(`${flag} changes nothing about ${form}; leave it out`);
  }
  await writeImported(imported, form, options.write);
  const what = `${files.length === 1 ? files[0] : `${files.length} files`}: ${form}`;
  const next = `wrote ${options.write}; next: ${commandLine(['run', options.write])}`;
  printLines((width) => [...titleLines(what, width), ...findingLines(imported, width), line(''), line(next)]);
  return EXIT.done;
}

function findingLines({ findings, warnings }: Imported, width: number): readonly TextLine[] {
  return [
    ...findings.flatMap(({ what, certainty }) => wrapped(`  ${certainty}`, what, width)),
    ...warnings.flatMap((warning) => wrapped('  note', warning, width)),
  ];
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

function printCommand(name: SourceName, options: ImportCommandOptions): void {
  const command = SOURCE_NAMES[name].command({
    project_id: options.projectId,
    org_id: options.orgId,
    id: options.id,
    keep_text: options.keepText === true,
  });
  process.stdout.write(`# ${SOURCE_NAMES[name].summary}\n${command}\n\n# then: neap import FILE...\n`);
}
