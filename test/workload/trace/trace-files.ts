import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { textChunks } from '../../../src/workload/trace/layout/text-chunks.js';
import { readTraces } from '../../../src/workload/trace/read-trace.js';
import type { TraceSelection } from '../../../src/workload/trace/trace.js';
import { temporaryFolder } from '../../temporary-folder.js';

const RECORDED = fileURLToPath(new URL('../../data/', import.meta.url));

/** Path of a recorded trace. */
export function recorded(name: string): string {
  return join(RECORDED, name);
}

/** A folder for the small files of one test file, removed after its tests. */
export function traceFolder(): (content: string | Uint8Array, name?: string) => string {
  const folder = temporaryFolder();
  let written = 0;
  return (content, name) => {
    written += 1;
    const file = join(folder, name ?? `trace-${written}.csv`);
    writeFileSync(file, content);
    return file;
  };
}

/** A selection of the whole file, as counts without repeated times. */
export function selection(file: string, changes: Partial<TraceSelection> = {}): TraceSelection {
  return { file, kind: 'counts', shift_seconds: 0, repeat: 1, duplicates: 'error', ...changes };
}

export async function readTrace(chosen: TraceSelection) {
  const [trace] = await readTraces(chosen, textChunks(chosen.file));
  return trace!;
}

/** The sum of a trace's values. */
export function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
