import { gzipSync } from 'node:zlib';
import { BEGIN_SECONDS, COUNTS, type DirtySeries, grouped, ISO, plain, rows, TIMES } from './dirty-series.js';

const local = (i: number, shift_seconds = 0) =>
  new Date((TIMES[i]! + shift_seconds) * 1000).toISOString().slice(0, 19).replace('T', ' ');
/** The ends of the intervals. */
const ISO_ENDS = [...ISO.slice(1), '2026-01-05T01:00:00Z'];
/** The value at which 32-bit counters wrap around to 0. */
const WRAP = 4_294_967_296;
const two = (number: number) => String(number).padStart(2, '0');

const ENCODINGS: readonly DirtySeries[] = [
  { name: 'a byte order mark within gzip', content: gzipSync(`\uFEFF${plain}`) },
  {
    name: 'a byte order mark before a quoted header',
    content: `\uFEFF${plain.replace('timestamp', '"timestamp"')}`,
  },
  {
    name: 'UTF-16, the other byte first',
    content: Buffer.from(`\uFEFF${plain}`, 'utf16le').swap16(),
  },
  { name: 'UTF-16 without a mark', content: Buffer.from(plain, 'utf16le'), refused: 'not a text file' },
  { name: 'carriage returns twice', content: plain.replaceAll('\n', '\r\r\n') },
  {
    name: 'line ends of two systems',
    content: plain
      .split('\n')
      .map((line, i) => `${line}${i % 2 === 0 ? '\r\n' : '\n'}`)
      .join('')
      .trimEnd(),
  },
  {
    name: 'a carriage return within a line',
    content: plain.replace(',950\n', ',950\r'),
    refused: '3 fields',
  },
  { name: 'nothing at all', content: '', refused: 'empty' },
  { name: 'blank lines alone', content: '\n\n  \n', refused: 'empty' },
  { name: 'nothing, packed', content: gzipSync(''), refused: 'empty' },
  { name: 'a header alone', content: 'timestamp,requests\n', refused: 'no rows' },
  { name: 'one row', content: `timestamp,requests\n${ISO[0]},12\n`, refused: 'one row' },
  { name: 'a gzip file without its end', content: gzipSync(plain).subarray(0, -8), refused: 'damaged' },
  {
    name: 'a gzip file with one changed byte',
    content: flipped(gzipSync(plain), 40),
    refused: 'damaged',
  },
  {
    name: 'a zero byte far down',
    content: `${plain}${'\n'.repeat(70_000)}2026-01-05T01:00:00Z,\x005\n`,
    refused: 'not a number',
  },
];

const CELLS: readonly DirtySeries[] = [
  {
    name: 'line ends within quotation marks',
    content: rows('timestamp,note,requests', (i) => `${ISO[i]},"first\nsecond, third",${COUNTS[i]}`),
  },
  {
    name: 'doubled quotation marks',
    content: rows('timestamp,note,requests', (i) => `${ISO[i]},"a ""b"", c",${COUNTS[i]}`),
  },
  {
    name: 'a quotation mark that is never closed',
    content: plain.replace(',950', ',"950'),
    refused: 'never closed',
  },
  {
    name: 'decimal commas in quotation marks between commas',
    content: rows('timestamp,requests', (i) => `${ISO[i]},"${COUNTS[i]},5"`),
    counts: COUNTS.map((count) => count + 0.5),
  },
  {
    name: 'thousands of India',
    content: rows('timestamp;requests', (i) => `${ISO[i]};${i === 4 ? '1,20,500' : COUNTS[i]}`),
    counts: COUNTS.map((count, i) => (i === 4 ? 120_500 : count)),
  },
  {
    name: 'dots between thousands and a decimal comma',
    content: rows('timestamp;requests', (i) => `${ISO[i]};${grouped(COUNTS[i]!, '.')},0`),
  },
  {
    name: 'two columns of one name',
    content: rows('timestamp,requests,requests', (i) => `${ISO[i]},1,${COUNTS[i]}`),
    refused: '--value 3',
  },
  {
    name: 'two columns of one name, one of them named',
    content: rows('timestamp,requests,requests', (i) => `${ISO[i]},1,${COUNTS[i]}`),
    options: ['--value', 'requests'],
    refused: '2 columns are called "requests"',
  },
  {
    name: 'two columns of one name, one of them by its number',
    content: rows('timestamp,requests,requests', (i) => `${ISO[i]},1,${COUNTS[i]}`),
    options: ['--value', '3'],
  },
  {
    name: 'infinite counts',
    content: rows('timestamp,requests', (i) => `${ISO[i]},${i === 3 ? 'Infinity' : COUNTS[i]}`),
    refused: 'not a number',
  },
  {
    name: 'digits of another script',
    content: rows('timestamp,requests', (i) => `${ISO[i]},${i === 3 ? '٣' : COUNTS[i]}`),
    refused: 'not a number',
  },
  { name: 'a note below the table', content: `${plain}Source: dashboard\n`, refused: '1 field' },
  {
    name: 'a level between 0 and 1',
    content: rows('timestamp,cpu', (i) => `${ISO[i]},${(COUNTS[i]! / 2000).toFixed(4)}`),
    refused: '--scale 100',
  },
];

