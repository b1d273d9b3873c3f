import { createWriteStream, existsSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ResultDirectory, ResultDirectoryError } from '../../files/result-directory.js';
import { parseScenario } from '../../scenario/load-scenario.js';
import type { Imported } from '../recording/imported.js';
import { importedScenarioText } from './imported-scenario.js';
import { recordingRows } from './recording-rows.js';

/** What is wrong with a path to write a scenario or recording to. */
export function existingProblem(path: string): string | undefined {
  return existsSync(path) ? `${path} exists already; name another scenario with --write` : undefined;
}

export function scenarioName(file: string): string {
  return basename(file).replace(/\.(?:ya?ml|json)$/i, '');
}

/** Writes a scenario, and its recordings as CSV next to it: all of them or none. @param form kind of the files */
export async function writeImported(imported: Imported, form: string, scenario: string): Promise<void> {
  const stem = scenarioName(scenario);
  const recorded = imported.loads.flatMap(({ name, traffic }) =>
    traffic.kind === 'recorded' ? [{ name, traffic }] : [],
  );
  const recordings = new Map(
    recorded.map(({ name }) => [name, `${stem}-${recorded.length === 1 ? 'recording' : name}.csv`]),
  );
  for (const recording of recordings.values()) {
    const problem = existingProblem(join(dirname(scenario), recording));
    if (problem !== undefined) throw new ResultDirectoryError(problem);
  }
  const text = importedScenarioText({ name: stem, form, imported, recordings });
  const directory = ResultDirectory.open(dirname(scenario), [basename(scenario), ...recordings.values()]);
  try {
    for (const { name, traffic } of recorded) {
      const file = createWriteStream(directory.path(recordings.get(name)!));
      await pipeline(Readable.from(recordingRows(traffic.readings)), file);
    }
    const written = directory.path(basename(scenario));
    writeFileSync(written, text);
    // What is written must be valid, and its recordings must be read as they were meant.
    await parseScenario(text, { directory: dirname(written) });
    directory.commit();
  } catch (error) {
    directory.discard();
    throw error;
  }
}
