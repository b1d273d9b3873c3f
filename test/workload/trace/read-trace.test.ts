import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { TraceError } from '../../../src/workload/trace/reading/trace-error.js';
import type { TraceSelection } from '../../../src/workload/trace/trace.js';
import { expected } from '../../expected.js';
import { readTrace, selection, traceFolder } from './trace-files.js';

interface Row {
  readonly rule: string;
  readonly text?: string;
  readonly bytes?: readonly number[];
  readonly select?: Partial<TraceSelection>;
  readonly times?: readonly number[];
  readonly values?: readonly number[];
  readonly width?: number;
  /** The moment of the first row; `none` in a file with offsets. */
  readonly origin?: string;
  readonly warnings?: readonly unknown[];
  readonly refused?: string;
  readonly line?: number;
}

const write = traceFolder();
const ROWS: readonly Row[] = parse(readFileSync(new URL('traces.yaml', import.meta.url), 'utf8'), {
  merge: true,
});
const sentence = ({ rule, refused }: Row) =>
  refused === undefined ? `a trace is read as in the table: ${rule}` : `a trace is refused: ${rule}`;

it.each(ROWS.map((row) => [sentence(row), row] as const))('%s', async (_, row) => {
  const file = write(row.text ?? Uint8Array.from(row.bytes!));
  const reading = readTrace(selection(file, row.select));
  if (row.refused !== undefined) {
    const error: unknown = await reading.catch((reason: unknown) => reason);
    if (!(error instanceof TraceError)) throw new Error(`expected a TraceError, got ${String(error)}`);
    expect(error.message.startsWith(`${file}:${row.line ?? ''}`)).toBe(true);
    expect(error.reason).toContain(row.refused);
    return;
  }
  const { times_seconds, values, width_seconds, origin_epoch_seconds, warnings } = await reading;
  if (row.times !== undefined)
    expect([...times_seconds]).toEqual(row.times.map((at) => expect.closeTo(at, 12)));
  if (row.values !== undefined) expect([...values]).toEqual(row.values);
  if (row.width !== undefined) expect(width_seconds).toBe(row.width);
  if (row.origin !== undefined) {
    expect(origin_epoch_seconds).toBe(row.origin === 'none' ? undefined : Date.parse(row.origin) / 1000);
  }
  if (row.warnings !== undefined) expect(warnings).toEqual(expected(row.warnings));
});

it('a missing file or a folder is refused', async () => {
  await expect(readTrace(selection('/no/such/requests.csv'))).rejects.toThrow(
    '/no/such/requests.csv: no such file; check the path',
  );
  const folder = write('x').replace(/[^/\\]+$/, '');
  await expect(readTrace(selection(folder))).rejects.toThrow('this is a folder');
});
