import { gzipSync } from 'node:zlib';

/** The expected result of every valid table: counts of five minutes from 2026-01-05T00:00:00Z. */
export const COUNTS = [12, 7, 0, 3, 950, 1097, 1204, 15, 8, 20, 31, 2] as const;
export const BEGIN_SECONDS = Date.UTC(2026, 0, 5) / 1000;

const STEP = 300;
export const TIMES = COUNTS.map((_, i) => BEGIN_SECONDS + i * STEP);
export const ISO = TIMES.map((time) => `${new Date(time * 1000).toISOString().slice(0, 19)}Z`);
let running = 0;
const SUMS = COUNTS.map((count) => {
  running += count;
  return running;
});

/** A series as users export it: read as intended, asked about, or refused. */
export interface DirtySeries {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly options?: readonly string[];
  /** The expected counts if not all are found; gaps are `undefined`. */
  readonly counts?: readonly (number | undefined)[];
  /** Unix seconds of the first interval, if not the default. */
  readonly begin?: number;
  /** Width of an interval, if it is not five minutes. */
  readonly interval?: number;
  /** Whether the file has no timestamps. */
  readonly offsets?: true;
  /** A part of the question, or of the refusal. */
  readonly refused?: string;
}

export const rows = (header: string, row: (i: number) => string, end = '\n') =>
  [header, ...COUNTS.map((_, i) => row(i))].join(end) + end;
export const grouped = (count: number, mark: string) => String(count).replace(/\B(?=(\d{3})+$)/, mark);
export const plain = rows('timestamp,requests', (i) => `${ISO[i]},${COUNTS[i]}`);
const excel = (time: number, digits: number) => (time / 86_400 + 25_569).toFixed(digits);
/** A counter's rows: one more than there are counts. */
const counterRows = (name: string, from: number, reset_at = 99) => {
  const lines = Array.from({ length: COUNTS.length + 1 }, (_, i) => {
    const whole = i === 0 ? 0 : SUMS[i - 1]!;
    const value = i < reset_at ? from + whole : whole - SUMS[reset_at - 2]!;
    return `${new Date((BEGIN_SECONDS + i * STEP) * 1000).toISOString()},${value}`;
  });
  return `timestamp,${name}\n${lines.join('\n')}\n`;
};
const holed = (hole: string, at: readonly number[]) =>
  rows('timestamp,requests', (i) => `${ISO[i]},${at.includes(i) ? hole : COUNTS[i]}`);
const without = (at: readonly number[]) => COUNTS.map((count, i) => (at.includes(i) ? undefined : count));

/** The plain series, compressed with `zstd -19 --check`. */
const ZSTD = Buffer.from(
  'KLUv/WQzAEUDAOKEDxKQzwFg44b5/glso02kjrvDpwSAw/pT73hzn5PeJucd6NtvdB79r2nesNKv+mIvCp/BpLPV2GSAj9HZnqMB' +
    'FqgQkMj2fwMgZwLHARCCE589W/s6jfJ11H4S6U8eKpLSpFd1VDUF7pIMKw==',
  'base64',
);

const LINE_ENDS: readonly DirtySeries[] = [
  { name: 'as it should be', content: plain },
  { name: 'CRLF', content: plain.replaceAll('\n', '\r\n') },
  { name: 'carriage returns alone', content: plain.replaceAll('\n', '\r') },
  { name: 'no last line end', content: plain.trimEnd() },
  { name: 'blank lines between', content: plain.replaceAll('\n', '\n\n') },
  { name: 'byte order mark', content: `\uFEFF${plain}` },
  { name: 'gzip', content: gzipSync(plain) },
  {
    name: 'two gzip files joined',
    content: Buffer.concat([gzipSync(plain.slice(0, 100)), gzipSync(plain.slice(100))]),
  },
  { name: 'a truncated gzip file', content: gzipSync(plain).subarray(0, 60), refused: 'damaged' },
  { name: 'zstd', content: ZSTD },
  { name: 'two zstd files joined', content: Buffer.concat([ZSTD, ZSTD]), refused: 'repeat the time' },
  { name: 'a truncated zstd file', content: ZSTD.subarray(0, ZSTD.length - 30), refused: 'damaged' },
  { name: 'UTF-16', content: Buffer.from(`\uFEFF${plain}`, 'utf16le') },
  { name: "a spreadsheet's sep= line", content: `sep=;\n${plain.replaceAll(',', ';')}` },
];

