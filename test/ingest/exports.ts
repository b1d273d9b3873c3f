/** The correct result of reading an export: its total, or a part of the question. */
export type RightExport = number | string;

const TIMES = Array.from({ length: 6 }, (_, minute) => new Date(Date.UTC(2026, 0, 5, 10, minute)));
const VALUES = [12, 15, 9, 22, 18, 30];
const SUM = 106;
const MEAN = SUM / 6;

const iso = (time: Date) => time.toISOString();
const local = (time: Date) => iso(time).slice(0, 19).replace('T', ' ');
const unix = (time: Date) => time.getTime() / 1000;
const two = (number: number) => String(number).padStart(2, '0');
const clock = (time: Date) => `${two(time.getUTCHours())}:${two(time.getUTCMinutes())}`;
const german = (time: Date) => `${two(time.getUTCDate())}.01.2026 ${clock(time)}`;
const clf = (time: Date) => `05/Jan/2026:${clock(time)}:00 +0000`;
const request = (time: Date) => `192.0.2.1 - - [${clf(time)}] "GET /a HTTP/1.1" 200 12`;

type Row = (time: Date, value: number, index: number) => string;
const lines = (row: Row) => TIMES.map((time, i) => `${row(time, VALUES[i]!, i)}\n`).join('');
const rows = (header: string, row: Row) => `${header}\n${lines(row)}`;
const objects = (row: (time: Date, value: number, index: number) => object) =>
  TIMES.map((time, i) => row(time, VALUES[i]!, i));
const ndjson = (row: (time: Date, value: number, index: number) => object) =>
  objects(row)
    .map((one) => `${JSON.stringify(one)}\n`)
    .join('');
const CPU_NAME = 'cloudsql.googleapis.com/database/cpu/utilization';

