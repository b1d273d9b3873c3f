import { measureOfName, plainName } from '../cells/measure.js';
import { isDate } from '../cells/moments.js';
import { TIME } from '../cells/vocabulary.js';

/** Encodings that spreadsheets save CSV in, by region. */
const OLD_ENCODINGS = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'koi8-r',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
];
/** Bytes and lines that hold the header. */
const HEADER_BYTES = 4096;
const HEADER_LINES = 10;

/** The encoding of a text by its first bytes: a mark, zero bytes, or the names of columns that make sense in it. */
export function encodingOf(bytes: Uint8Array): string {
  const [a, b, c, d] = bytes;
  if ((a === 0xff && b === 0xfe) || (b === 0 && d === 0 && a! > 0 && c! > 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && c === 0 && b! > 0 && d! > 0)) return 'utf-16be';
  if (decoded(bytes, 'utf-8') !== undefined) return 'utf-8';
  const head = bytes.subarray(0, HEADER_BYTES);
  const known = OLD_ENCODINGS.map((encoding) => knownNames(decoded(head, encoding) ?? ''));
  return OLD_ENCODINGS[known.indexOf(Math.max(...known))]!;
}

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

function knownNames(text: string): number {
  const cells = text.split(/\r?\n/, HEADER_LINES).flatMap((line) => line.split(/[,;|\t]/));
  const foreign = cells.filter((cell) => /[^\0-\x7f]/.test(cell));
  const isKnown = (cell: string) =>
    isDate(cell) ||
    TIME.test(plainName(cell)) ||
    (/\p{L}{2}/u.test(cell) && measureOfName(cell).is !== 'unknown');
  return foreign.filter(isKnown).length;
}