const COLUMNS: readonly DirtySeries[] = [
  { name: 'a trailing separator', content: plain.replaceAll('\n', ',\n') },
  { name: 'an extra field in one row', content: plain.replace(',950\n', ',950,7\n'), refused: '3 fields' },
  {
    name: 'a field too few in a row',
    content: rows('timestamp,host,requests', (i) => (i === 4 ? `${ISO[i]},950` : `${ISO[i]},a,${COUNTS[i]}`)),
    refused: '2 fields',
  },
  {
    name: 'an unquoted comma between thousands',
    content: rows('timestamp,requests', (i) => `${ISO[i]},${grouped(COUNTS[i]!, ',')}`),
    refused: '3 fields',
  },
  {
    name: 'other columns of words',
    content: rows('host,timestamp,requests,zone', (i) => `a,${ISO[i]},${COUNTS[i]},eu`),
  },
  {
    name: 'an id before the time',
    content: rows('id,timestamp,requests', (i) => `${1_700_000_000 + i},${ISO[i]},${COUNTS[i]}`),
  },
  {
    name: 'row numbers before the time',
    content: rows('#,timestamp,requests', (i) => `${i + 1},${ISO[i]},${COUNTS[i]}`),
  },
  {
    name: 'row numbers instead of a time',
    content: rows('n,x', (i) => `${i + 1},${COUNTS[i]}`),
    refused: 'numbers the rows',
  },
  {
    name: 'ids instead of a time',
    content: rows('id,calls', (i) => `${((i * 7919 * 104_729) % 97) + 1_500_000_000_000},${COUNTS[i]}`),
    refused: 'no column holds the time',
  },
  {
    name: 'ids without a header',
    content: COUNTS.map((count, i) => `${((i * 48_271) % 233) * 7_919_000_111 + 11},${count}`).join('\n'),
    refused: 'no column holds the time',
  },
  {
    name: 'two columns of counts',
    content: rows('timestamp,a,b', (i) => `${ISO[i]},${COUNTS[i]},${COUNTS[i]}`),
    refused: '--value a',
  },
  {
    name: 'two columns, one chosen',
    content: rows('timestamp,a,b', (i) => `${ISO[i]},1,${COUNTS[i]}`),
    options: ['--value', 'b', '--kind', 'counts'],
  },
  {
    name: 'a duration instead of a count',
    content: rows('timestamp,duration_ms', (i) => `${ISO[i]},${COUNTS[i]}`),
    refused: 'something other than queries',
  },
  {
    name: 'single queries with a number',
    content: `timestamp,value\n${[0, 1, 7, 20, 22, 61, 99].map((s) => `2026-01-05T00:01:${String(s % 60).padStart(2, '0')}Z,${s}`).join('\n')}\n`,
    refused: '--kind arrivals',
  },
  { name: 'a row of totals', content: `${plain}Total,3349\n` },
  { name: 'a header in the middle', content: plain + plain, refused: 'repeat the time' },
];

