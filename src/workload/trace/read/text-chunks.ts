import { createReadStream } from 'node:fs';
import { TraceError } from '../trace-error.js';

const CHUNK_BYTES = 262_144;

/** First bytes that tell a file which is no text, and what to do about each. */
const SIGNATURES: readonly { readonly bytes: readonly number[]; readonly reason: string }[] = [
  { bytes: [0x1f, 0x8b], reason: 'the file is compressed with gzip; unpack it first' },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], reason: 'the file is compressed with zstd; unpack it first' },
  { bytes: [0x50, 0x4b, 0x03, 0x04], reason: 'the file is a workbook or a zip archive; export it as CSV' },
  { bytes: [0x50, 0x41, 0x52, 0x31], reason: 'the file is Parquet; export it as CSV' },
  { bytes: [0xff, 0xfe], reason: 'the file is encoded in UTF-16; save it as UTF-8' },
  { bytes: [0xfe, 0xff], reason: 'the file is encoded in UTF-16; save it as UTF-8' },
];

/**
 * The text of a file in chunks, as UTF-8 without a byte order mark.
 *
 * @throws TraceError when the file cannot be opened or read, or is no text
 */
export async function* textChunks(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  let first = true;
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES })) {
      const bytes = chunk as Uint8Array;
      if (first) refuseBinary(file, bytes);
      first = false;
      yield decoder.decode(bytes, { stream: true });
    }
  } catch (error) {
    throw error instanceof TraceError ? error : new TraceError(file, unreadable(error));
  }
}

function refuseBinary(file: string, bytes: Uint8Array): void {
  const signature = SIGNATURES.find((candidate) => candidate.bytes.every((byte, i) => bytes[i] === byte));
  if (signature !== undefined) throw new TraceError(file, signature.reason);
  if (bytes.includes(0)) throw new TraceError(file, 'the file is not text; expected CSV, one row a line');
}

function unreadable(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'no such file; check the path';
  if (code === 'EISDIR') return 'this is a folder; name a CSV file in it';
  if (code === 'EACCES') return 'the file may not be read; check its permissions';
  return `the file cannot be read: ${message}`;
}
