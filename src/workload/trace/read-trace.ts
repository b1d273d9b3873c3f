import { openText } from './layout/open-text.js';
import { playedOf } from './play-reading.js';
import { namingFile } from './reading/question.js';
import { readFleet, readTable } from './table/read-table.js';
import type { PlayedTrace, TraceSelection } from './trace.js';

/**
 * Reads the traces that a scenario names: one, or one for each tenant of a fleet.
 * @param chunks the text of the selection's file
 * @throws TraceError if a file cannot be read, or can be read in several ways
 */
export function readTraces(
  selection: TraceSelection,
  chunks: AsyncGenerator<string>,
): Promise<readonly PlayedTrace[]> {
  const { file, values } = selection;
  return namingFile(file, 'key', async () => {
    const text = await openText(file, chunks);
    const readings =
      values === undefined
        ? [await readTable(text, selection)]
        : await readFleet(text, { ...selection, from: selection.from ?? 0 }, values);
    return readings.map((reading) => playedOf(reading, selection));
  });
}