const NUMBERS: readonly DirtySeries[] = [
  {
    name: 'commas between thousands, quoted',
    content: rows('timestamp,requests', (i) => `${ISO[i]},"${grouped(COUNTS[i]!, ',')}"`),
  },
  {
    name: 'dots between thousands',
    content: rows('timestamp;requests', (i) => `${ISO[i]};${grouped(COUNTS[i]!, '.')}`),
    refused: '--decimal .',
  },
  {
    name: 'spaces between thousands',
    content: rows('timestamp;requests', (i) => `${ISO[i]};${grouped(COUNTS[i]!, ' ')}`),
  },
  {
    name: 'narrow no-break spaces between thousands',
    content: rows('timestamp;requests', (i) => `${ISO[i]};${grouped(COUNTS[i]!, '\u202f')}`),
  },
  {
    name: 'apostrophes between thousands',
    content: rows('timestamp;requests', (i) => `${ISO[i]};${grouped(COUNTS[i]!, "'")}`),
  },
  { name: 'a decimal comma', content: rows('timestamp;requests', (i) => `${ISO[i]};${COUNTS[i]},0`) },
  {
    name: 'a decimal comma that shows late',
    content: rows('timestamp;requests', (i) => `${ISO[i]};${i < 11 ? '1,250' : '0,5'}`),
    counts: [...Array(11).fill(1.25), 0.5],
  },
  {
    name: 'one comma in every number',
    content: rows('timestamp;requests', (i) => `${ISO[i]};1,${250 + i}`),
    refused: '--decimal .',
  },
  {
    name: 'with and without separators',
    content: rows('timestamp;requests', (i) => `${ISO[i]};${i === 5 ? '1,097' : COUNTS[i]}`),
    refused: '--decimal ,',
  },
  {
    name: 'exponents',
    content: rows('timestamp,requests', (i) => `${ISO[i]},${COUNTS[i]!.toExponential()}`),
  },
  { name: 'a unit of counts', content: rows('timestamp,requests', (i) => `${ISO[i]},${COUNTS[i]} req`) },
  {
    name: 'a rate a second in the cells',
    content: rows('Time,web', (i) => `${ISO[i]},${COUNTS[i]! / 300} req/s`),
  },
  {
    name: 'a rate a minute in the cells',
    content: rows('Time,web', (i) => `${ISO[i]},${COUNTS[i]! / 5} req/min`),
  },
  {
    name: 'thousands as K, one of them',
    content: rows(
      'Time,requests',
      (i) => `${ISO[i]},${COUNTS[i]! > 999 ? `${COUNTS[i]! / 1000} K` : COUNTS[i]}`,
    ),
  },
  {
    name: 'bytes a second',
    content: rows('Time,web', (i) => `${ISO[i]},${COUNTS[i]} MB/s`),
    refused: 'something other than queries',
  },
  {
    name: 'milliseconds',
    content: rows('Time,web', (i) => `${ISO[i]},${COUNTS[i]} ms`),
    refused: 'something other than queries',
  },
  {
    name: 'a unit in some rows',
    content: rows('Time,web', (i) => `${ISO[i]},${COUNTS[i]}${i > 5 ? ' req/s' : ''}`),
    refused: 'different units',
  },
  {
    name: 'a column named like a rate',
    content: rows('timestamp,rps', (i) => `${ISO[i]},${COUNTS[i]! / 300}`),
  },
  {
    name: 'a column named rate',
    content: rows('timestamp,web_rate', (i) => `${ISO[i]},${COUNTS[i]}`),
    refused: '--per second',
  },
  {
    name: 'a column named rate, said what of',
    content: rows('timestamp,web_rate', (i) => `${ISO[i]},${COUNTS[i]! / 5}`),
    options: ['--per', 'minute'],
  },
  {
    name: 'a negative count',
    content: rows('timestamp,requests', (i) => `${ISO[i]},${COUNTS[i]! - 1}`),
    refused: 'below 0',
  },
  {
    name: 'hexadecimal',
    content: rows('timestamp,requests', (i) => `${ISO[i]},0x${COUNTS[i]!.toString(16)}`),
    refused: 'different units',
  },
];

const COUNTERS: readonly DirtySeries[] = [
  { name: 'a counter by its name', content: counterRows('http_requests_total', 0) },
  { name: 'a counter of a database', content: counterRows('pg_stat_database_xact_commit', 16_600_000) },
  { name: 'a counter far above 0', content: counterRows('requests', 16_600_000) },
  { name: 'a counter with a restart', content: counterRows('xact_commit', 50_000, 7) },
  {
    name: 'a rise that may be a counter',
    content: rows('timestamp,requests', (i) => `${ISO[i]},${SUMS[i]}`),
    refused: '--counter false',
  },
  {
    name: 'a rise that is none, as said',
    content: rows('timestamp,requests', (i) => `${ISO[i]},${SUMS[i]}`),
    options: ['--counter', 'false'],
    counts: SUMS,
  },
  { name: 'a counter, as said', content: counterRows('requests', 0), options: ['--counter', 'true'] },
];

const GAPS: readonly DirtySeries[] = [
  { name: 'empty cells', content: holed('', [2, 7]), counts: without([2, 7]) },
  { name: 'NaN', content: holed('NaN', [2, 7]), counts: without([2, 7]) },
  { name: 'null', content: holed('null', [4]), counts: without([4]) },
  { name: 'a dash', content: holed('-', [4]), counts: without([4]) },
  {
    name: 'empty cells as zeros',
    content: holed('', [2, 7]),
    options: ['--gaps', 'zero'],
    counts: COUNTS.map((count, i) => (i === 7 ? 0 : count)),
  },
  {
    name: 'empty cells refused',
    content: holed('', [2, 7]),
    options: ['--gaps', 'refuse'],
    refused: 'have no value',
  },
  {
    name: 'no value anywhere',
    content: holed(
      '',
      COUNTS.map((_, i) => i),
    ),
    options: ['--kind', 'counts', '--value', 'requests'],
    refused: 'no row has a value',
  },
  {
    name: 'rows left out',
    content: plain
      .split('\n')
      .filter((_, i) => i !== 5)
      .join('\n'),
    counts: without([4]),
  },
];

