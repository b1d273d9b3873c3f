import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { ingest } from '../../src/ingest/ingest.js';
import { Recording } from '../../src/ingest/recording/recording.js';

const folder = mkdtempSync(join(tmpdir(), 'neap-held-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MINUTES = [0, 1, 2].map((minute) => `2026-01-05T00:0${minute}:00Z`);
const table = (header: string, values: readonly (string | number)[], separator = ',') =>
  `${header}\n${values.map((value, i) => `${MINUTES[i]}${separator}${value}\n`).join('')}`;
const COUNTS = [5, 7, 3];
const plain = table('time,requests', COUNTS);
const clf = (moment: string, line = 'GET / HTTP/1.1', before = '203.0.113.9') =>
  `${before} - - [${moment}] "${line}" 200 512 "-" "x"\n`;
const csvlog = (second: number, message: string, rest = ',"app","client backend",,0') =>
  `2026-01-05 10:00:0${second}.500 UTC,"app","shop",101,"192.0.2.1:40000",695b8a00.65,1,"SELECT",2026-01-05 09:59:00 UTC,3/1,0,LOG,00000,"${message}",,,,,,,,${rest}\n`;
const alb = (type: string, time: string, created: string) =>
  `${type}${time} app/lb/50dc6c495c0c9188 192.168.131.39:2817 10.0.0.1:80 0.000 0.001 0.000 200 200 34 366 "GET http://www.example.com:80/ HTTP/1.1" "curl/7.46.0" - - arn "Root=1" "-" "-" 0 ${created} "forward" "-" "-" "10.0.0.1:80" "200" "-" "-"\n`;
const w3c = (fields: string, ...rows: readonly string[]) =>
  `#Version: 1.0\n#Fields: ${fields}\n${rows.join('\n')}\n`;

/** Files that must remain readable, with their number of queries or their rate per second. */
const HELD: readonly (readonly [name: string, content: string | Uint8Array, total: number])[] = [
  ['a packed table', gzipSync(plain), 15],
  ['a byte order mark and CRLF', `\uFEFF${plain.replaceAll('\n', '\r\n')}`, 15],
  ['quotation marks', plain.replaceAll(/[^,\n]+/g, '"$&"'), 15],
  ['sep=; and decimal commas', `sep=;\n${table('zeit;anfragen', ['1.234,5', '2.000,0', '3,5'], ';')}`, 3238],
  ['thousands', table('time;requests', ['1,234,000', '2,000', '12'], ';'), 1_236_012],
  ['units in cells', table('time,web', ['1.5 K req/s', '2 K req/s', '500 req/s']), 240_000],
  ['day numbers of Excel', 'date,requests\n46027,5\n46028,7\n46029,3\n', 15],
  ['a rate named req/s', table('time,req/s', COUNTS), 900],
  ['a rate named HTTP Requests/Sec', table('time,HTTP Requests/Sec', COUNTS), 900],
  ['a rate named rpm', table('time,rpm', COUNTS), 15],
  [
    'a sum that counts up',
    `time,http_requests_total\n${Array.from({ length: 10 }, (_, i) => `2026-01-05T00:0${i}:00Z,${5000 + 7 * i}\n`).join('')}`,
    63,
  ],
  ['an access log in another zone', clf('05/Jan/2026:10:00:00 +0530').repeat(2), 2],
  ['an escaped quotation mark in a request', clf('05/Jan/2026:10:00:00 +0000', 'GET /\\"x\\" HTTP/1.1'), 1],
  ['a virtual host before the address', clf('05/Jan/2026:10:00:00 +0000', 'GET /', 'shop:80 203.0.113.9'), 1],
  ['a time without a zone', clf('05/Jan/2026:10:00:00'), 1],
  [
    'parse, bind and execute as one query',
    ['parse', 'bind', 'execute']
      .map((step, i) => csvlog(i, `duration: 1.000 ms  ${step} a: select 1`))
      .join(''),
    1,
  ],
  ['a csvlog of PostgreSQL 12', csvlog(0, 'duration: 1.000 ms  statement: select 1', ',"app"'), 1],
  [
    'RDS',
    '2026-01-05 10:00:00 UTC:10.0.0.1(40000):app@shop:[101]:LOG:  duration: 10.000 ms  statement: select 1\n',
    1,
  ],
  [
    'syslog without a year',
    [1, 2]
      .map(
        (n) =>
          `Jan  ${n} 06:32:23 db1 postgres[4533]: [12-1] user=app LOG:  duration: 0.114 ms  statement: BEGIN\n`,
      )
      .join(''),
    2,
  ],
  ['an ALB', alb('http ', '2026-01-05T22:23:00.186641Z', '2026-01-05T22:22:48.364000Z'), 1],
  ['a classic load balancer', alb('', '2026-01-05T22:23:00.186641Z', '2026-01-05T22:22:48.364000Z'), 1],
  [
    'CloudFront',
    w3c(
      'date time x-edge-location cs-uri-stem sc-status x-edge-result-type time-taken',
      '2026-01-05\t01:13:11\tFRA2\t/a.html\t200\tHit\t0.001',
      '2026-01-05\t01:13:12\tFRA2\t/b.html\t200\tMiss\t0.2',
    ),
    2,
  ],
  [
    'IIS',
    w3c(
      'date time cs-method cs-uri-stem sc-status time-taken',
      '2026-01-05 00:00:01 GET / 200 15',
      '2026-01-05 00:00:03 GET /a.css 304 5',
    ),
    2,
  ],
  [
    'Squid',
    '1767571208.779    180 192.168.0.224 TCP_MISS/200 411 GET http://x/y - DIRECT/1.2.3.4 text/plain\n',
    1,
  ],
  [
    'Caddy',
    '{"level":"info","ts":1767571208.52,"logger":"http.log.access","request":{"method":"GET","uri":"/"},"duration":0.0009,"status":200}\n',
    1,
  ],
  [
    'Traefik in JSON',
    '{"DownstreamStatus":200,"Duration":123456,"RequestMethod":"GET","RequestPath":"/a","StartUTC":"2026-01-05T10:00:00.123456789Z"}\n',
    1,
  ],
  ['Envoy', '[2026-01-05T10:00:00.123Z] "GET /a HTTP/1.1" 200 - 0 512 4 3 "203.0.113.9" "curl/8"\n', 1],
  [
    'API Gateway',
    '{"requestId":"1","requestTime":"05/Jan/2026:10:00:00 +0000","httpMethod":"GET","routeKey":"GET /","status":"200"}\n',
    1,
  ],
  [
    'a list of log entries, as gcloud writes it',
    JSON.stringify(
      [1, 2].map((second) => ({
        httpRequest: { requestUrl: 'https://x/{', status: 200 },
        timestamp: `2026-01-05T10:00:0${second}Z`,
      })),
      null,
      2,
    ),
    2,
  ],
  [
    'a log of PostgreSQL in the journal as JSON',
    `${JSON.stringify({ __REALTIME_TIMESTAMP: '1767607200000000', MESSAGE: '2026-01-05 10:00:00.114 UTC [4533] LOG:  duration: 0.114 ms  statement: select 1' })}\n`,
    1,
  ],
  ['a summary of k6', '{"metrics":{"http_reqs":{"count":120,"rate":2}},"root_group":{}}', 2],
  [
    "statistics of Gatling's report",
    '{"name":"Global Information","numberOfRequests":{"total":120,"ok":120,"ko":0},"meanNumberOfRequestsPerSecond":{"total":2,"ok":2,"ko":0},"group1":{"count":1}}',
    2,
  ],
  [
    'an HTTP archive',
    '{"log":{"version":"1.2","entries":[{"startedDateTime":"2026-01-05T10:00:00.063Z","time":8,"request":{"url":"https://x/a"},"response":{"status":200}}]}}',
    1,
  ],
  [
    'one snapshot of statements since their reset',
    'taken_at,queryid,calls,total_exec_time,stats_since\n2026-01-05 01:00:00+00,1,7200,200,2026-01-05 00:00:00+00\n',
    2,
  ],
  [
    'sums of CloudWatch',
    '{"Label":"RequestCount","Datapoints":[{"Timestamp":"2026-01-05T10:05:00Z","Sum":20.0,"Unit":"Count"},{"Timestamp":"2026-01-05T10:00:00Z","Sum":10.0,"Unit":"Count"}]}',
    30,
  ],
];

it.each(HELD)('%s is read', async (name, content, total) => {
  const file = join(folder, name.replaceAll(/\W+/g, '-'));
  writeFileSync(file, content);
  const { imported } = await ingest([file], { queries_per_request: 1, vcpu: undefined, keep_text: false });
  const { traffic } = imported.loads[0]!;
  expect(traffic.kind === 'rate' ? traffic.per_second : traffic.readings[0]!.total).toBeCloseTo(total, 6);
});

it.each([
  ['SHOW STATS', 'database,total_query_count,total_query_time,total_xact_count\n'],
  ['a log of queries', 'log_time,user_name\n'],
  ['consumption', '{"projects":[{"periods":[{"consumption":[{"timeframe_start":"x"}]}]}]}'],
])('queries are not multiplied: %s', async (name, content) => {
  const file = join(folder, name.replaceAll(' ', '-'));
  writeFileSync(file, content);
  const options = { queries_per_request: 4, vcpu: undefined, keep_text: false };
  await expect(ingest([file], options)).rejects.toThrow('the file counts queries');
});

it('requests logged by the second stand for several queries each', () => {
  const to = new Recording({ queries_per_request: 4, vcpu: undefined, keep_text: false }, 'request');
  for (const second of [0, 1, 2]) to.count(1_767_607_200 + second, 1, 5);
  const { loads, findings } = to.finish(3);
  const { traffic } = loads[0]!;
  expect(traffic.kind === 'recorded' && traffic.readings[0]!.total).toBe(60);
  expect(findings[0]!.what).toBe('15 requests, 4 queries each');
});

it('more than a million queries are counted by the second, and none is lost', () => {
  const to = new Recording({ queries_per_request: 1, vcpu: undefined, keep_text: false });
  const begin = 1_767_607_200;
  to.arrival(begin + 0.25, 7200);
  for (let i = 0; i < 1_000_000; i++) to.arrival(begin + i / 1000 + 0.5, 0.25);
  const { traffic } = to.finish(1_000_001).loads[0]!;
  if (traffic.kind === 'rate') throw new Error('expected a recording');
  const [{ kind, total, from, values }] = traffic.readings as [(typeof traffic.readings)[0]];
  expect([kind, total, from]).toEqual(['counts', 1_000_001, begin]);
  expect([values[0], values[1]]).toEqual([751, 1000]);
});
