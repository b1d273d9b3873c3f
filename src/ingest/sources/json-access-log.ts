import { csvRows } from '../../workload/trace/layout/csv-rows.js';
import { type Fields, jsonObject, objectOf } from '../recording/json.js';
import type { Head, Source } from '../recording/source.js';
import { isMoment, momentOf } from './log-moment.js';
import { webRequest } from './web-request.js';

/** Names of fields in the logs of nginx, Apache, Caddy, Traefik, Envoy, pino, Vercel, Cloudflare, Supabase, API Gateway and load balancers. */
const TIMES =
  '@timestamp time_iso8601 msec StartUTC EdgeStartTimestamp timestampInMs start_time requestTime EventTimestampMs started_at ts timestamp time time_local date datetime'.split(
    ' ',
  );
const STATUSES =
  'status DownstreamStatus EdgeResponseStatus proxy.statusCode responseStatusCode response_code status_code statusCode code elb_status_code httpRequest.status http.response.status_code res.statusCode response.status resultCode properties.httpStatusCode properties.httpStatus httpStatus response_status meta.res.statusCode Event.Response.Status response'.split(
    ' ',
  );
const TARGETS =
  'request.uri ClientRequestURI proxy.path RequestPath requestPath routeKey resourcePath request_uri requestURI uri path url url.path http.request.path httpRequest.requestUrl request.path req.url meta.req.url req request_url properties.requestUri Event.Request.URL request http_request'.split(
    ' ',
  );

/** Access logs whose fields have these names: objects of JSON, CSV with a header, LTSV or logfmt. */
export const jsonAccessLog: Source = {
  name: 'access-log',
  form: 'an access log with named fields',
  unit: 'request',
  recognise: ({ json, lines }: Head) =>
    isRequest(json) || lines.slice(0, 20).some((line) => isRequest(fieldsOf(line))) || isCsv(lines),
  lines: (to) => {
    const take = (fields: Fields | undefined): boolean => {
      const at = fields && momentOf(first(fields, TIMES), to);
      if (at === undefined) return false;
      if (isRequest(fields)) {
        const target = String(first(fields!, TARGETS));
        webRequest(to, { at, status: Number(first(fields!, STATUSES)), target });
      } else to.covers(at);
      return true;
    };
    const row = csvRows(take);
    let is_csv: boolean | undefined;
    return (line) => {
      is_csv ??= fieldsOf(line) === undefined;
      return is_csv ? row(line) : take(fieldsOf(line));
    };
  },
};

const PAIR = /([\w.@]+)=(?:"((?:[^"\\]|\\.)*)"|(\S*))/g;
const TIME = /\d{4}-\d{2}-\d{2}[T ][\d:.]+(?:Z|[+-]\d{2}:?\d{2})?/;

/** The fields of a line in JSON, LTSV or logfmt; a logger may write the time in front. */
function fieldsOf(line: string): Fields | undefined {
  if (line.startsWith('{')) return jsonObject(line);
  const labelled = /^\w+:/.test(line) && line.includes('\t');
  const pairs = labelled
    ? line
        .split('\t')
        .map((field) => [field.slice(0, field.indexOf(':')), field.slice(field.indexOf(':') + 1)])
    : /^(?:[^"=]* )?[\w.@]+=/.test(line)
      ? [[line, 'time', TIME.exec(line)?.[0]], ...line.matchAll(PAIR)].map(([, name, text, word]) => [
          name,
          text ?? word,
        ])
      : [];
  return pairs.length < 3 ? undefined : Object.fromEntries(pairs);
}

function isCsv(lines: readonly string[]): boolean {
  let found = false;
  const row = csvRows((fields) => {
    found ||= isRequest(fields);
    return true;
  });
  for (const line of lines.slice(0, 21)) row(line);
  return found;
}

/** A field of rows that count requests by path and status. */
const COUNTS =
  /^(?:count|cnt|n|num|hits|requests|calls|num_?requests|request_?count|total|value|_value|metric_value)$/i;
/** Fields of a line that is written when a request has ended, whose path is on another line. */
const DURATIONS = ['responseTime', 'response_time', 'elapsed_ms'];

function isRequest(json: unknown): boolean {
  const fields = objectOf(json);
  if (fields === undefined || Object.keys(fields).some((name) => COUNTS.test(name))) return false;
  const status = Number(first(fields, STATUSES));
  const has_target =
    typeof first(fields, TARGETS) === 'string' || typeof first(fields, DURATIONS) === 'number';
  return status >= 100 && status < 600 && has_target && isMoment(first(fields, TIMES));
}

/** The first of some fields that there is; a dot leads into an object, or is part of a name. */
function first(fields: Fields, names: readonly string[]): unknown {
  for (const name of names) {
    if (fields[name] !== undefined && objectOf(fields[name]) === undefined) return fields[name];
    const dot = name.indexOf('.');
    if (dot < 0) continue;
    const inner = objectOf(fields[name.slice(0, dot)]);
    const found = inner === undefined ? undefined : first(inner, [name.slice(dot + 1)]);
    if (found !== undefined) return found;
  }
  return undefined;
}
