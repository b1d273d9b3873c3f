import { gzipSync } from 'node:zlib';
import { ARRIVALS, BEGIN, iso } from './known-load.js';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A line of an access log in the combined format, at an offset from UTC. */
function accessLine(at: number, ahead_hours: number, status: number): string {
  const local = new Date((BEGIN + Math.floor(at) + ahead_hours * 3600) * 1000);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${two(local.getUTCDate())}/${MONTHS[local.getUTCMonth()]}/${local.getUTCFullYear()}`;
  const time = `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}:${two(local.getUTCSeconds())}`;
  const zone = `${ahead_hours < 0 ? '-' : '+'}${two(Math.abs(ahead_hours))}00`;
  return `203.0.113.9 - alice [${day}:${time} ${zone}] "GET /a?b=\\"c\\" HTTP/1.1" ${status} 512 "https://example.com/" "Mozilla/5.0 [x]"`;
}

export const accessLog = (ahead_hours: number) =>
  ARRIVALS.map((at, i) => accessLine(at, ahead_hours, i === 3 ? 502 : 200)).join('\n');

export const herokuLog = ARRIVALS.map((at, i) => {
  const service = 18 + i;
  const ended = BEGIN + at + (service + 2) / 1000;
  const router = `at=info method=GET path="/a b" host=app.example.com request_id=8601b555 fwd="203.0.113.9" dyno=web.1 connect=2ms service=${service}ms status=200 bytes=512 protocol=https`;
  const database = `source=DATABASE addon=postgresql-x sample#current_transaction=1 sample#active-connections=${7 + (i % 3)} sample#waiting-connections=0 sample#load-avg-1m=0.1`;
  return `${iso(ended)} heroku[router]: ${router}\n${iso(ended)} app[heroku-postgres]: ${database}\n${iso(ended)} app[web.1]: hello`;
}).join('\n');

export const k6Json = ARRIVALS.flatMap((at) => [
  JSON.stringify({
    metric: 'http_reqs',
    type: 'Point',
    data: { time: `${iso(BEGIN + at).slice(0, -1)}000001Z`, value: 1, tags: { status: '200' } },
  }),
  JSON.stringify({
    metric: 'http_req_duration',
    type: 'Point',
    data: { time: iso(BEGIN + at), value: 12.5, tags: {} },
  }),
]).join('\n');

export const k6Csv = [
  'metric_name,timestamp,metric_value,check,error,error_code,expected_response,group,method,name,proto,scenario,service,status,subproto,tls_version,url,extra_tags,metadata',
  ...ARRIVALS.flatMap((at) => [
    `http_reqs,${Math.floor(BEGIN + at)},1.000000,,,,true,,GET,http://x/,HTTP/1.1,default,,200,,,http://x/,,`,
    `http_req_duration,${Math.floor(BEGIN + at)},12.500000,,,,true,,GET,http://x/,HTTP/1.1,default,,200,,,http://x/,,`,
  ]),
].join('\n');

const csvlogRow = (
  time: number,
  message: string,
  severity = 'LOG',
  state = '00000',
  session = '695afa80.1f',
) => {
  const quoted = `"${message.replaceAll('"', '""')}"`;
  return `${iso(time).replace('T', ' ').replace('Z', ' UTC')},"app","app",31,"127.0.0.1:40000",${session},4,"SELECT",2026-01-05 00:00:00 UTC,3/7,0,${severity},${state},${quoted},,,,,,,,,"psql","client backend",,0`;
};

/** 10 ms and 30 ms in turn: a mean of 20 ms, a coefficient of variation of one half. */
const took = (i: number) => (i % 2 === 0 ? 10 : 30);

export const csvLog = [
  csvlogRow(BEGIN, 'connection received: host=127.0.0.1 port=40000'),
  ...ARRIVALS.map((at, i) =>
    csvlogRow(
      BEGIN + at + took(i) / 1000,
      `duration: ${took(i)}.000 ms  statement: select "a",\n'b'`,
      'LOG',
      '00000',
      `695afa8${i % 3}.1f`,
    ),
  ),
  csvlogRow(BEGIN + 899, 'relation "x" does not exist', 'ERROR', '42P01'),
  csvlogRow(BEGIN + 899, 'terminating connection due to administrator command', 'FATAL', '57P01'),
].join('\n');

export const jsonLog = [
  ...ARRIVALS.flatMap((at, i) => {
    const line = (message: string) =>
      JSON.stringify({
        timestamp: iso(BEGIN + at + took(i) / 1000)
          .replace('T', ' ')
          .replace('Z', ' UTC'),
        user: 'app',
        dbname: 'app',
        pid: 31,
        session_id: '695afa80.1f',
        line_num: 3,
        error_severity: 'LOG',
        message,
        backend_type: 'client backend',
        query_id: 0,
      });
    return [
      line('duration: 0.000 ms  parse <unnamed>: select $1'),
      line('duration: 0.000 ms  bind <unnamed>: select $1'),
      line(`duration: ${took(i)}.000 ms  execute <unnamed>: select $1`),
    ];
  }),
  JSON.stringify({
    timestamp: '2026-01-05 00:14:59.500 UTC',
    session_id: '695afa80.1f',
    error_severity: 'ERROR',
    state_code: '40001',
    message: 'could not serialize access',
    backend_type: 'client backend',
  }),
].join('\n');

export const packed = (text: string) => gzipSync(text);

/** A transaction in the second row: its sample has a row. */
export const jmeterResults = [
  'timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect',
  ...ARRIVALS.map(
    (at, i) =>
      `${Math.round(1000 * (BEGIN + at))},120,Home,${i === 3 ? 500 : 200},OK,Users 1-1,text,${i !== 3},,512,128,1,1,http://x/,110,0,9`,
  ),
  `${1000 * (BEGIN + 1)},240,Visit,200,"Number of samples in transaction : 2, number of failing samples : 0",Users 1-1,,true,,1024,256,1,1,null,220,0,9`,
].join('\n');

export const locustHistory = [
  '"Timestamp","User Count","Type","Name","Requests/s","Failures/s","50%","66%","Total Request Count","Total Failure Count","Total Median Response Time"',
  ...[0, 3, 5, 9].map(
    (total, second) => `"${BEGIN + second}","2","","Aggregated","1.5","0.0","12","15","${total}","1","12"`,
  ),
].join('\n');

export const gatlingLog = [
  `RUN\tcomputerdatabase.Basic\tbasic\t${1000 * BEGIN}\t \t3.9.5`,
  ...ARRIVALS.flatMap((at, i) => {
    const start = Math.round(1000 * (BEGIN + at));
    return [
      `USER\tUsers\tSTART\t${start}`,
      `REQUEST\t\tHome\t${start}\t${start + 80}\t${i === 3 ? 'KO' : 'OK'}\t `,
    ];
  }),
].join('\n');
