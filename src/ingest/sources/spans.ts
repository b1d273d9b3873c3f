import { parsedJson } from '../../workload/trace/layout/parsed-json.js';
import { type Fields, jsonDocuments, listAt, objectOf } from '../recording/json.js';
import type { Source } from '../recording/source.js';

/** Spans of a client that calls a database have one of these attributes. */
const DATABASE = /^db\.(?:system|statement|query|operation)/;
const isPostgres = (key: unknown, value: unknown) =>
  /^db\.system(?:\.name)?$/.test(String(key)) && /postgres/i.test(String(value));
const SERVER = new Set<unknown>([2, 'SPAN_KIND_SERVER']);

interface Span {
  /** Unix seconds. */
  readonly began: number;
  readonly took: number;
  readonly is_query: boolean;
  /** Whether its database is PostgreSQL. */
  readonly is_postgres: boolean;
  readonly is_server: boolean;
  readonly is_root: boolean;
}

/**
 * Spans of OpenTelemetry as OTLP JSON, a message per file or per line, or traces as the APIs of Jaeger and Zipkin have
 * them. Spans of a database are the queries; without any, spans of servers are requests, and otherwise every root span
 * is one. Shapes: https://github.com/open-telemetry/opentelemetry-proto (trace/v1/trace.proto),
 * https://www.jaegertracing.io/docs/latest/apis/, https://zipkin.io/zipkin-api/.
 */
export const spans: Source = {
  name: 'otlp',
  form: 'spans of OpenTelemetry, Jaeger or Zipkin',
  unit: 'request',
  recognise: ({ text }) =>
    /^\s*(?:\[\s*)?\{\s*"resourceSpans"\s*:/.test(text) ||
    isZipkin(text) ||
    (/^\s*\{\s*"data"\s*:\s*\[/.test(text) && /"traceID"\s*:/.test(text)),
  document: (text, to) => {
    const all = isZipkin(text)
      ? zipkinSpans(text)
      : jsonDocuments(text).flatMap((message) => [...otlpSpans(message), ...jaegerSpans(message)]);
    const groups = [
      ['of PostgreSQL', all.filter(({ is_postgres }) => is_postgres)],
      ['of a database', all.filter(({ is_query }) => is_query)],
      ['of servers', all.filter(({ is_server }) => is_server)],
      ['without a parent', all.filter(({ is_root }) => is_root)],
    ] as const;
    const [what, chosen] = groups.find(([, some]) => some.length > 0) ?? groups[3];
    for (const { began } of all) to.covers(began);
    for (const { began, took, is_query } of chosen) {
      to.arrival(began);
      if (is_query && took >= 0) to.service.push(took);
    }
    to.tally(`spans in all; those ${what} are counted`, all.length);
    if (what === 'of PostgreSQL' || what === 'of a database') to.unit = 'query';
  },
};

function otlpSpans(message: Fields): readonly Span[] {
  return listAt(message, 'resourceSpans')
    .flatMap((part) => [...listAt(part, 'scopeSpans'), ...listAt(part, 'instrumentationLibrarySpans')])
    .flatMap((scope) => listAt(scope, 'spans'))
    .map((span) => {
      const began = secondsOf(span['startTimeUnixNano']);
      return {
        began,
        took: secondsOf(span['endTimeUnixNano']) - began,
        is_query: listAt(span, 'attributes').some(({ key }) => DATABASE.test(String(key))),
        is_postgres: listAt(span, 'attributes').some(({ key, value }) =>
          isPostgres(key, objectOf(value)?.['stringValue']),
        ),
        is_server: SERVER.has(span['kind']),
        is_root: (span['parentSpanId'] ?? '') === '',
      };
    });
}

/** Nanoseconds as text: their last digits do not fit a number. */
function secondsOf(nanoseconds: unknown): number {
  const text = String(nanoseconds ?? '');
  return Number(text.slice(0, -9)) + Number(`0.${text.slice(-9) || 0}`);
}

/** Times in microseconds. */
function jaegerSpans(message: Fields): readonly Span[] {
  return listAt(message, 'data')
    .flatMap((trace) => listAt(trace, 'spans'))
    .map((span) => {
      const tags = listAt(span, 'tags');
      return {
        began: Number(span['startTime']) / 1e6,
        took: Number(span['duration']) / 1e6,
        is_query: tags.some(({ key }) => DATABASE.test(String(key))),
        is_postgres: tags.some(({ key, value }) => isPostgres(key, value)),
        is_server: tags.some(({ key, value }) => key === 'span.kind' && value === 'server'),
        is_root: listAt(span, 'references').length === 0,
      };
    });
}

const isZipkin = (text: string) =>
  /^\s*\[\s*(?:\[\s*)?\{/.test(text) &&
  /"traceId"\s*:/.test(text) &&
  /"(?:local|remote)Endpoint"\s*:/.test(text);

/** A list of spans, or of traces, whole or one per line. Times are in microseconds; a client and a server may share a span. */
function zipkinSpans(text: string): readonly Span[] {
  return [parsedJson(text)]
    .flat(3)
    .map((one) => {
      const span = objectOf(one) ?? {};
      const tags = Object.entries(objectOf(span['tags']) ?? {});
      const callee = String(objectOf(span['remoteEndpoint'])?.['serviceName'] ?? '');
      const is_postgres = /postgres/i.test(callee) || tags.some(([key, value]) => isPostgres(key, value));
      return {
        began: Number(span['timestamp']) / 1e6,
        took: Number(span['duration'] ?? -1) / 1e6,
        is_query: is_postgres || tags.some(([key]) => DATABASE.test(key) || key === 'sql.query'),
        is_postgres,
        is_server: span['kind'] === 'SERVER',
        is_root: (span['parentId'] ?? '') === '',
      };
    })
    .filter(({ began }) => began > 0);
}
