import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { reportReading } from '../../../files/input-files.js';
import { rereadablePath, UnreadableDevice } from '../../../files/piped-input.js';
import { TraceError } from '../reading/trace-error.js';
import { encodingOf } from './encoding.js';

const CHUNK_BYTES = 65_536;

/** Begins the colours of a terminal; JSON and syslog escape it. */
const ESCAPES = [String.fromCharCode(27), '\\u001b', '\\u001B', '#033'];
const ESCAPE = ESCAPES.join('|').replaceAll('\\', '\\\\');
const COLOUR = new RegExp(String.raw`(?:${ESCAPE})\[[\d;]*[A-Za-z]`, 'g');
/** The beginning of a colour at the end of a chunk. */
const CUT_COLOUR = new RegExp(String.raw`(?:${ESCAPE})(?:\[[\d;]*)?$`);
const MAX_COLOUR = 32;

/** First bytes of files that are not text, and a remedy for each. */
const SIGNATURES: readonly { readonly bytes: readonly number[]; readonly reason: string }[] = [
  { bytes: [0x50, 0x4b, 0x03, 0x04], reason: 'the file is a workbook or a zip archive; export it as CSV' },
  { bytes: [0x50, 0x41, 0x52, 0x31], reason: 'the file is Parquet; export it as CSV' },
];

/**
 * The text of a file in chunks, without a byte order mark or colours of a terminal, with line feeds if the file has
 * carriage returns alone.
 * Files compressed with gzip, zstd, bzip2 or xz are decompressed.
 *
 * @throws TraceError when the file cannot be opened, read or decompressed, or is not a text file
 */
export async function* textChunks(file: string): AsyncGenerator<string> {
  let decoder = new TextDecoder('utf-8');
  let first = true;
  let old_line_ends = false;
  let cut = '';
  try {
    for await (const bytes of unpackedBytes(file)) {
      if (first) {
        decoder = new TextDecoder(encodingOf(bytes));
        refuseBinary(file, bytes, decoder.encoding);
      }
      const text = decoder.decode(bytes, { stream: true });
      if (first) old_line_ends = !text.includes('\n') && text.slice(0, -1).includes('\r');
      first = false;
      const plain = cut + (old_line_ends ? text.replaceAll('\r', '\n') : text);
      cut = CUT_COLOUR.exec(plain.slice(-MAX_COLOUR))?.[0] ?? '';
      const whole = plain.slice(0, plain.length - cut.length);
      yield ESCAPES.some((one) => whole.includes(one)) ? whole.replaceAll(COLOUR, '') : whole;
    }
    if (cut !== '') yield cut;
  } catch (error) {
    throw error instanceof TraceError ? error : new TraceError(file, unreadable(error));
  }
}

async function* unpackedBytes(file: string): AsyncGenerator<Uint8Array> {
  const place = await rereadablePath(file);
  const packed = await packing(place);
  const { size } = await stat(place);
  const source = createReadStream(place, { highWaterMark: CHUNK_BYTES });
  const unpacked = packed === undefined ? source : await UNPACK[packed](source);
  if (unpacked !== source) source.on('error', (error) => unpacked.destroy(error));
  try {
    for await (const bytes of unpacked) {
      reportReading(source.bytesRead, size);
      yield bytes as Uint8Array;
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (packed === undefined || (code !== undefined && !code.startsWith('Z'))) throw error;
    throw new TraceError(
      file,
      `the file is damaged: ${packed} cannot unpack it (${(error as Error).message}); compress it again`,
    );
  } finally {
    source.destroy();
  }
}

const SIGNATURE_OF = {
  gzip: [0x1f, 0x8b],
  zstd: [0x28, 0xb5, 0x2f, 0xfd],
  bzip2: [0x42, 0x5a, 0x68],
  xz: [0xfd, 0x37, 0x7a, 0x58, 0x5a],
} as const;
type Packing = keyof typeof SIGNATURE_OF;

const UNPACK: Readonly<Record<Packing, (source: Readable) => Promise<Readable>>> = {
  gzip: async (source) => source.pipe(createGunzip({ chunkSize: CHUNK_BYTES })),
  zstd: async (source) => Readable.from(unpackedZstd(source)),
  bzip2: async (source) => {
    const { default: unbzip2 } = await import('unbzip2-stream');
    return new Readable().wrap(source.pipe(unbzip2()));
  },
  xz: async (source) => {
    const module = await import('xz-decompress');
    // A CommonJS package: loaders differ in where they put its exports.
    const { XzReadableStream } = module.default ?? module;
    const packed = Readable.toWeb(source) as ConstructorParameters<typeof XzReadableStream>[0];
    return Readable.fromWeb(new XzReadableStream(packed) as Parameters<typeof Readable.fromWeb>[0]);
  },
};

async function packing(place: string): Promise<Packing | undefined> {
  const handle = await open(place);
  try {
    const head = Buffer.alloc(5);
    await handle.read(head, 0, 5, 0);
    const names = Object.keys(SIGNATURE_OF) as Packing[];
    return names.find((name) => SIGNATURE_OF[name].every((byte, i) => head[i] === byte));
  } finally {
    await handle.close();
  }
}

/** The decoder verifies checksums, but reports an error only by empty output without end. */
async function* unpackedZstd(source: Readable): AsyncGenerator<Uint8Array> {
  const { ZSTDDecoder } = await import('zstddec/stream');
  const decoder = new ZSTDDecoder();
  await decoder.init();
  const ready: Uint8Array[] = [];
  let empty = 0;
  function* taken() {
    for (let chunk = ready.pop(); chunk !== undefined; chunk = ready.pop()) {
      empty = 0;
      yield chunk;
    }
  }
  const checked = (bytes: Uint8Array) => {
    empty = bytes.length === 0 ? empty + 1 : 0;
    if (empty > 1) throw new Error('data or checksum is wrong');
    return bytes;
  };
  const unpacked = decoder.decodeStreaming(taken());
  for await (const chunk of source) {
    ready.push(chunk as Uint8Array);
    while (ready.length > 0) {
      const { value } = unpacked.next();
      if (value !== undefined) yield checked(value);
    }
  }
  for (const bytes of unpacked) yield checked(bytes);
}

function refuseBinary(file: string, bytes: Uint8Array, encoding: string): void {
  const signature = SIGNATURES.find((candidate) => candidate.bytes.every((byte, i) => bytes[i] === byte));
  if (signature !== undefined) throw new TraceError(file, signature.reason);
  if (!encoding.startsWith('utf-16') && bytes.includes(0))
    throw new TraceError(file, 'not a text file; expected CSV, JSON or a log');
}

function unreadable(error: unknown): string {
  if (error instanceof UnreadableDevice) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'no such file; check the path';
  if (code === 'EISDIR') return 'this is a folder; name a CSV file in it';
  if (code === 'EACCES') return 'the file may not be read; check its permissions';
  return `the file cannot be read: ${message}`;
}
