import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { ingest } from '../../../src/ingest/ingest.js';
import type { ImportOptions } from '../../../src/ingest/recording/import-options.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { type Row, readRows } from './rows.js';

/** The correct result of reading a file, or a part of the question or refusal. */
interface Right {
  /** Number of queries, per second of a rate, or the mean of a level. */
  readonly total?: number;
  readonly kind?: 'counts' | 'level' | 'arrivals' | 'rate';
  readonly from?: string;
  readonly seconds?: number;
  /** Seconds from the beginning to single queries, by their index. */
  readonly times?: Readonly<Record<number, number>>;
  readonly says?: string;
  readonly options?: Partial<ImportOptions>;
  /** The totals of each load if the file is a fleet. */
  readonly fleet?: readonly number[];
}

async function read(file: string, { options, fleet }: Right) {
  const all = { queries_per_request: 1, vcpu: undefined, ...options };
  return (await ingest([file], all, undefined, fleet !== undefined)).imported;
}

async function check(file: string, right: Right) {
  if (right.says !== undefined) {
    await expect(read(file, right)).rejects.toThrow(right.says);
    return;
  }
  const { traffic } = (await read(file, right)).loads[0]!;
  if (traffic.kind === 'rate') {
    expect(traffic.per_second).toBeCloseTo(right.total!, 6);
    expect(right.kind ?? 'rate').toBe('rate');
    return;
  }
  const [{ kind, total, from, to, times }] = traffic.readings as [(typeof traffic.readings)[0]];
  expect({ kind, from, seconds: to - from }).toMatchObject({
    ...(right.kind && { kind: right.kind }),
    ...(right.from && { from: Date.parse(right.from) / 1000 }),
    ...(right.seconds && { seconds: right.seconds }),
  });
  for (const [index, at] of Object.entries(right.times ?? {})) expect(times[Number(index)]! - from).toBe(at);
  if (right.total !== undefined) expect(total).toBeCloseTo(right.total, 6);
  if (right.fleet !== undefined) expect(traffic.readings.map((each) => each.total)).toEqual(right.fleet);
}

/** Example files from the field. */
const FILES = fileURLToPath(new URL('../files/', import.meta.url));
const FIELD: readonly (Right & { readonly file: string })[] = parse(
  readFileSync(new URL('field-files.yaml', import.meta.url), 'utf8'),
).rows;

it.each(FIELD.map((row) => [row.file, row] as const))(
  'a file from the field is read, asked about or refused as in the table: %s',
  (file, row) => check(`${FILES}${file}`, row),
);

it('every field file has a row in the table', () => {
  const listed = new Set(FIELD.map(({ file }) => file));
  expect(readdirSync(FILES).filter((file) => !listed.has(file))).toEqual([]);
});

it('an access log is read with its static files, and a note that each request counts as a query', async () => {
  const { findings } = await read(`${FILES}static-files.log`, {});
  const said = findings.map(({ certainty, what }) => `${certainty}: ${what}`);
  expect(said).toContain('guessed: one query per request');
  expect(said.some((one) => one.includes('static files'))).toBe(true);
});

/** Exports of spreadsheets, consoles, monitoring systems and collectors, and formats of logs. */
const folder = temporaryFolder();
const EXPORTS: readonly (Right & {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly bytes?: boolean;
})[] = [
  ...readRows<Row & Right>('exports.yaml'),
  ...readRows<Row & Right>('held-files.yaml'),
  { name: 'a packed table', content: gzipSync('time,requests\n2026-01-05,5\n2026-01-06,7\n'), total: 12 },
];

it.each(EXPORTS.map((row, index) => [row.name, row, index] as const))(
  'a file is read, asked about or refused as in the table: %s',
  async (_, row, index) => {
    const file = join(folder, `export of ${index}`);
    writeFileSync(file, row.content, row.bytes === true ? 'latin1' : 'utf8');
    await check(file, row);
  },
);
