import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { allMoments } from '../../../src/workload/moments/packed-moments.js';
import { readTraceFile } from '../../../src/workload/trace/read/read-trace.js';
import type { TraceSelection } from '../../../src/workload/trace/trace.js';

const RECORDED = fileURLToPath(new URL('../../data/', import.meta.url));

/** Path of a recorded trace. */
export function recorded(name: string): string {
  return join(RECORDED, name);
}

/** A folder for the small files of one test file; removed when its tests are over. */
export function traceFolder(): (content: string | Uint8Array, name?: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'neap-trace-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let written = 0;
  return (content, name) => {
    written += 1;
    const file = join(folder, name ?? `trace-${written}.csv`);
    writeFileSync(file, content);
    return file;
  };
}

/** A selection of the whole file, as counts that may not repeat a time. */
export function selection(file: string, changes: Partial<TraceSelection> = {}): TraceSelection {
  return {
    file,
    time: undefined,
    value: undefined,
    kind: 'counts',
    scale: 1,
    shift_seconds: 0,
    from: undefined,
    to: undefined,
    repeat: 1,
    interval_seconds: undefined,
    counter: undefined,
    per: undefined,
    values: undefined,
    gaps: 'keep',
    duplicates: 'error',
    ...changes,
  };
}

/** A trace as a file has it, its moments not packed: those of a part of a file, all of it or not, never are. */
export async function readTrace(chosen: TraceSelection) {
  const from = chosen.from ?? (chosen.kind === 'arrivals' ? 0 : undefined);
  const { trace } = await readTraceFile({ ...chosen, from });
  return { ...trace, times_seconds: allMoments(trace.times_seconds) };
}

/** The sum of a trace's values. */
export function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
