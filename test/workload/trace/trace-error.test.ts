import { describe, expect, it } from 'vitest';
import { TraceError } from '../../../src/workload/trace/reading/trace-error.js';
import type { TraceSelection } from '../../../src/workload/trace/trace.js';
import { readTrace, selection, traceFolder } from './trace-files.js';

const write = traceFolder();

async function failure(
  content: string | Uint8Array,
  changes: Partial<TraceSelection> = {},
): Promise<TraceError> {
  return failureOf(write(content), changes);
}

async function failureOf(file: string, changes: Partial<TraceSelection> = {}): Promise<TraceError> {
  const error: unknown = await readTrace(selection(file, changes)).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof TraceError)) throw new Error(`expected a TraceError, got ${String(error)}`);
  return error;
}

describe('a bad field', () => {
  const fields: readonly (readonly [string, string, string, string])[] = [
    ['that is not a number', 't,n\n0,1\n60,many\n', ':3', '"many" in column "n" is not a number'],
    ['below 0', 't,n\n0,1\n60, -3\n', '', 'column "n" has values below 0'],
    ['in hexadecimal', '0;1;a\n60;0x10;b\n', '', 'column "2" has values with different units'],
    ['that is infinite', 't,n\n0,1\n60,1e999\n', '', 'column "n" has infinite values'],
    [
      'with a day that does not exist',
      'time,n\n2026-02-28,1\n2026-02-30,1\n',
      ':3',
      '"2026-02-30" in column "time" is not a time',
    ],
    ['without a time', 'n,time\n1,2026-02-28\n1,\n', '', '1 row has no time in column "time"'],
    ['in another format', 't,n\n0,1\n2026-02-28,1\n', '', 'is not a time'],
    ['of bytes', 't,n\n0,1\n60,12 MB\n', '', 'different units: none, "MB"'],
    [
      'after a quoted line break',
      't,note,n\n0,"a\nb",1\n60,"c",x\n',
      ':4',
      '"x" in column "n" is not a number',
    ],
    ['too few', 't,n\n0,1\n60\n', ':3', 'the row has 1 field; expected 2'],
    ['with a repeated time', 't,n\n0,1\n60,1\n60,1\n', '', '1 row repeats the time of another'],
    ['with an open quotation mark', 't,n\n0,1\n60,"1\n120,1\n', '', 'a quotation mark is opened'],
  ];
  it.each(fields)('%s is refused', async (_, content, place, reason) => {
    const file = write(content);
    const error = await failureOf(file, content.startsWith('0;') ? { value: '2' } : {});
    expect(error.message.startsWith(`${file}${place}`)).toBe(true);
    expect(error.reason).toContain(reason);
  });
});

describe('an invalid file is reported with a remedy', () => {
  const files: readonly (readonly [string, string | Uint8Array, string])[] = [
    ['empty', '', 'the file is empty'],
    ['blank', '\n\n', 'the file is empty'],
    ['header only', 'timestamp,value\n', 'the file has no rows'],
    ['gzip', Uint8Array.of(0x1f, 0x8b, 8, 0), 'the file is damaged: gzip cannot unpack it'],
    ['workbook', Uint8Array.of(0x50, 0x4b, 3, 4), 'export it as CSV'],
    ['no time column', 'host,n\na,2\nb,1\n', 'no column holds the time'],
    ['weeks', 'week,orders\nKW 1,10\nKW 2,20\n', 'no column holds the time'],
    ['a count that rises', 'weekday,requests\nMon,10\nTue,20\nWed,25\n', 'no column holds the time'],
    ['years', 'year,orders\n2019,10\n2020,20\n2021,15\n', 'column "year" numbers the rows'],
    ['no value column', 'time,host,zone\n0,a,x\n60,b,y\n', 'no column but the time holds numbers'],
    ['two values', 'time,requests,hits\n0,1,2\n60,1,2\n', 'value: requests  column "requests": 2 queries'],
    ['one row', 'time,n\n0,1\n', 'add interval: 5m'],
  ];
  it.each(files)('%s', async (_, content, reason) => {
    expect((await failure(content)).reason).toContain(reason);
  });

  it('a missing file or a folder is reported', async () => {
    expect((await failureOf('/no/such/requests.csv')).message).toBe(
      '/no/such/requests.csv: no such file; check the path',
    );
    const folder = write('x').replace(/[^/\\]+$/, '');
    expect((await failureOf(folder)).reason).toContain('this is a folder');
  });
});

describe('an invalid selection is reported with the expected form', () => {
  const rows = 'timestamp,requests\n2026-01-05T00:00Z,1\n2026-01-05T01:00Z,2\n';
  const selections: readonly (readonly [string, Partial<TraceSelection>, string])[] = [
    ['a mistyped column', { value: 'request' }, 'there is no column "request"; did you mean "requests"?'],
    ['an unknown column', { time: 'zzz' }, 'expected one of timestamp, requests'],
    [
      'a cut beyond the end',
      { from: '2027-01-01' },
      'the file has rows from 2026-01-05 00:00:00Z to 2026-01-05 01:00:00Z',
    ],
    ['a bound that is no moment', { to: 'noon' }, 'to: "noon" is not a moment; expected a timestamp'],
    ['an interval too long', { interval_seconds: 7200 }, 'intervals of 2 h would overlap'],
    ['scale', { scale: 0 }, 'scale: 0 is not above 0'],
    ['repeat', { repeat: 1.5 }, 'repeat: 1.5 is not a whole number'],
    ['scaled arrivals', { kind: 'arrivals', scale: 2 }, 'single queries cannot be scaled'],
  ];
  it.each(selections)('%s', async (_, changes, reason) => {
    expect((await failure(rows, changes)).reason).toContain(reason);
  });

  it('suggests timestamps if the file has offsets, and names if it has no header', async () => {
    expect((await failure('0,1\n60,2\n', { from: '2026-01-05' })).reason).toContain(
      'the file has offsets only',
    );
    expect((await failure('0,1\n60,2\n', { time: 'ts' })).reason).toContain('expected one of 1, 2');
  });
});
