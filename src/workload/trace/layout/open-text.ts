import { TextFile } from '../reading/text-file.js';

/** An answer of Loki with log lines: https://grafana.com/docs/loki/latest/reference/loki-http-api/. */
const STREAMS = /"resultType"\s*:\s*"streams"/;
/** Nanoseconds and a line; structured metadata may follow. */
const ENTRY = /\[\s*"(\d{19})"\s*,\s*("(?:[^"\\]|\\.)*")/g;

/**
 * Opens a text and reads its head. An answer of Loki becomes a line of JSON per log line, in ascending order of time.
 * @throws Refusal if it is empty
 */
export async function openText(path: string, chunks: AsyncGenerator<string>): Promise<TextFile> {
  const file = new TextFile(path, chunks);
  await file.readHead();
  return STREAMS.test(file.head) ? openText(path, streamLines(file)) : file;
}

async function* streamLines(file: TextFile): AsyncGenerator<string> {
  const entries = Array.from((await file.whole()).matchAll(ENTRY), ([, timestamp = '', line = '']) => ({
    timestamp,
    line: `{"timestamp":"${timestamp}","line":${line}}\n`,
  }));
  entries.sort((a, b) => (a.timestamp < b.timestamp ? -1 : Number(a.timestamp > b.timestamp)));
  for (const { line } of entries) yield line;
}
