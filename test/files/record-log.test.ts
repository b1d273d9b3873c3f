import { describe, expect, test } from 'vitest';
import { framed, wholeRecords } from '../../src/files/record-log.js';

const TEXTS = ['first', '', 'the third, which is longer'];
const BYTES = Buffer.concat(TEXTS.map((text) => framed(Buffer.from(text))));

/** What is read of a file, and where it ends. */
function read(bytes: Buffer, from?: number) {
  const { records, end } = wholeRecords(bytes, from);
  return { texts: records.map((record) => Buffer.from(record).toString()), end };
}

describe('a log of records', () => {
  test('gives back what was written, from any record on', () => {
    expect(read(BYTES)).toEqual({ texts: TEXTS, end: BYTES.length });
    const second = framed(Buffer.from('first')).length;
    expect(read(BYTES, second)).toEqual({ texts: TEXTS.slice(1), end: BYTES.length });
    expect(read(Buffer.alloc(0))).toEqual({ texts: [], end: 0 });
  });

  test('cut short anywhere, it gives the records before the cut', () => {
    for (let length = 0; length < BYTES.length; length++) {
      const { texts, end } = read(BYTES.subarray(0, length));
      expect(texts).toEqual(TEXTS.slice(0, texts.length));
      expect(end).toBeLessThanOrEqual(length);
      expect(texts.length).toBeLessThan(TEXTS.length);
    }
  });

  test('with any byte altered, it ends before the record that holds it', () => {
    for (let place = 0; place < BYTES.length; place++) {
      const bytes = Buffer.from(BYTES);
      bytes[place] = bytes[place]! ^ 0x20;
      const { texts, end } = read(bytes);
      expect(end).toBeLessThanOrEqual(place);
      expect(texts).toEqual(TEXTS.slice(0, texts.length));
    }
  });
});
