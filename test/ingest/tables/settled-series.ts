import { COUNTS, type DirtySeries, ISO, rows } from './dirty-series.js';

const two = (number: number) => String(number).padStart(2, '0');
const named = (name: string) => rows(`timestamp,${name}`, (i) => `${ISO[i]},${COUNTS[i]}`);

const OTHER_LANGUAGES: readonly DirtySeries[] = [
  ...[
    'Sum of HTTPCode_Target_2XX_Count',
    'liczba zapytań',
    'istek sayısı',
    'số truy vấn',
    'antal förfrågningar',
    '访问次数',
    '요청 건수',
  ].map((name) => ({ name: `a count named ${name}`, content: named(name) })),
  ...['Abfragen/Sek.', 'zapytania na sekundę', 'istek/sn', '每秒请求数', 'запросов в секунду'].map(
    (name) => ({
      name: `a rate a second named ${name}`,
      content: named(name),
      counts: COUNTS.map((count) => 300 * count),
    }),
  ),
];

/** Twelve hours from the evening: the fifth to the sixth of January, or the first of May to the first of June. */
const overnight = (header: string, date: (day: string) => string, separator = ' ') =>
  rows(header, (i) => `${date(i < 6 ? '05' : '06')}${separator}${two((18 + i) % 24)}:00,${COUNTS[i]}`);
const OVERNIGHT = { interval: 3600, begin: Date.UTC(2026, 0, 5, 18) / 1000 };
const SETTLED_BY_ROWS: readonly DirtySeries[] = [
  {
    name: 'days first, past midnight',
    content: overnight('time,requests', (day) => `${day}/01/2026`),
    ...OVERNIGHT,
  },
  {
    name: 'months first, past midnight',
    content: overnight('time,requests', (day) => `01/${day}/2026`),
    ...OVERNIGHT,
  },
  {
    name: 'days first with the time of day in a separate column',
    content: overnight('date,time,requests', (day) => `${day}/01/2026`, ','),
    ...OVERNIGHT,
  },
  {
    name: 'days that may be months',
    content: rows('date,requests', (i) => `01/${two(i + 1)}/2026,${COUNTS[i]}`),
    refused: '--dates mdy',
  },
  {
    name: 'days first that rise',
    content: `time,requests\n${['05/01', '11/01', '02/02', '08/02', '01/03', '12/03'].map((day) => `${day}/2026 10:00,1\n`).join('')}`,
    refused: 'unevenly spaced',
  },
  {
    name: 'the names of the columns in a comment',
    content: rows('# timestamp,requests', (i) => `${ISO[i]},${COUNTS[i]}`),
  },
  {
    name: 'latencies that a comment names',
    content: rows('# timestamp,latency_ms', (i) => `${ISO[i]},${COUNTS[i]}`),
    refused: 'something other than queries',
  },
  {
    name: 'a table as psql prints it',
    content: `${rows(' t | requests \n---+----------', (i) => ` ${ISO[i]} | ${COUNTS[i]}`)}(12 rows)\n\n`,
  },
  {
    name: 'latencies as psql prints them',
    content: `${rows(' t | latency_ms \n---+------------', (i) => ` ${ISO[i]} | ${COUNTS[i]}`)}(12 rows)\n\n`,
    refused: 'something other than queries',
  },
  {
    name: 'a table as MySQL prints it',
    content: rows(
      '+---+----------+\n| t | COUNT(*) |\n+---+----------+',
      (i) => `| ${ISO[i]} | ${COUNTS[i]} |`,
      '\n',
    ).concat('+---+----------+\n12 rows in set (0.01 sec)\n'),
  },
  {
    name: 'times as Kibana writes them',
    content: rows(
      '"@timestamp per 5 minutes","Count of records"',
      (i) => `"Jan 5, 2026 @ 00:${two(5 * i)}:00.000","${COUNTS[i]}"`,
    ),
  },
  {
    name: 'weeks of ISO 8601',
    content: rows('week,requests', (i) => `2026-W${two(i + 2)},${COUNTS[i]}`),
    interval: 604_800,
  },
  {
    name: 'thousands that no decimals can be',
    content: rows('timestamp;requests', (i) => `${ISO[i]};${['1.234', '7', '12.870', '56'][i % 4]}`),
    counts: COUNTS.map((_, i) => [1234, 7, 12_870, 56][i % 4]!),
  },
  {
    name: 'means of three machines',
    content: rows(
      'timestamp;requests',
      (i) => `${ISO[i]};${['1.333', '2', '2.667', '3', '4', '4.333'][i % 6]}`,
    ),
    refused: '--decimal .',
  },
  {
    name: 'zeros next to three decimals',
    content: rows('timestamp;requests', (i) => `${ISO[i]};${i % 3 === 0 ? '0' : `1.${231 + 17 * i}`}`),
    refused: '--decimal ,',
  },
];

/** Files that have only one reading, given the words of their header or a comparison of all rows. */
export const SETTLED_SERIES: readonly DirtySeries[] = [...OTHER_LANGUAGES, ...SETTLED_BY_ROWS];
