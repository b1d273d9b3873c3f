import { gzipSync } from 'node:zlib';
import { BEGIN_SECONDS, COUNTS, type DirtySeries, ISO, plain, rows, TIMES } from './dirty-series.js';

const two = (number: number) => String(number).padStart(2, '0');
const named = (name: string) => rows(`timestamp,${name}`, (i) => `${ISO[i]},${COUNTS[i]}`);
const local = (i: number) => new Date(TIMES[i]! * 1000).toISOString().slice(0, 19).replace('T', ' ');

const UNITS_IN_NAMES: readonly DirtySeries[] = [
  ...['rpm', 'requests/min', 'Requests per minute', 'avg_qpm'].map((name) => ({
    name: `a rate a minute named ${name}`,
    content: named(name),
    counts: COUNTS.map((count) => 5 * count),
  })),
  ...['requests/second', 'requests [1/s]', 'QueriesPerSec'].map((name) => ({
    name: `a rate a second named ${name}`,
    content: named(name),
    counts: COUNTS.map((count) => 300 * count),
  })),
  { name: 'the largest rate of an interval', content: named('max rps'), refused: '--per second' },
  {
    name: 'a rate an hour by its name',
    content: rows('timestamp,queries/hour', (i) => `${ISO[i]},${12 * COUNTS[i]!}`),
  },
  { name: 'a count per interval by its name', content: named('requests per 5m') },
  {
    name: 'a rate of another width',
    content: named('requests per 10s'),
    refused: '--scale 30',
  },
  {
    name: 'a rate of another width, scaled',
    content: rows('timestamp,requests per 10s', (i) => `${ISO[i]},${COUNTS[i]! / 30}`),
    options: ['--per', 'interval', '--scale', '30'],
  },
  {
    name: 'a rate over a window',
    content: named('requests_rate5m'),
    refused: '--per second',
  },
  {
    name: 'thousands by the name',
    content: named('requests (thousands)'),
    counts: COUNTS.map((count) => 1e3 * count),
  },
  {
    name: 'millions by the name',
    content: named('calls in millions'),
    counts: COUNTS.map((count) => 1e6 * count),
  },
  {
    name: 'thousands by the name, none as said',
    content: named('requests (k)'),
    options: ['--per', 'interval'],
  },
  {
    name: 'a comma before three digits and a K',
    content: rows('Time;web', (i) => `${ISO[i]};${i === 5 ? '1,097 K' : COUNTS[i]}`),
    refused: 'does not show what it measures',
  },
];

const OTHER_MEASURES: readonly DirtySeries[] = [
  ...[
    'active_connections',
    'load_avg_1m',
    'ReplicaLag',
    'ReadIOPS',
    'errors',
    'errors (%)',
    'average',
    'cpu_idle',
    'memory_utilization',
    'CPUCreditBalance',
    'cpu_cores',
    'cpu_temp',
    'p99',
    'cpu count',
    'vCPU',
    'cpu_s',
    'cpu wait',
    'cpu fan',
  ].map((name) => ({
    name: `${name} instead of a count or level`,
    content: rows(`timestamp,${name}`, (i) => `${ISO[i]},${50 + (COUNTS[i]! % 40)}`),
    refused: 'something other than queries',
  })),
  ...[
    'km/h',
    'kWh per hour',
    'battery %',
    'slow_queries',
    'Pageviews per visit',
    'requests per user',
    'リクエストエラー件数',
    '请求延迟',
    'HTTPCode_Target_5XX_Count',
    'request_time',
    'query size',
    'request charges',
    'longest query',
    'open_transactions',
    'unique visits',
    'forecast requests',
    'requests change',
    'requests (rolling 1h)',
    'requests %',
    'requests x100',
    'requests per 1000 users',
    'daily requests',
    'requests_24h',
    'total',
  ].map((name) => ({
    name: `${name} is not the load`,
    content: named(name),
    refused: 'choose one of',
  })),
  {
    name: 'memory',
    content: rows('timestamp,used,free,total', (i) => `${ISO[i]},${COUNTS[i]},1,2000`),
    refused: '--value used',
  },
  ...['time', 't', 'period', 'epoch', 'month'].map((name) => ({
    name: `numbers of the rows under ${name}`,
    content: rows(`${name},requests`, (i) => `${i + 1},${COUNTS[i]}`),
    refused: 'numbers the rows',
  })),
  {
    name: 'answers in classes',
    content: rows('timestamp,2xx,4xx', (i) => `${ISO[i]},${COUNTS[i]},1`),
    refused: '--value 4xx',
  },
  {
    name: 'CPU % of several cores',
    content: rows('timestamp,cpu_usage', (i) => `${ISO[i]},${COUNTS[i]! % 400}`),
    refused: '--scale 0.333333',
  },
];

const REPEATED: readonly DirtySeries[] = [
  {
    name: 'an hour that is there twice, in hours',
    content: rows('timestamp,requests', (i) => `2026-10-25 ${two(i < 3 ? i : i - 1)}:00:00,${COUNTS[i]}`),
    refused: 'repeats the time',
  },
  {
    name: 'an hour that is there twice, sorted',
    content: [
      'timestamp,requests',
      ...Array.from({ length: 24 }, (_, i) => `2026-10-25 02:${two(5 * (i >> 1))}:00,${(7 * i) % 24}`),
      '2026-10-25 03:00:00,4\n2026-10-25 03:05:00,4',
    ].join('\n'),
    refused: 'repeat the time',
  },
  {
    name: 'pages that overlap',
    content: `${plain}${plain.split('\n').slice(5).join('\n')}`,
    refused: '--duplicates first',
  },
  {
    name: 'pages that overlap, as said',
    content: `${plain}${plain.split('\n').slice(5).join('\n')}`,
    options: ['--duplicates', 'first'],
  },
  {
    name: 'a metric in each row',
    content: rows(
      'timestamp,metric,value',
      (i) => `${ISO[i >> 1]},${i % 2 === 0 ? 'calls' : 'p99'},${COUNTS[i]}`,
    ),
    refused: '--only metric=calls',
  },
  {
    name: 'bounds of the query in each row',
    content: rows(',result,table,_start,_time,_value', (i) => `,,0,${ISO[0]},${ISO[i]},${COUNTS[i]}`),
    options: ['--per', 'interval'],
  },
];

