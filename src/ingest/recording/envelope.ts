import { type Fields, jsonObject, objectOf } from './json.js';

/** Fields that hold the log line in collectors: Docker, journald, Cloud Logging, CloudWatch, Loki, Splunk. */
const TEXTS = ['log', 'MESSAGE', 'textPayload', '@message', 'line', '_raw', 'message', 'msg'];
const TIMES = ['timestamp', 'time', '@timestamp', 'ts', '_time'];
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;
const HAS_MOMENT = /\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}|\d{2}\/[A-Z][a-z]{2}\/\d{4}|^\s*\{/;

/** The line of a log within an object of JSON, with the time of the object if it has none; `undefined` for other text. */
export function envelopedLine(json: unknown): string | undefined {
  const outer = objectOf(json);
  // Diagnostic logs of Azure.
  const inner = objectOf(outer?.['properties']);
  const fields = typeof inner?.['message'] === 'string' ? inner : outer;
  const text = fields && TEXTS.map((name) => fields[name]).find((one) => typeof one === 'string');
  if (fields === undefined || typeof text !== 'string') return undefined;
  const line = text.trimEnd();
  return HAS_MOMENT.test(line) ? line : `${momentText(fields)}${processText(fields)}${line}`;
}

/** As `envelopedLine`, for a line of the file. */
export function lineWithin(line: string): string {
  return line.startsWith('{') ? (envelopedLine(jsonObject(line)) ?? line) : line;
}

/** As PostgreSQL writes it. */
function momentText(fields: Fields): string {
  const micros = Number(fields['__REALTIME_TIMESTAMP'] ?? Number.NaN);
  const text = Number.isNaN(micros)
    ? TIMES.map((name) => fields[name]).find((one) => typeof one === 'string' && ISO.test(one))
    : new Date(micros / 1000).toISOString();
  return text === undefined ? '' : `${String(text).replace('T', ' ').replace('Z', ' UTC')} `;
}

function processText(fields: Fields): string {
  return typeof fields['_PID'] === 'string' ? `[${fields['_PID']}] ` : '';
}
