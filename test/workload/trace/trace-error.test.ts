import { describe, expect, it } from 'vitest';
import type { TraceSelection } from '../../../src/workload/trace/trace.js';
import { TraceError } from '../../../src/workload/trace/trace-error.js';
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

describe('a bad field is named by line and column', () => {
  const fields: readonly (readonly [string, string, string, string])[] = [
    [
      'no number',
      't,n\n0,1\n60,many\n',
      ':3:4',
      'column "n": "many" is not a number; expected a count such as 42',
    ],
    ['negative', 't,n\n0,1\n60, -3\n', ':3:5', '-3 is negative; expected a count such as 42, 0 or more'],
    ['hexadecimal', '0;1;a\n60;0x10;b\n', ':2:4', 'column 2: "0x10" is not a number'],
    ['infinite', 't,n\n0,1\n60,1e999\n', ':3:4', '"1e999" is not a number'],
    [
      'no such day',
      'time,n\n2026-02-28,1\n2026-02-30,1\n',
      ':3:1',
      '"2026-02-30" is not a time; expected timestamps, as in the first row',
    ],
    ['no time', 'n,time\n1,2026-02-28\n1,\n', ':3:3', 'column "time": the time is missing'],
    [
      'another format',
      't,n\n0,1\n2026-02-28,1\n',
      ':3:1',
      'expected offsets in seconds, as in the first row',
    ],
    ['day or month first', 'time,n\n04/10/2014 00:04,1\n', ':2:1', 'write the year first'],
    ['bytes', 't,n\n0,1\n60,12 MB\n', ':3:4', '"12 MB" has the unit "MB", which is no count of queries'],
    [
      'after a quoted line break',
      't,note,n\n0,"a\nb",1\n60,"c",x\n',
      ':4',
      'column "n": "x" is not a number',
    ],
  ];
  it.each(fields)('%s', async (_, content, place, reason) => {
    const file = write(content);
    const error = await failureOf(file, content.startsWith('0;') ? { value: '2' } : {});
    expect(error.message.startsWith(`${file}${place}: `)).toBe(true);
    expect(place).toBe([error.line, error.column].map((at) => (at === undefined ? '' : `:${at}`)).join(''));
    expect(error.reason).toContain(reason);
  });

  it('names a short row, a repeated time and an open quotation mark by line', async () => {
    const short = await failure('t,n\n0,1\n60\n');
    expect([short.line, short.reason]).toEqual([3, 'the row has 1 field; expected 2, as the first row has']);
    const repeated = await failure('t,n\n0,1\n60,1\n60,1\n');
    expect([repeated.line, repeated.reason]).toEqual([
      4,
      'the row repeats the time of line 3, +60 s; expected one row an interval; say duplicates: sum, first or last, or kind: arrivals',
    ]);
    const open = await failure('t,n\n0,1\n60,"1\n120,1\n');
    expect([open.line, open.reason]).toEqual([3, expect.stringContaining('quotation mark')]);
  });
});

describe('a bad file says what to do', () => {
  const files: readonly (readonly [string, string | Uint8Array, string])[] = [
    ['empty', '', 'the file is empty'],
    ['blank', '\n\n', 'the file is empty'],
    ['header only', 'timestamp,value\n', 'a header and no rows'],
    ['gzip', Uint8Array.of(0x1f, 0x8b, 8, 0), 'the file is damaged: gzip cannot unpack it'],
    ['workbook', Uint8Array.of(0x50, 0x4b, 3, 4), 'export it as CSV'],
    ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x74, 0), 'save it as UTF-8'],
    ['no time column', 'host,n\na,2\nb,1\n', 'no column holds the time of a row'],
    ['months', 'month,orders\n2025-01,10\n2025-02,20\n', 'column "month" holds moments such as "2025-01"'],
    ['weeks', 'week,orders\n2025-W01,10\n2025-W02,20\n', 'column "week" holds moments such as "2025-W01"'],
    ['a count that rises', 'weekday,requests\nMon,10\nTue,20\nWed,25\n', 'no column holds the time of a row'],
    ['years', 'year,orders\n2019,10\n2020,20\n2021,15\n', 'it may be the number of a row, a year or a time'],
    ['no value column', 'time,host,zone\n0,a,x\n60,b,y\n', 'no column holds a count'],
    [
      'two values',
      'time,requests,hits\n0,1,2\n60,1,2\n',
      'several columns could be the value: "requests", "hits"; say which, as in value: requests',
    ],
    ['one row', 'time,n\n0,1\n', 'say it, as in interval: 5m'],
  ];
  it.each(files)('%s', async (_, content, reason) => {
    expect((await failure(content)).reason).toContain(reason);
  });

  it('no such file, or a folder', async () => {
    expect((await failureOf('/no/such/requests.csv')).message).toBe(
      '/no/such/requests.csv: no such file; check the path',
    );
    const folder = write('x').replace(/[^/\\]+$/, '');
    expect((await failureOf(folder)).reason).toContain('this is a folder');
  });
});

describe('a bad selection says what was expected', () => {
  const rows = 'timestamp,requests\n2026-01-05T00:00Z,1\n2026-01-05T01:00Z,2\n';
  const selections: readonly (readonly [string, Partial<TraceSelection>, string])[] = [
    [
      'a mistyped column',
      { value: 'request' },
      'there is no column "request" (value); did you mean "requests"?',
    ],
    ['an unknown column', { time: 'zzz' }, 'The file has the columns "timestamp", "requests"'],
    [
      'a cut beyond the end',
      { from: '2027-01-01' },
      'the file has rows from 2026-01-05 00:00:00Z to 2026-01-05 01:00:00Z',
    ],
    ['a bound that is no moment', { to: 'noon' }, 'to: "noon" is not a moment; expected a timestamp'],
    ['an interval too long', { interval_seconds: 7200 }, 'intervals of 2 h would overlap'],
    ['scale', { scale: 0 }, 'scale: 0 is not above 0'],
    ['repeat', { repeat: 1.5 }, 'repeat: 1.5 is not a whole number'],
    ['scaled arrivals', { kind: 'arrivals', scale: 2 }, 'single arrivals cannot be scaled'],
  ];
  it.each(selections)('%s', async (_, changes, reason) => {
    expect((await failure(rows, changes)).reason).toContain(reason);
  });

  it('a timestamp where the file has offsets, a name where it has no header', async () => {
    expect((await failure('0,1\n60,2\n', { from: '2026-01-05' })).reason).toContain(
      'the file has offsets only',
    );
    expect((await failure('0,1\n60,2\n', { time: 'ts' })).reason).toContain('no header line and 2 column(s)');
  });
});
