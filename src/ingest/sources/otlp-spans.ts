import { type Fields, jsonDocuments, listAt } from '../recording/json.js';
import type { Recording } from '../recording/recording.js';
import type { Source } from '../recording/source.js';

/** Spans of a client that calls a database have one of these attributes. */
const DATABASE = /^db\.(?:system|statement|query|operation)/;
/** SpanKind SERVER. */
const SERVER = new Set<unknown>([2, 'SPAN_KIND_SERVER']);

/**
 * Spans of OpenTelemetry as OTLP JSON, a message per file or per line. Spans of a database are the queries; without any,
 * spans of servers are requests, and otherwise every root span is one.
 * Shape: https://github.com/open-telemetry/opentelemetry-proto (trace/v1/trace.proto).
 */
export const otlpSpans: Source = {
  name: 'otlp',
  form: 'spans of OpenTelemetry',
  unit: 'request',
  recognise: ({ text }) => /^\s*(?:\[\s*)?\{\s*"resourceSpans"\s*:/.test(text),
  document: (text, to) => {
    const spans = jsonDocuments(text).flatMap(spansOf);
    const groups = [
      ['of a database', spans.filter((span) => attributesOf(span).some((name) => DATABASE.test(name)))],
      ['of servers', spans.filter(({ kind }) => SERVER.has(kind))],
      ['without a parent', spans.filter(({ parentSpanId }) => (parentSpanId ?? '') === '')],
    ] as const;
    const [what, chosen] = groups.find(([, some]) => some.length > 0) ?? groups[2];
    for (const span of spans) to.covers(secondsOf(span['startTimeUnixNano']));
    for (const span of chosen) take(span, what === 'of a database', to);
    to.tally(`spans in all; those ${what} are counted`, spans.length);
    if (what === 'of a database') to.unit = 'query';
  },
};

function take(span: Fields, is_query: boolean, to: Recording): void {
  const began = secondsOf(span['startTimeUnixNano']);
  const took = secondsOf(span['endTimeUnixNano']) - began;
  to.arrival(began);
  if (is_query && took >= 0) to.service.push(took);
}

/** Nanoseconds as text: their last digits do not fit a number. */
function secondsOf(nanoseconds: unknown): number {
  const text = String(nanoseconds ?? '');
  return Number(text.slice(0, -9)) + Number(`0.${text.slice(-9) || 0}`);
}

function spansOf(message: Fields): readonly Fields[] {
  return listAt(message, 'resourceSpans').flatMap((part) =>
    listAt(part, part['scopeSpans'] === undefined ? 'instrumentationLibrarySpans' : 'scopeSpans').flatMap(
      (scope) => listAt(scope, 'spans'),
    ),
  );
}

function attributesOf(span: Fields): readonly string[] {
  return listAt(span, 'attributes').map(({ key }) => String(key));
}
