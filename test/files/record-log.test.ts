import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { frameRecord, RecordLog } from '../../src/files/record-log.js';

const TEXTS = ['first', '', 'the third, which is longer'];
const BYTES = Buffer.concat(TEXTS.map((text) => frameRecord(Buffer.from(text))));
const FOLDER = mkdtempSync(join(tmpdir(), 'neap-log-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

function logOf(bytes: Buffer, from?: number): RecordLog {
  const file = join(FOLDER, 'log');
  writeFileSync(file, bytes);
  return new RecordLog(openSync(file, 'r+'), from);
}

/** The records of a file, and where they end. */
function read(bytes: Buffer, from?: number) {
  const log = logOf(bytes, from);
  const texts = [...log.read()].map((record) => record.bytes.toString());
  log.close();
  return { texts, end: log.end };
}

describe('a log of records', () => {
  test('a record log returns the written records, from any record on', () => {
    expect(read(BYTES)).toEqual({ texts: TEXTS, end: BYTES.length });
    const second = frameRecord(Buffer.from('first')).length;
    expect(read(BYTES, second)).toEqual({ texts: TEXTS.slice(1), end: BYTES.length });
    expect(read(Buffer.alloc(0))).toEqual({ texts: [], end: 0 });
  });

  test('a record log appends after the last complete record', () => {
    const log = logOf(BYTES.subarray(0, BYTES.length - 1));
    expect([...log.read()]).toHaveLength(2);
    log.truncate();
    const added = log.append(Buffer.from('another'));
    expect(log.at(added).toString()).toBe('another');
    log.close();
    const again = new RecordLog(openSync(join(FOLDER, 'log'), 'r'));
    expect([...again.read()].map(({ bytes }) => bytes.toString())).toEqual(['first', '', 'another']);
    again.close();
  });

  test('a record log truncated anywhere returns the records before the truncation', () => {
    for (let length = 0; length < BYTES.length; length++) {
      const { texts, end } = read(BYTES.subarray(0, length));
      expect(texts).toEqual(TEXTS.slice(0, texts.length));
      expect(end).toBeLessThanOrEqual(length);
      expect(texts.length).toBeLessThan(TEXTS.length);
    }
  });

  test('a record log with an altered byte ends before the record that contains it', () => {
    for (let place = 0; place < BYTES.length; place++) {
      const bytes = Buffer.from(BYTES);
      bytes[place] = bytes[place]! ^ 0x20;
      const { texts, end } = read(bytes);
      expect(end).toBeLessThanOrEqual(place);
      expect(texts).toEqual(TEXTS.slice(0, texts.length));
    }
  });
});