const MOMENTS: readonly DirtySeries[] = [
  { name: 'Unix microseconds', content: rows('ts,requests', (i) => `${TIMES[i]}000000,${COUNTS[i]}`) },
  { name: 'Unix nanoseconds', content: rows('ts,requests', (i) => `${TIMES[i]}000000000,${COUNTS[i]}`) },
  {
    name: 'Unix seconds with a fraction',
    content: rows('ts,requests', (i) => `${TIMES[i]}.000,${COUNTS[i]}`),
  },
  {
    name: 'Unix milliseconds as a spreadsheet shows them',
    content: rows('ts,requests', (i) => `${(TIMES[i]! * 1000).toExponential(5)},${COUNTS[i]}`),
    refused: 'are rounded',
  },
  {
    name: 'offsets without a colon',
    content: rows('timestamp,requests', (i) => `${local(i, 19_800).replace(' ', 'T')}+0530,${COUNTS[i]}`),
  },
  {
    name: 'offsets of hours alone',
    content: rows('timestamp,requests', (i) => `${local(i, -28_800)}-08,${COUNTS[i]}`),
  },
  {
    name: 'a zone by its name',
    content: rows('timestamp,requests', (i) => `${local(i)} CET,${COUNTS[i]}`),
    begin: BEGIN_SECONDS - 3600,
  },
  {
    name: 'fractions after a comma',
    content: rows('timestamp;requests', (i) => `${local(i)},000Z;${COUNTS[i]}`),
  },
  {
    name: 'days first, next to a column that rises',
    content: rows(
      'Datum;Anfragen;Fehler',
      (i) => `0${5 + Math.floor(i / 12)}.01.2026 00:${two(5 * i)};${1000 + 7 * i};${COUNTS[i]}`,
    ),
    refused: '--counter false',
  },
  {
    name: 'names of months, next to a column that rises',
    content: rows('x,a,b', (i) => `"Jan 5, 2026 00:${two(5 * i)}",${1000 + 7 * i},${COUNTS[i]}`),
    refused: '--value b',
  },
  {
    name: 'an hour that is there twice',
    // At three, clocks go back to two: the rows of an hour, followed by its first two again.
    content: rows('timestamp,requests', (i) => `2026-10-25 02:${two((5 * i) % 60)}:00,${COUNTS[i]}`)
      .trimEnd()
      .concat('\n2026-10-25 02:00:00,4\n2026-10-25 02:05:00,5\n'),
    refused: 'repeat the time',
  },
  {
    name: 'rows out of order',
    content: [
      'timestamp,requests',
      ...[3, 0, 5, 4, 1, 2, 11, 6, 7, 9, 8, 10].map((i) => `${ISO[i]},${COUNTS[i]}`),
    ].join('\n'),
  },
  {
    name: 'a counter that restarts repeatedly',
    content: rows('timestamp,xact_total', (i) => `${ISO[i]},${i % 2 === 0 ? 900 + i : 10 + i}`),
    options: ['--counter', 'true'],
    refused: 'fall in',
  },
  {
    name: 'moments at which intervals end',
    content: rows('interval_end,requests', (i) => `${ISO_ENDS[i]},${COUNTS[i]}`),
  },
  {
    name: 'the end of an interval before its beginning',
    content: rows('end_time,start_time,requests', (i) => `${ISO_ENDS[i]},${ISO[i]},${COUNTS[i]}`),
  },
  {
    name: 'ends of intervals, one of them missing',
    content: rows('Period End,requests', (i) => `${ISO_ENDS[i]},${COUNTS[i]}`).replace(/.*,3\n/, ''),
    counts: COUNTS.map((count) => (count === 3 ? undefined : count)),
  },
  {
    name: 'a counter by the ends of intervals',
    content: counted('interval_end', (whole) => 16_600_000 + whole),
  },
  {
    name: 'a counter of 32 bits that wraps around to 0',
    content: counted('timestamp', (whole) => (WRAP - 1500 + whole) % WRAP),
  },
  {
    name: 'a counter with a restart near 2^32',
    content: counted('timestamp', (whole, i) => (i < 7 ? WRAP - 500_000 + whole : whole - 2069)),
    counts: COUNTS,
  },
  {
    name: 'the year 2038 and after',
    content: rows('ts,requests', (i) => `${TIMES[i]! + 4e9},${COUNTS[i]}`),
    refused: 'are not times',
  },
  {
    name: 'intervals, one of which begins early',
    content: plain.replace('00:20:00Z', '00:19:58Z'),
    counts: [...COUNTS],
  },
];

/** A counter's rows: one more than there are counts. @param value the counter's value after that many queries */
function counted(time: string, value: (whole: number, i: number) => number): string {
  let whole = 0;
  const lines = [ISO[0]!, ...ISO_ENDS].map((moment, i) => {
    whole += i === 0 ? 0 : COUNTS[i - 1]!;
    return `${moment},${value(whole, i)}`;
  });
  return `${time},queries\n${lines.join('\n')}\n`;
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = copy[at]! ^ 0xff;
  return copy;
}

/** Forty more. */
export const FURTHER_DIRTY_SERIES: readonly DirtySeries[] = [...ENCODINGS, ...CELLS, ...MOMENTS];