const TIMES_WRITTEN: readonly DirtySeries[] = [
  {
    name: "a spreadsheet's serial dates",
    content: rows('date,requests', (i) => `${excel(TIMES[i]!, 10)},${COUNTS[i]}`),
  },
  {
    name: 'serial dates of few digits',
    content: rows('Time,requests', (i) => `${excel(TIMES[i]!, 5)},${COUNTS[i]}`),
  },
  {
    name: 'serial dates without a name',
    content: rows('x,requests', (i) => `${excel(TIMES[i]!, 8)},${COUNTS[i]}`),
    refused: '--time-format excel',
  },
  {
    name: 'dates as plain digits',
    content: rows('day,requests', (i) => `202601${String(i + 1).padStart(2, '0')},${COUNTS[i]}`),
    begin: Date.UTC(2026, 0, 1) / 1000,
    interval: 86_400,
  },
  {
    name: 'minutes as plain digits',
    content: rows(
      'time,requests',
      (i) =>
        `20260105${String(Math.floor(i / 12)).padStart(2, '0')}${String((i * 5) % 60).padStart(2, '0')},${COUNTS[i]}`,
    ),
  },
  {
    name: 'day and month in an unclear order',
    content: rows('time,requests', (i) => `05/01/2026 00:${String(i * 5).padStart(2, '0')},${COUNTS[i]}`),
    refused: '--dates dmy',
  },
  {
    name: 'date and time of day in separate columns',
    content: rows(
      'date,time,requests',
      (i) => `2026-01-05,00:${String(i * 5).padStart(2, '0')}:00,${COUNTS[i]}`,
    ),
  },
  {
    name: 'a time of day past midnight',
    content: rows(
      'time,requests',
      (i) => `${i < 6 ? '23' : '00'}:${String((i * 5 + 30) % 60).padStart(2, '0')}:00,${COUNTS[i]}`,
    ),
    refused: 'need the date',
  },
  {
    name: 'some times with a zone',
    content: rows('timestamp,requests', (i) => `${i > 5 ? ISO[i] : ISO[i]!.slice(0, -1)},${COUNTS[i]}`),
    refused: 'time zone',
  },
  {
    name: 'another zone after a change of clocks',
    content: rows(
      'timestamp,requests',
      (i) =>
        `${i > 5 ? ISO[i]!.replace('Z', '+00:00') : `${new Date((TIMES[i]! + 3600) * 1000).toISOString().slice(0, 19)}+01:00`},${COUNTS[i]}`,
    ),
  },
  {
    name: 'Unix milliseconds by their name',
    content: rows('time_ms,requests', (i) => `${TIMES[i]! * 1000},${COUNTS[i]}`),
  },
  {
    name: 'offsets in milliseconds by their name',
    content: rows('time_ms,requests', (i) => `${i * STEP * 1000},${COUNTS[i]}`),
    offsets: true,
  },
  {
    name: 'offsets in minutes by their name',
    content: rows('minute,requests', (i) => `${i * 5},${COUNTS[i]}`),
    offsets: true,
  },
  {
    name: 'hours that restart from 0',
    content: rows('hour,requests', (i) => `${(i + 20) % 24},${COUNTS[i]}`),
    refused: 'need the date',
  },
  {
    name: 'from the last to the first',
    content: `timestamp,requests\n${COUNTS.map((count, i) => `${ISO[i]},${count}`)
      .toReversed()
      .join('\n')}\n`,
  },
  {
    name: 'a date that does not exist',
    content: plain.replace('2026-01-05T00:20', '2026-02-30T00:20'),
    refused: 'is not a time',
  },
];

/** Notations of a series. */
export const DIRTY_SERIES: readonly DirtySeries[] = [
  ...LINE_ENDS,
  ...COLUMNS,
  ...NUMBERS,
  ...COUNTERS,
  ...GAPS,
  ...TIMES_WRITTEN,
];