const DATES: readonly DirtySeries[] = [
  {
    name: 'days as numbers named date',
    content: rows('date,requests', (i) => `${20_260_105 + i},${COUNTS[i]}`),
    interval: 86_400,
  },
  {
    name: 'hours as numbers',
    content: rows('dateHour,requests', (i) => `20260105${two(i)},${COUNTS[i]}`),
    refused: '--time-format date',
  },
  {
    name: 'minutes as numbers of ten digits',
    content: rows('time,requests', (i) => `26010500${two(5 * i)},${COUNTS[i]}`),
    refused: 'are not times',
  },
  {
    name: 'minutes since 1970',
    content: rows('timestamp,requests', (i) => `${TIMES[i]! / 60},${COUNTS[i]}`),
    refused: 'a name with a unit',
  },
  {
    name: 'days since 1970',
    content: rows('date,requests', (i) => `${20_458 + i},${COUNTS[i]}`),
    refused: 'a name with a unit',
  },
  {
    name: 'day and hour in separate columns',
    content: rows('date,hour,requests', (i) => `2026-01-05,${i},${COUNTS[i]}`),
    interval: 3600,
  },
  {
    name: 'an abbreviated zone in the name',
    content: rows('time_cet,requests', (i) => `${local(i)},${COUNTS[i]}`),
    refused: '--zone +01:00',
  },
  ...(
    [
      ['Timestamp (UTC+2)', -2],
      ['Time (America/New_York)', 5],
    ] as const
  ).map(([name, hours]) => ({
    name: `a zone in the name ${name}`,
    content: rows(`${name},requests`, (i) => `${local(i)},${COUNTS[i]}`),
    begin: BEGIN_SECONDS + hours * 3600,
  })),
  {
    name: 'dates with a comma that are not quoted',
    content: rows('timestamp,requests', (i) => `Mon, 05 Jan 2026 00:${two(5 * i)}:00 GMT,${COUNTS[i]}`),
    refused: 'rows have 3 fields, and the header has 2',
  },
  {
    name: 'dates and times without separators',
    content: rows('timestamp,requests', (i) => `20260105T00${two(5 * i)}00Z,${COUNTS[i]}`),
  },
  {
    name: 'dates in Japanese',
    content: rows('日時,requests', (i) => `2026年1月${i + 5}日,${COUNTS[i]}`),
    interval: 86_400,
  },
  {
    name: 'an offset that no clock has',
    content: rows('timestamp,requests', (i) => `${local(i)}+99:99,${COUNTS[i]}`),
    refused: 'no column holds the time',
  },
];

const OTHERS: readonly DirtySeries[] = [
  {
    name: 'bytes that look like Unix times',
    content: rows('timestamp,FreeableMemory', (i) => `${ISO[i]},${1e9 + COUNTS[i]!}`),
    refused: 'something other than queries',
  },
  {
    name: 'large counts that look like Unix times',
    content: rows('timestamp,requests', (i) => `${ISO[i]},${1e9 + COUNTS[i]!}`),
    counts: COUNTS.map((count) => 1e9 + count),
  },
  {
    name: 'numbers with a sign that is none',
    content: rows('timestamp,requests', (i) => `${ISO[i]},~${COUNTS[i]}`),
    refused: 'not a number',
  },
  {
    name: 'a level that is above all of a machine late in the file',
    content: `offset_s,cpu\n${Array.from({ length: 220 }, (_, i) => `${300 * i},${i < 210 ? 50 : 180}`).join('\n')}\n`,
    refused: '--scale 0.5',
  },
  {
    name: 'a daily total in a separate row',
    content: `timestamp,requests\n2026-01-05,3349\n${COUNTS.map((count, i) => `${local(i)},${count}`).join('\n')}\n`,
    refused: 'the sum of its day',
  },
  {
    name: 'JSON',
    content: '[{"timestamp":"2026-01-05T00:00:00Z","requests":5}]\n',
    refused: 'the file is JSON',
  },

  {
    name: 'a counter of a few rows',
    content: rows('timestamp,http_requests_total', (i) => `${ISO[i]},${5_000_000 + i * i}`)
      .split('\n')
      .slice(0, 6)
      .join('\n'),
    refused: '--counter false',
  },
  {
    name: 'a gzip file with something else behind it',
    content: Buffer.concat([gzipSync(plain.slice(0, 200)), Buffer.from('XX'), gzipSync(plain.slice(200))]),
    refused: 'damaged',
  },
  {
    name: 'a gzip file with zeros behind it, as tapes have',
    content: Buffer.concat([gzipSync(plain), Buffer.alloc(512)]),
  },
];

/** Files whose column names or rows contradict their numbers. */
export const AMBIGUOUS_SERIES: readonly DirtySeries[] = [
  ...UNITS_IN_NAMES,
  ...OTHER_MEASURES,
  ...REPEATED,
  ...DATES,
  ...OTHERS,
];
