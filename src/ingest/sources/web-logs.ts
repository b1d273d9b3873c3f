import { timestampSeconds } from '../../workload/trace/cells/moments.js';
import type { Recording } from '../recording/recording.js';
import { type Source, shareOf } from '../recording/source.js';
import { CLF_MOMENT, clfSeconds, logSeconds, momentOf, SYSLOG_MOMENT, syslogSeconds } from './log-moment.js';
import { tallyStatus, type WebRequest, webRequest } from './web-request.js';

/** A log whose lines match one pattern. */
interface PatternLog {
  readonly form: string;
  readonly pattern: RegExp;
  readonly request: (match: RegExpExecArray, to: Recording) => WebRequest | undefined;
  /** A line that does not match. @returns whether it is one of this log */
  readonly other?: (line: string, to: Recording) => boolean;
}

function patternLog({ form, pattern, request, other }: PatternLog): Source {
  return {
    name: 'access-log',
    form,
    unit: 'request',
    recognise: (head) => shareOf(head, pattern) > (other === undefined ? 0.5 : 0.3),
    lines: (to) => (line) => {
      const match = pattern.exec(line);
      if (match === null) return other?.(line, to) ?? false;
      const found = request(match, to);
      if (found !== undefined) webRequest(to, found);
      return true;
    },
  };
}

/** A date in digits, in the order of ISO 8601; the zone may be missing. */
const ISO_MOMENT = String.raw`\d{4}[-/]\d{2}[-/]\d{2}(?:[T ]| - )\d{2}:\d{2}:\d{2}(?:[.,]\d+)?(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2})(?![\w:]))?`;

const MOMENT_FIRST = new RegExp(String.raw`^\[?(${ISO_MOMENT})`);

/** A line between requests, as programs and containers write them. @returns false for a request in another form */
function between(line: string, to: Recording): boolean {
  if (/ HTTP\/\d/.test(line)) return false;
  // Without a zone, it may be on another clock than the requests.
  const at = timestampSeconds(MOMENT_FIRST.exec(line)?.[1] ?? '');
  if (at !== undefined) to.covers(at);
  to.tally('lines without a request, which are left out');
  return true;
}

/**
 * Common and combined log format of nginx, Apache, Caddy and Traefik, and the default one of Envoy:
 * https://httpd.apache.org/docs/2.4/logs.html. Anything may precede the moment: a virtual host, a syslog header. A scheme,
 * host or cipher may follow it.
 */
export const accessLog = patternLog({
  form: 'an access log in the common or combined format',
  pattern: new RegExp(
    String.raw`\[(${CLF_MOMENT}|${ISO_MOMENT})\] (?:[^" ]+ ){0,4}"((?:[^"\\]|\\.)*)" (\d{3}) (?:\d+|-)`,
  ),
  request: ([, moment = '', target = '', status], to) => ({
    at: moment[4] === '-' ? logSeconds(moment, to)! : clfSeconds(moment, to),
    status: Number(status),
    target,
  }),
  other: between,
});

const METHOD = 'GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS';

/** Requests behind a time, with the groups `target` and `status`. */
const REQUESTS = [
  // Python, Go's chi: the request line.
  /"(?<target>[A-Z]+ \S+ HTTP\/[\d.]+)"(?: from \S+ -)? (?<status>\d{3})/,
  // Gin.
  /\| +(?<status>\d{3}) +\|.*\| +(?<target>[A-Z]+ +"[^"]*")/,
  // uWSGI.
  /\b(?<target>[A-Z]+ \S+) => .*\(HTTP\/[\d.]+ (?<status>\d{3})\)/,
  // Node's morgan, Hono and Next, and the messages that hosts such as Railway and Fly keep.
  new RegExp(String.raw`\b(?<target>(?:${METHOD}) (?:/|https?:)\S*) (?<status>[1-5]\d\d)(?= |$)`),
  // Supabase's gateway, Render.
  new RegExp(String.raw`\b(?:${METHOD})(?: \| |\] ?)(?<status>[1-5]\d\d)(?= ).*?(?<target>[\w.:-]*/\S*)`),
  // Phoenix names the path on another line.
  /\bSent (?<status>\d{3}) in \d+(?:µs|ms|s)$/,
] as const;
const NO_YEAR = new RegExp(`^${SYSLOG_MOMENT}$`);
const ANY_REQUEST = REQUESTS.map(({ source }) => source.replaceAll(/\?<\w+>/g, '?:')).join('|');

/** Logs of programs behind the time that they, Docker, Kubernetes or their host write. */
export const programLog = patternLog({
  form: 'a log with a time and a request in each line',
  pattern: new RegExp(
    String.raw`^(?:\[GIN\] |\[pid: .*?\} )?\[?(${ISO_MOMENT}|\w{3} \w{3} [ \d]\d [\d:]{8} \d{4}|${SYSLOG_MOMENT}|\d{10}\.\d{3})\]?\s(?=.*(?:${ANY_REQUEST}))`,
  ),
  request: ({ 1: moment = '', input }, to) => {
    const at = NO_YEAR.test(moment) ? syslogSeconds(moment, to) : momentOf(moment.replace(' - ', ' '), to)!;
    const { target = '', status } = REQUESTS.map((one) => one.exec(input)?.groups).find(Boolean)!;
    return { at, status: Number(status), target };
  },
  other: between,
});

