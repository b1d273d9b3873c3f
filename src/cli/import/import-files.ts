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
import type { OptionsOf } from '../shared/options.js';
import { tellingReading } from '../shared/progress.js';
import { importOptions } from '../shared/reading-options.js';
import { existingProblem, writeImported } from '../shared/write-imported.js';
import { printLines } from '../terminal/print-table.js';
import type { importCommand } from './import.js';

type ImportCommandOptions = OptionsOf<typeof importCommand>;

/**
 * Writes the scenario of exported files; with a source alone prints how to export them, with nothing lists the sources.
 * @throws TraceError if a file cannot be read, or can be read in several ways
 */
export async function importFiles(words: readonly string[], options: ImportCommandOptions): Promise<number> {
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
