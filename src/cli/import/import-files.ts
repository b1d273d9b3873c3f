import { createWriteStream, existsSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isInput, noteInput } from '../../files/input-files.js';
import { ResultDirectory } from '../../files/result-directory.js';
import { importedScenarioText } from '../../report/files/imported-scenario.js';
import { commandLine } from '../../report/text/command-line.js';
import { parseScenario } from '../../scenario/load-scenario.js';
import type { Imported, ImportedTraffic } from '../../workload/import/imported.js';
import {
  IMPORT_SOURCE_NAMES,
  IMPORT_SOURCES,
  type ImportSource,
  type ImportSourceName,
} from '../../workload/import/sources.js';
import { EXIT } from '../shared/exit-code.js';
import type { OptionsOf } from '../shared/options.js';
import { tellingReading } from '../shared/progress.js';
import type { importCommand } from './import.js';

type ImportCommandOptions = OptionsOf<typeof importCommand>;

/**
 * Writes the scenario of exported files; without files prints how to export them, without a source which there are.
 * @throws TraceError when a file is not what its source writes
 */
export async function importFiles(
  name: ImportSourceName | undefined,
  files: readonly string[],
  options: ImportCommandOptions,
): Promise<number> {
  if (name === undefined) {
    const lines = IMPORT_SOURCE_NAMES.map((each) => `${each.padEnd(20)}${IMPORT_SOURCES[each].summary}`);
    process.stdout.write(`Sources, as in: neap import pg-stat-statements\n\n${lines.join('\n')}\n`);
    return EXIT.done;
  }
  const source: ImportSource = IMPORT_SOURCES[name];
  if (files.length === 0) {
    printCommand(name, source, options);
    return EXIT.done;
  }
  const { scenario } = options;
  if (options.force !== true && existsSync(scenario)) {
    return refuse(`${scenario} exists already; name another with --scenario, or add --force`);
  }
  for (const file of files) {
    if (isInput(file)) return refuse(`${file} is given twice, and its queries would count twice`);
    noteInput(file);
  }
  const said = {
    queries_per_request: options.queriesPerRequest,
    interval_seconds: options.interval,
    value: options.value,
    per: options.per,
    kind: options.kind,
    scale: options.scale,
    vcpu: options.vcpu,
    keep_text: options.keepText === true,
  };
  const heard = new Set<string | symbol>();
  const listening = new Proxy(said, { get: (all, key) => heard.add(key) && Reflect.get(all, key) });
  const imported = await tellingReading(options.quiet === true, () => source.read(files, listening));
  const given = Object.entries(said).filter(([, value = 1]) => value !== 1 && value !== false);
  const [unheard] = given.find(([key]) => !heard.has(key)) ?? [];
  if (unheard !== undefined) {
    const flag = `--${unheard.replace('_seconds', '').replaceAll('_', '-')}`;
    return refuse(`${flag} changes nothing about these files of ${name}; leave it out`);
  }
  await write(imported, name, scenario);
  const found = imported.findings.map(({ what, certainty }) => `  ${certainty.padEnd(9)} ${what}`);
  const notes = imported.warnings.map((warning) => `  note      ${warning}`);
  process.stdout.write(
    `${[...found, ...notes].join('\n')}\n\nwrote ${scenario}; next: ${commandLine(['run', scenario])}\n`,
  );
  return EXIT.done;
}

function refuse(problem: string): number {
  process.stderr.write(`neap import: ${problem}\n`);
  return EXIT.input;
}

function printCommand(name: ImportSourceName, source: ImportSource, options: ImportCommandOptions): void {
  const command = source.command({
    project_id: options.projectId,
    org_id: options.orgId,
    id: options.id,
    keep_text: options.keepText === true,
  });
  process.stdout.write(`# ${source.summary}\n${command}\n\n# then: neap import ${name} FILE...\n`);
}

async function write(imported: Imported, source: ImportSourceName, scenario: string): Promise<void> {
  const stem = basename(scenario).replace(/\.(?:ya?ml|json)$/i, '');
  const recorded = imported.loads.filter(({ traffic }) => traffic.kind !== 'rate');
  const recordings = new Map(
    recorded.map(({ name }) => [name, recorded.length === 1 ? `${stem}.csv` : `${stem}-${name}.csv`]),
  );
  const text = importedScenarioText({ name: stem, source, imported, recordings });
  const directory = ResultDirectory.open(dirname(scenario), [basename(scenario), ...recordings.values()]);
  try {
    for (const { name, traffic } of recorded) {
      await pipeline(Readable.from(rows(traffic)), createWriteStream(directory.path(recordings.get(name)!)));
    }
    const written = directory.path(basename(scenario));
    writeFileSync(written, text);
    // What is written must be valid and its recordings be read as they were meant.
    await parseScenario(text, { directory: dirname(written) });
    directory.commit();
  } catch (error) {
    directory.discard();
    throw error;
  }
}

const ROWS_A_CHUNK = 4096;

/** The recording as CSV, in chunks: Unix times to the microsecond. */
function* rows(traffic: ImportedTraffic): Generator<string> {
  if (traffic.kind === 'rate') return;
  const { times } = traffic;
  const values = traffic.kind === 'arrivals' ? undefined : traffic.values;
  yield values === undefined ? 'time\n' : 'time,value\n';
  for (let from = 0; from < times.length; from += ROWS_A_CHUNK) {
    const lines: string[] = [];
    for (let i = from; i < Math.min(from + ROWS_A_CHUNK, times.length); i++) {
      const time = times[i]!.toFixed(6).replace(/\.?0+$/, '');
      lines.push(values === undefined ? time : `${time},${values[i]}`);
    }
    yield `${lines.join('\n')}\n`;
  }
}