const TCP = new RegExp(String.raw`\[(${CLF_MOMENT})\] \S+ [^/ ]+/\S+ -?\d+/-?\d+/\+?-?\d+ \+?\d+ `);
const PROCESS = / haproxy\[\d+\]:/;

/**
 * HTTP log of HAProxy: https://docs.haproxy.org/2.8/configuration.html#8.2.3. Moment of the accept, frontend,
 * backend/server, timers, status, bytes; the request is quoted at the end.
 */
export const haproxyLog = patternLog({
  form: 'an HTTP log of HAProxy',
  pattern: new RegExp(
    String.raw`\[(${CLF_MOMENT})\] \S+ [^/ ]+/\S+ \+?-?\d+(?:/\+?-?\d+){4} (\d{3}|-1) \+?\d+ .*?(?:"([^"]*)"?)?$`,
  ),
  request: ([, moment, status, target], to) => ({
    at: clfSeconds(moment!, to),
    status: Math.max(0, Number(status)),
    target: target ?? '',
  }),
  other: (line, to) => {
    const tcp = TCP.exec(line);
    if (tcp === null) return PROCESS.test(line);
    to.covers(clfSeconds(tcp[1]!, to));
    to.tally('connections over TCP, which are not counted');
    return true;
  },
});

/** Native log format of Squid: https://wiki.squid-cache.org/Features/LogFormat. A line is written at the end of a request. */
export const squidLog = patternLog({
  form: 'an access log of Squid',
  pattern: /^(?:\S+ )?(\d{9,10}\.\d{3}) +(\d+) \S+ [A-Z_]+\/(\d{3}) \d+ [A-Z]+ (\S+) /,
  request: ([, at, ms, status, target]) => ({
    at: Number(at),
    took: Number(ms) / 1000,
    status: Number(status),
    target: target!,
  }),
});

const ISO = String.raw`\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d+Z`;
const CREATED = new RegExp(` (${ISO}) "`);

/**
 * Access logs of AWS load balancers: https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-access-logs.html.
 * An ALB writes the type first, stamps the answer and adds the arrival; a classic one stamps the arrival.
 */
export const loadBalancerLog = patternLog({
  form: 'an access log of an AWS load balancer',
  pattern: new RegExp(
    String.raw`^(?:(h2|https?|grpcs|wss?) )?(${ISO}) \S+ \S+:\d+ (?:\S+:\d+|-) (-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (\d{3}|-) \S+ -?\d+ -?\d+ "([^"]*)"`,
  ),
  request: ({ 0: all, input, ...match }, to) => {
    const { 1: type, 2: time = '', 3: request, 4: target, 5: response, 6: status, 7: line } = match;
    const created = type === undefined ? time : (CREATED.exec(input.slice(all.length))?.[1] ?? time);
    const at = timestampSeconds(created)!;
    if (status === '-') {
      to.covers(at);
      to.tally('connections without an answer');
      return undefined;
    }
    const seconds = [request, target, response].reduce((sum, part) => sum + Math.max(0, Number(part)), 0);
    const took = created === time && type !== undefined ? seconds : 0;
    return { at, took, status: Number(status), target: line! };
  },
});

/**
 * Server access logs of Amazon S3, with the owner, bucket and moment before the request:
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/LogFormat.html.
 */
export const s3Log = patternLog({
  form: 'a server access log of S3',
  pattern: new RegExp(String.raw`^\S+ \S+ \[(${CLF_MOMENT})\] \S+ \S+ \S+ \S+ \S+ "([^"]*)" (\d{3}) `),
  request: ([, moment, target, status], to) => ({
    at: clfSeconds(moment!, to),
    status: Number(status),
    target: target!,
  }),
});

/** `vegeta encode --to csv`: https://github.com/tsenart/vegeta#encode-command. The time is the start of a request. */
export const vegetaResults = patternLog({
  form: 'results of vegeta as CSV',
  pattern: /^(\d{19}),(\d{1,3}),\d+,\d+,\d+,/,
  request: ([, nanoseconds, status]) => ({ at: Number(nanoseconds) / 1e9, status: Number(status) }),
});

/** `ab -g`, sorted by duration: https://httpd.apache.org/docs/2.4/programs/ab.html. */
export const abResults = patternLog({
  form: 'results of ab -g',
  pattern: /^\w{3} \w{3} [ \d]\d [\d:]{8} \d{4}\t(\d{10})(?:\t\d+){4}$/,
  request: ([, seconds]) => ({ at: Number(seconds), status: 0 }),
  other: (line) => line.startsWith('starttime\t'),
});

const STARTED = /\bStarted [A-Z]+ "([^"]*)" for \S+ at (\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} [+-]\d{4})$/;
const COMPLETED = /\bCompleted (\d{3}) /;

/** Log of Rails, with separate lines for the start and end of a request: https://guides.rubyonrails.org/debugging_rails_applications.html. */
export const railsLog: Source = {
  name: 'access-log',
  form: 'a log of Rails',
  unit: 'request',
  recognise: (head) => shareOf(head, STARTED) > 0.05,
  lines: (to) => (line) => {
    const [, target, moment] = STARTED.exec(line) ?? [];
    const at = moment === undefined ? undefined : timestampSeconds(moment);
    if (at !== undefined) webRequest(to, { at, status: 0, target: target! });
    const status = COMPLETED.exec(line)?.[1];
    if (status !== undefined) tallyStatus(to, Number(status));
    return true;
  },
};
