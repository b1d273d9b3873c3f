import { crc32, inflateRawSync } from 'node:zlib';

/** One file of an archive, as it is stored. */
interface Entry {
  readonly name: Buffer;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly crc: number;
  readonly size: number;
  readonly packed: Uint8Array;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
/** Version 2.0 of the format: deflation and folders. */
const VERSION = 20;
/** 1 January 1980, 0:00, the first moment of the format: the archive says nothing of when it was made. */
const DATE = 0x21;
/** Names are UTF-8. */
const UTF8 = 0x800;

/**
 * A ZIP archive whose files can be read and replaced one by one. Files that are not touched keep their compressed
 * bytes, and replaced ones are stored as they are, so that no compressor's version shows in the bytes.
 *
 * Reads what a workbook writer makes: no encryption, no ZIP64. After APPNOTE.TXT 6.3, sections 4.3 and 4.4.
 */
export class ZipArchive {
  readonly #entries: Entry[];

  /** @throws RangeError when the bytes are no such archive */
  constructor(bytes: Uint8Array) {
    this.#entries = readEntries(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  /** Names of the files, in their order. */
  get names(): readonly string[] {
    return this.#entries.map(({ name }) => name.toString('utf8'));
  }

  /** The content of a text file. @throws RangeError when there is no such file */
  text(name: string): string {
    const { method, packed } = this.#entries[this.#indexOf(name)]!;
    return Buffer.from(method === 0 ? packed : inflateRawSync(packed)).toString('utf8');
  }

  /** Puts another content in the place of a file's. @throws RangeError when there is no such file */
  replace(name: string, text: string): void {
    const content = Buffer.from(text, 'utf8');
    const index = this.#indexOf(name);
    const entry = { method: 0, crc: crc32(content), size: content.length, packed: content };
    this.#entries[index] = { name: this.#entries[index]!.name, ...entry };
  }

  /** The whole archive. */
  toBytes(): Uint8Array {
    const locals: Uint8Array[] = [];
    const centrals: Uint8Array[] = [];
    let offset = 0;
    for (const entry of this.#entries) {
      const local = localHeader(entry);
      locals.push(local, entry.name, entry.packed);
      centrals.push(centralHeader(entry, offset), entry.name);
      offset += local.length + entry.name.length + entry.packed.length;
    }
    const directory = Buffer.concat(centrals);
    const end = Buffer.alloc(END_BYTES);
    end.writeUInt32LE(END, 0);
    end.writeUInt16LE(this.#entries.length, 8);
    end.writeUInt16LE(this.#entries.length, 10);
    end.writeUInt32LE(directory.length, 12);
    end.writeUInt32LE(offset, 16);
    return Buffer.concat([...locals, directory, end]);
  }

  #indexOf(name: string): number {
    const index = this.names.indexOf(name);
    if (index < 0) throw new RangeError(`archive: there is no file ${name}`);
    return index;
  }
}

function readEntries(bytes: Buffer): Entry[] {
  // The end record has no comment where a program wrote it.
  const end = bytes.length - END_BYTES;
  if (end < 0 || bytes.readUInt32LE(end) !== END) throw new RangeError('archive: no end record');
  const count = bytes.readUInt16LE(end + 10);
  const entries: Entry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (bytes.readUInt32LE(at) !== CENTRAL) throw new RangeError('archive: broken directory');
    const [names, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const begin = at + CENTRAL_BYTES;
    const packedSize = bytes.readUInt32LE(at + 20);
    const local = bytes.readUInt32LE(at + 42);
    const data = local + LOCAL_BYTES + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    entries.push({
      name: bytes.subarray(begin, begin + names),
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      size: bytes.readUInt32LE(at + 24),
      packed: bytes.subarray(data, data + packedSize),
    });
    at = begin + names + extra + comment;
  }
  return entries;
}

function localHeader({ name, method, crc, size, packed }: Entry): Buffer {
  const header = Buffer.alloc(LOCAL_BYTES);
  header.writeUInt32LE(LOCAL, 0);
  header.writeUInt16LE(VERSION, 4);
  writeCommon(header, 6, { method, crc, size, packed });
  header.writeUInt16LE(name.length, 26);
  return header;
}

function centralHeader({ name, method, crc, size, packed }: Entry, offset: number): Buffer {
  const header = Buffer.alloc(CENTRAL_BYTES);
  header.writeUInt32LE(CENTRAL, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(VERSION, 6);
  writeCommon(header, 8, { method, crc, size, packed });
  header.writeUInt16LE(name.length, 28);
  header.writeUInt32LE(offset, 42);
  return header;
}

/** The fields that both headers have in the same order, from the flags on. */
function writeCommon(header: Buffer, at: number, { method, crc, size, packed }: Omit<Entry, 'name'>): void {
  header.writeUInt16LE(UTF8, at);
  header.writeUInt16LE(method, at + 2);
  header.writeUInt16LE(0, at + 4);
  header.writeUInt16LE(DATE, at + 6);
  header.writeUInt32LE(crc, at + 8);
  header.writeUInt32LE(packed.length, at + 12);
  header.writeUInt32LE(size, at + 16);
}