/** Files as exported by spreadsheets, consoles, monitoring systems and collectors. */
export const EXPORTS: readonly (readonly [name: string, content: string | Buffer, right: RightExport])[] = [
  ['Excel in German', rows('Zeitpunkt;Anfragen', (t, v) => `${german(t)};${v}`), SUM],
  ['Excel in German, rates', rows('Datum;Anfragen/s', (t, v) => `${german(t)};${v},25`), 60 * (SUM + 1.5)],
  ['Excel in German, thousands', rows('Zeit;Anfragen', (t, v) => `${german(t)};${v}.000`), '--decimal ,'],
  ['Excel in Swiss German', rows('Datum;Anfragen', (t, v) => `${german(t)};${v}'000`), 1000 * SUM],
  [
    'Excel in French, windows-1252',
    Buffer.from(
      rows('Horodatage;Requêtes', (t, v) => `${local(t)};${v} 000`),
      'latin1',
    ),
    1000 * SUM,
  ],
  [
    'Excel in German, day numbers',
    lines((t, v) => `${((unix(t) / 86_400 + 25_569).toFixed(6)).replace('.', ',')};${v}`).replace(
      /^/,
      'Datum;Anfragen\n',
    ),
    SUM,
  ],
  ['dates as columns', `metric,${TIMES.map(local).join(',')}\nrequests,${VALUES.join(',')}\n`, SUM],
  [
    'months as columns, and a total',
    'service;Jan 2026;Feb 2026;Mar 2026;Total\napi calls;100;200;300;600\nweb calls;10;20;30;60\n',
    "--value 'web calls'",
  ],
  [
    'hosts that take turns',
    rows('time,host,req/s', (t, v, i) => `${local(t)},${'ab'[i % 2]},${v}`),
    '--only host=a',
  ],
  [
    'pods with two steps',
    `time,pod,req/s\n${lines((t, v, i) => `${local(t)},a,${v}${i % 2 === 0 ? `\n${local(t)},b,${v}` : ''}`)}`,
    'every 60 s and every 120 s',
  ],
  ['the busiest second of a minute', rows('time,peak rps', (t, v) => `${local(t)},${v}`), '--per second'],
  ['Search Console', rows('Date,Clicks,CTR', (t, v) => `${local(t)},${v},${v / 10}%`), '--value Clicks'],
  ['iostat', rows('time,Device,tps,kB_read/s', (t, v) => `${local(t)},sda,${v},${v}`), '--value tps'],
  [
    'the user state of a CPU',
    rows('time,system.cpu.user', (t, v) => `${local(t)},${v}`),
    'other than queries',
  ],
  [
    'a gauge of requests',
    rows('time,http_requests_in_progress', (t, v) => `${local(t)},${v}`),
    'other than queries',
  ],
  ['Excel in French', rows('Date;Requêtes', (t, v) => `05/01/2026 ${clock(t)};${v}`), '--dates dmy'],
  ['pandas with its index', rows(',timestamp,requests', (t, v, i) => `${i},${local(t)},${v}`), SUM],
  ['pandas with floats', rows(',time,requests,errors', (t, v, i) => `${i},${local(t)},${v}.0,0.0`), SUM],
  ['pandas, printed', rows('            timestamp  requests', (t, v, i) => `${i} ${local(t)}   ${v}`), SUM],
  ['pandas with Unnamed: 0', rows('Unnamed: 0,time,requests', (t, v, i) => `${i},${local(t)},${v}`), SUM],
  ['groupby().size()', rows('timestamp,size', (t, v) => `${local(t)},${v}`), '--per interval'],
  ['Grafana with units', rows('"Time","api"', (t, v) => `${local(t)},${v} req/s`), 60 * SUM],
  ['Grafana with prefixes', rows('"Time","requests"', (t, v) => `${local(t)},${v / 10} K req/s`), 6000 * SUM],
  [
    'Grafana with two series',
    rows('"Time","a","b"', (t, v) => `${local(t)},${v} req/s,1 req/s`),
    '--value a',
  ],
  ['Grafana with per cent', rows('"Time","db-1"', (t, v) => `${unix(t)}000,${v}%`), MEAN],
  ['Grafana with ops/s', rows('"Time","Value"', (t, v) => `${local(t)},${v} ops/s`), 60 * SUM],
  ['Datadog', rows('time,trace.http.request.hits', (t, v) => `${iso(t)},${v}`), SUM],
  [
    'Datadog, query API',
    JSON.stringify({
      series: [{ metric: 'http.request.hits', pointlist: objects((t, v) => [t.getTime(), v]) }],
    }),
    SUM,
  ],
  ['New Relic', rows('Begin time,End time,count', (t, v) => `${local(t)},${local(t)},${v}`), SUM],
  [
    'New Relic as JSON',
    JSON.stringify(
      objects((t, v) => ({ beginTimeSeconds: unix(t), endTimeSeconds: unix(t) + 60, count: v })),
    ),
    SUM,
  ],
  [
    'Azure Monitor as CSV',
    rows(
      'Title,CPU percent for db\nStart time,1/5/2026\n\nTimestamp,cpu_percent (Avg)',
      (t, v) => `${iso(t)},${v}`,
    ),
    MEAN,
  ],
  [
    'Azure Monitor as JSON',
    JSON.stringify({
      value: [
        {
          name: { value: 'cpu_percent' },
          timeseries: [{ data: objects((t, v) => ({ timeStamp: iso(t), average: v })) }],
        },
      ],
    }),
    MEAN,
  ],
  [
    'metrics of Google Cloud as CSV',
    rows(`metric,${CPU_NAME}\nproject,p\nTimeSeries ID,id\n,`, (t, v) => `${local(t)},${v / 100}`),
    '--scale 100',
  ],
  [
    'metrics of Google Cloud as JSON',
    JSON.stringify({
      timeSeries: [
        {
          metric: { type: CPU_NAME },
          points: objects((t, v) => ({ interval: { endTime: iso(t) }, value: { doubleValue: v / 100 } })),
        },
      ],
    }),
    '--scale 100',
  ],
  [
    'the console of CloudWatch',
    rows('Label,CPUUtilization\nID,m1\nmm/dd/YYYY HH:MM,', (t, v) => `${local(t)},${v}`),
    MEAN,
  ],
  [
    'Performance Insights',
    JSON.stringify({
      MetricList: [
        { Key: { Metric: 'db.load.avg' }, DataPoints: objects((t, v) => ({ Timestamp: unix(t), Value: v })) },
      ],
    }),
    'something other than queries',
  ],
  [
    'Graphite',
    JSON.stringify([{ target: 'web.requests', datapoints: objects((t, v) => [v, unix(t)]) }]),
    SUM,
  ],
  [
    'Graphite with two targets',
    JSON.stringify(
      ['a', 'b'].map((target) => ({
        target: `${target}.requests`,
        datapoints: objects((t, v) => [v, unix(t)]),
      })),
    ),
    '--only metric=a.requests',
  ],
  [
    'Graphite with memory',
    JSON.stringify([{ target: 'mem.used', datapoints: objects((t, v) => [v, unix(t)]) }]),
    '--kind arrivals',
  ],
  ['lines of statsd', lines((t, v) => `web.requests ${v} ${unix(t)}`), SUM],
  [
    'buckets of Elasticsearch',
    JSON.stringify({
      aggregations: { a: { buckets: objects((t, v) => ({ key: t.getTime(), doc_count: v })) } },
    }),
    SUM,
  ],
  [
    'InfluxDB, annotated, of a CPU',
    rows(
      '#default,_result,,,,\n,result,table,_time,_value,_field',
      (t, v) => `,,0,${iso(t)},${v},cpu_percent`,
    ),
    MEAN,
  ],
  [
    'InfluxDB, of memory',
    rows(',_time,_value,_field', (t, v) => `,${iso(t)},${v},mem_used`),
    '--kind arrivals',
  ],
  [
    'a column that names the metric',
    rows('time,metric,value', (t, v) => `${local(t)},cpu_percent,${v}`),
    MEAN,
  ],
  ['Splunk', rows('"_time",count', (t, v) => `"${iso(t)}",${v}`), SUM],
  ['Logs Insights', rows('bin(1m),count(*)', (t, v) => `${local(t)}.000,${v}`), SUM],
  ['Athena', rows('"minute","_col1"', (t, v) => `"${local(t)}","${v}"`), '--per second'],
  ['rows of JSON', JSON.stringify(objects((t, v) => ({ time: iso(t), requests: v }))), SUM],
  ['lines of JSON', ndjson((t, v) => ({ time: iso(t), requests: v })), SUM],
  [
    'Artillery',
    JSON.stringify({
      intermediate: objects((t, v) => ({ period: String(t.getTime()), counters: { 'http.requests': v } })),
    }),
    SUM,
  ],
  [
    'JSON without a time',
    '[{"name":"work_mem","setting":4},{"name":"jit","setting":1}]',
    'no column holds the time',
  ],
  ['uniq -c', lines((t, v) => `${String(v).padStart(7)} 05/Jan/2026:${clock(t)}`), SUM],
  ['uniq -c by hour', lines((_t, v, i) => `${String(v).padStart(7)} 2026-01-05T${two(i)}`), SUM],
  ['uniq -c of addresses', '     12 192.0.2.1\n     15 192.0.2.2\n', 'no column holds the time'],
  [
    'columns between blanks',
    rows('timestamp             requests errors', (t, v) => `${local(t)}   ${v}      0`),
    SUM,
  ],
  ['MySQL', rows('+---+---+\n| t | hits |\n+---+---+', (t, v) => `| ${local(t)} | ${v} |`), SUM],
  [
    'MySQL, expanded',
    lines((t, v, i) => `****** ${i + 1}. row ******\n   time: ${local(t)}\nrequests: ${v}`),
    SUM,
  ],
  ['Markdown', rows('| time | requests |\n|---|---:|', (t, v) => `| ${local(t)} | ${v} |`), SUM],
  ['states of a CPU', rows('time,user,system,idle', (t, v) => `${local(t)},${v},5,${95 - v}`), MEAN + 5],
  [
    'states of a CPU next to counts',
    rows('time,requests,usr,sys,idl', (t, v) => `${local(t)},${v},1,5,94`),
    SUM,
  ],
  ['vmstat without times', ' us sy id wa st\n  2  1 97  0  0\n  5  1 94  0  0\n', 'no column holds the time'],
  ['an access log in Docker', ndjson((t) => ({ log: `${request(t)}\n`, stream: 'stdout', time: iso(t) })), 6],
  [
    'an access log in the journal',
    ndjson((t) => ({ __REALTIME_TIMESTAMP: `${unix(t)}000000`, MESSAGE: request(t) })),
    6,
  ],
  [
    'PostgreSQL in the journal',
    ndjson((t) => ({
      __REALTIME_TIMESTAMP: `${unix(t)}000000`,
      _PID: '12',
      MESSAGE: '[4-1] LOG:  duration: 1.5 ms  statement: select 1',
    })),
    6,
  ],
  [
    'PostgreSQL in Docker',
    ndjson((t) => ({
      log: `${local(t)}.000 UTC [33] LOG:  duration: 2.5 ms  statement: select 1\n`,
      time: iso(t),
    })),
    6,
  ],
  [
    'another log in Docker',
    ndjson((t) => ({ log: 'Hello\n', stream: 'stdout', time: iso(t) })),
    'JSON without a list',
  ],
  ['a log of Fly.io', lines((t) => `${iso(t)} app[3d8d] fra [info] ${request(t)}`), 6],
  ['Django', lines((t) => `[05/Jan/2026 ${clock(t)}:00] "GET / HTTP/1.1" 200 123`), 6],
  [
    'Vercel',
    ndjson((t) => ({ timestamp: t.getTime(), proxy: { path: '/a', statusCode: 200 }, message: 'x' })),
    6,
  ],
  [
    'Vercel as CSV',
    rows('TimeUTC,timestampInMs,requestPath,responseStatusCode', (t) => `${local(t)},${t.getTime()},/a,200`),
    6,
  ],
  [
    'Cloudflare',
    ndjson((t) => ({ ClientRequestURI: '/a', EdgeResponseStatus: 200, EdgeStartTimestamp: iso(t) })),
    6,
  ],
  [
    'Supabase as CSV',
    rows(
      'id,timestamp,event_message,status_code,path',
      (t, _v, i) => `${i},${unix(t)}000000,"GET | 200 | x, y",200,/a`,
    ),
    6,
  ],
  [
    'counts by path and status',
    rows('timestamp,path,status,count', (t, v) => `${local(t)},/a,200,${v}`),
    SUM,
  ],
  [
    'sadf -j',
    JSON.stringify({
      sysstat: {
        hosts: [
          {
            nodename: 'db',
            statistics: objects((t, v) => ({
              timestamp: { date: '2026-01-05', time: `${clock(t)}:01`, utc: 1, interval: 60 },
              'cpu-load': [{ cpu: 'all', user: v, nice: 0, system: 5, iowait: 1, steal: 0, idle: 94 - v }],
            })),
          },
        ],
      },
    }),
    MEAN + 5,
  ],
  [
    'iostat -t',
    lines((t, v) => `01/05/2026 ${clock(t)}\navg-cpu:  %user   %idle\n          ${v}.00   50.00\n`),
    'a report of iostat',
  ],
  [
    'Rails',
    lines(
      (t) =>
        `I, [${local(t).replace(' ', 'T')}.123 #42]  INFO -- : Started GET "/a" for ::1 at ${local(t)} +0000\n  Parameters: {}\nI, [${iso(t)} #42]  INFO -- : Completed 200 OK in 48ms`,
    ),
    6,
  ],
  [
    'Jaeger',
    JSON.stringify({
      data: objects((t) => ({
        traceID: 'a',
        spans: [
          { traceID: 'a', startTime: 1000 * t.getTime(), duration: 9, references: [], tags: [] },
          {
            traceID: 'a',
            startTime: 1000 * t.getTime() + 1,
            duration: 5,
            tags: [{ key: 'db.system', value: 'postgresql' }],
          },
        ],
      })),
    }),
    6,
  ],
  [
    'sessions by state',
    rows('now,state,count', (t, v) => `${local(t)},active,${v}\n${local(t)},idle,40`),
    'other than queries',
  ],
  [
    'S3',
    lines((t) => `owner bucket [${clf(t)}] ::1 - ID REST.GET.OBJECT key "GET /k HTTP/1.1" 200 - 10 10 5 4`),
    6,
  ],
  [
    'CloudFront with chosen fields',
    `#Fields: date time x-edge-location sc-status\n${lines((t) => `2026-01-05\t${clock(t)}:00\tFRA\t200`)}`,
    6,
  ],
  [
    'calls by statement',
    rows('time,queryid,calls', (t, v) => `${local(t)},11,${v}\n${local(t)},12,1`),
    '--duplicates sum',
  ],
  ['the general log of MySQL', lines((t) => `${iso(t)}\t    8 Query\tselect 1`), 'a log of MySQL'],
  [
    'days and their sum in German',
    `Datum;Anfragen\n${VALUES.map((v, i) => `1${i}.01.2026;${v}`).join('\n')}\nSumme;${SUM}\n`,
    SUM,
  ],
  ['Vegeta', ndjson((t) => ({ seq: 1, code: 200, timestamp: iso(t), latency: 1000, url: 'https://x/' })), 6],
];
