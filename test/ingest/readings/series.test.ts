import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import { called } from '../../cli/command.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { type Row, readRows } from './rows.js';

/** A series as users export it: read as intended, asked about, or refused. */
interface Series extends Row {
  readonly options?: readonly string[];
  /** The expected counts if not those of the plain table; gaps are null. */
  readonly counts?: readonly (number | null)[];
  /** The first interval if not the default; null in a file without timestamps. */
  readonly from?: string | null;
  /** Seconds of an interval if not five minutes. */
  readonly interval?: number;
}

const folder = temporaryFolder();
const TABLE = readRows<Series>('series.yaml');
const COUNTS = [12, 7, 0, 3, 950, 1097, 1204, 15, 8, 20, 31, 2];
const plain = TABLE[0]!.content;
const packed = gzipSync(plain);
/** The plain table, compressed with `zstd -19 --check`. */
const ZSTD = Buffer.from(
  'KLUv/WQzAEUDAOKEDxKQzwFg44b5/glso02kjrvDpwSAw/pT73hzn5PeJucd6NtvdB79r2nesNKv+mIvCp/BpLPV2GSAj9HZnqMB' +
    'FqgQkMj2fwMgZwLHARCCE589W/s6jfJ11H4S6U8eKpLSpFd1VDUF7pIMKw==',
  'base64',
);
const changed = Buffer.from(packed);
changed[40]! ^= 0xff;
const late = Array.from({ length: 220 }, (_, i) => `${300 * i},${i < 210 ? 50 : 180}\n`);
const halves = [gzipSync(plain.slice(0, 200)), gzipSync(plain.slice(200))] as const;

/** Bytes that no table of text can hold. */
const BYTES: readonly (readonly [name: string, content: string | Uint8Array, says?: string])[] = [
  ['CRLF', plain.replaceAll('\n', '\r\n')],
  ['carriage returns alone', plain.replaceAll('\n', '\r')],
  ['carriage returns twice', plain.replaceAll('\n', '\r\r\n')],
  ['line ends of two systems', plain.replace('950\n', '950\r\n')],
  ['a carriage return within a line', plain.replace(',950\n', ',950\r'), '3 fields'],
  ['a byte order mark', `\uFEFF${plain}`],
  ['a byte order mark within gzip', gzipSync(`\uFEFF${plain}`)],
  ['a byte order mark before a quoted header', `\uFEFF${plain.replace('timestamp', '"timestamp"')}`],
  ['UTF-16', Buffer.from(`\uFEFF${plain}`, 'utf16le')],
  ['UTF-16, the other byte first', Buffer.from(`\uFEFF${plain}`, 'utf16le').swap16()],
  ['UTF-16 without a mark', Buffer.from(plain, 'utf16le')],
  ['UTF-16 without a mark, the other byte first', Buffer.from(plain, 'utf16le').swap16()],
  ['gzip', packed],
  ['gzip of an empty file', gzipSync(''), 'empty'],
  ['two gzip files joined', Buffer.concat(halves)],
  [
    'two gzip files with other bytes between',
    Buffer.concat([halves[0], Buffer.from('XX'), halves[1]]),
    'damaged',
  ],
  ['a gzip file padded with zeros, as tapes have', Buffer.concat([packed, Buffer.alloc(512)])],
  ['a truncated gzip file', packed.subarray(0, 60), 'damaged'],
  ['a gzip file without its end', packed.subarray(0, -8), 'damaged'],
  ['a gzip file with one changed byte', changed, 'damaged'],
  ['zstd', ZSTD],
  ['two zstd files joined', Buffer.concat([ZSTD, ZSTD]), 'repeat the time'],
  ['a zstd file with another checksum', Buffer.concat([ZSTD.subarray(0, -1), Buffer.from('X')]), 'damaged'],
  ['a zstd file with other bytes behind it', Buffer.concat([ZSTD, Buffer.from('XX')]), 'damaged'],
  ['a truncated zstd file', ZSTD.subarray(0, ZSTD.length - 30), 'damaged'],
  ['a header of 100 kB', plain.replaceAll(/(?<=.)$/gm, ',"a column of notes"'.repeat(5000))],
  ['a zero byte far down', `${plain}${'\n'.repeat(70_000)}2026-01-05T01:00:00Z,\x005\n`, 'not a number'],
  ['a level that exceeds one CPU late in the file', `offset_s,cpu\n${late.join('')}`, '--scale 0.5'],
];

type Content = Omit<Series, 'text'> & { readonly content: string | Uint8Array };
const ALL: readonly Content[] = [
  ...TABLE,
  ...BYTES.map(([name, content, says]) => ({ name, content, ...(says !== undefined && { says }) })),
];
const sentence = ({ name, says }: Content) =>
  says === undefined ? `a series is read with ${name}` : `"${says}" answers a series with ${name}`;

it('the table has more than two hundred series', () => expect(ALL.length).toBeGreaterThan(200));

it.each(ALL.map((series, index) => [sentence(series), series, index] as const))(
  '%s',
  async (_, {
    content,
    options = [],
    says,
    from = '2026-01-05T00:00:00Z',
    interval = 300,
    counts,
  }, index) => {
    const file = join(folder, `trace-${index}.csv`);
    writeFileSync(file, content);
    const scenario = join(folder, `scenario-${index}.yaml`);
    const { status, stdout, stderr } = await called([
      'trace',
      file,
      '--json',
      '--write',
      scenario,
      ...options,
    ]);
    if (says !== undefined) {
      expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining(says)]);
      expect(stderr.startsWith(file)).toBe(true);
      return;
    }
    expect(stderr).toBe('');
    expect(JSON.parse(stdout).from).toBe(from);
    const right = (counts ?? COUNTS).map((count) => Number((count ?? 0).toFixed(6)));
    expect(await played(readFileSync(scenario, 'utf8'), interval)).toEqual(right);
  },
);

/** The counts of each interval from the beginning on, as the written scenario plays them. */
async function played(scenario: string, interval: number): Promise<readonly number[]> {
  const { load } = await parseScenario(scenario, { directory: folder });
  const { process } = load[0]!;
  if (process.kind !== 'counts') throw new Error(`expected counts, got ${process.kind}`);
  expect(process.width_seconds).toBe(interval);
  const counts = new Array<number>(COUNTS.length).fill(0);
  process.starts_seconds.forEach((start, i) => {
    counts[Math.round(start / interval)] = Number(process.counts[i]!.toFixed(6));
  });
  return counts;
}
