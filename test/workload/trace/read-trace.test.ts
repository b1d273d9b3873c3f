import { describe, expect, it } from 'vitest';
import { readTrace, selection, total, traceFolder } from './trace-files.js';

const write = traceFolder();

/** Three minutes with 5, 0 and 7 requests, in any notation. */
const THREE_MINUTES = { times: [0, 60, 120], values: [5, 0, 7], epoch: Date.UTC(2014, 3, 10, 0, 4) / 1000 };

describe('spellings of a trace file', () => {
  const spellings: readonly (readonly [string, string])[] = [
    [
      'ISO 8601, UTC',
      'timestamp_utc,requests\n2014-04-10T00:04:00Z,5\n2014-04-10T00:05:00Z,0\n2014-04-10T00:06:00Z,7\n',
    ],
    [
      'a space, no zone',
      'timestamp,value\n2014-04-10 00:04:00,5.0\n2014-04-10 00:05:00,0.0\n2014-04-10 00:06:00,7.0\n',
    ],
    ['slashes, no seconds', 'date,hits\n2014/04/10 00:04,5\n2014/04/10 00:05,0\n2014/04/10 00:06,7\n'],
    [
      'an offset from UTC',
      'ts;count\n2014-04-10T02:04:00+02:00;5\n2014-04-10T02:05+0200;0\n2014-04-10 02:06:00+02;7\n',
    ],
    ['Unix seconds', 'time,queries\n1397088240,5\n1397088300,0\n1397088360,7\n'],
    ['Unix milliseconds', 'time\trps_count\n1397088240000\t5\n1397088300000\t0\n1397088360000\t7\n'],
    ['Unix microseconds', 'epoch|n\n1397088240000000|5\n1397088300000000|0\n1397088360000000|7\n'],
    ['Unix nanoseconds', 'epoch,n\n1397088240000000000,5\n1397088300000000000,0\n1397088360000000000,7\n'],
    ['no header', '2014-04-10T00:04:00Z,5\n2014-04-10T00:05:00Z,0\n2014-04-10T00:06:00Z,7\n'],
    [
      'value before time',
      'requests,at\n5,2014-04-10T00:04:00Z\n0,2014-04-10T00:05:00Z\n7,2014-04-10T00:06:00Z\n',
    ],
    [
      'a byte order mark and CRLF',
      '\uFEFFtimestamp,value\r\n2014-04-10T00:04:00Z,5\r\n2014-04-10T00:05:00Z,0\r\n2014-04-10T00:06:00Z,7\r\n',
    ],
    [
      'quotes',
      '"timestamp","value"\n"2014-04-10T00:04:00Z","5"\n"2014-04-10T00:05:00Z","0"\n"2014-04-10T00:06:00Z","7"\n',
    ],
    [
      'quotes from the second row on',
      'when,note,count\n2014-04-10T00:04:00Z,plain,5\n2014-04-10T00:05:00Z,"a, b\n""c""",0\n2014-04-10T00:06:00Z,x,7\n',
    ],
    [
      'blank lines and no last line feed',
      '\ntimestamp,value\n\n2014-04-10T00:04:00Z, 5\n2014-04-10T00:05:00Z, 0\n\n2014-04-10T00:06:00Z, 7',
    ],
    [
      'other columns',
      'host,timestamp,requests\na,2014-04-10T00:04:00Z,5\na,2014-04-10T00:05:00Z,0\na,2014-04-10T00:06:00Z,7\n',
    ],
    [
      'an unusual name',
      'host,@moment,sessions\na,2014-04-10T00:04:00Z,5\na,2014-04-10T00:05:00Z,0\na,2014-04-10T00:06:00Z,7\n',
    ],
  ];
  it.each(spellings)('%s', async (_, content) => {
    const trace = await readTrace(selection(write(content)));
    expect([...trace.times_seconds]).toEqual(THREE_MINUTES.times);
    expect([...trace.values]).toEqual(THREE_MINUTES.values);
    expect(trace.origin_epoch_seconds).toBe(THREE_MINUTES.epoch);
    expect(trace.width_seconds).toBe(60);
  });

  const offsets: readonly (readonly [string, string])[] = [
    ['seconds', 'offset_s,count\n0,5\n60,0\n120,7\n'],
    ['milliseconds', 'offset_ms,count\n0,5\n60000,0\n120000,7\n'],
    ['elapsed times', 't,count\n0s,5\n1m,0\n2min,7\n'],
    ['a clock', 'elapsed,count\n00:00:00,5\n00:01:00,0\n00:02:00,7\n'],
    ['no header', '0,5\n60,0\n120,7\n'],
  ];
  it.each(offsets)('offsets: %s', async (_, content) => {
    const trace = await readTrace(selection(write(content)));
    expect([...trace.times_seconds]).toEqual(THREE_MINUTES.times);
    expect([...trace.values]).toEqual(THREE_MINUTES.values);
    expect(trace.origin_epoch_seconds).toBeUndefined();
  });

  it('keeps the digits of a fraction', async () => {
    const file = write(
      'timestamp\n2026-01-05T00:00:00.100000Z\n2026-01-05T00:00:00.100001Z\n2026-01-05 00:00:01Z\n',
    );
    const trace = await readTrace(selection(file, { kind: 'arrivals' }));
    expect(trace.times_seconds[1]).toBeCloseTo(0.000001, 12);
    expect(trace.times_seconds[2]).toBeCloseTo(0.9, 12);
    expect(trace.values).toHaveLength(0);
    expect(trace.width_seconds).toBe(0);
  });

  it('reads percentages as a level', async () => {
    const file = write('time,mem,cpu_percent\n0,1,12.5%\n60,2,50 %\n');
    const trace = await readTrace(selection(file, { kind: 'level' }));
    expect([...trace.values]).toEqual([12.5, 50]);
  });

  it('selects columns by name, ignoring case, and by number', async () => {
    const file = write('a,b,c\n0,1,2\n60,3,4\n');
    const byName = await readTrace(selection(file, { time: 'A', value: 'c' }));
    const byNumber = await readTrace(selection(file, { time: '1', value: '3' }));
    expect([...byName.values]).toEqual([2, 4]);
    expect(byNumber).toEqual(byName);
  });
});

describe('notes on a trace', () => {
  it('report once that times without a zone are read as UTC', async () => {
    const trace = await readTrace(selection(write('time,n\n2026-01-05 00:00,1\n2026-01-05 00:01,1\n')));
    expect(trace.warnings).toEqual(['the times name no time zone; they are read as UTC']);
  });

  it('report a gap, which is not filled, with its location', async () => {
    const file = write('t,n\n0,1\n60,1\n120,1\n300,1\n360,1\n480,1\n');
    const trace = await readTrace(selection(file));
    expect([...trace.times_seconds]).toEqual([0, 60, 120, 300, 360, 480]);
    expect(trace.warnings).toEqual([
      '3 intervals of 1 min are missing: +180 s (2 intervals), +420 s; nothing arrives then',
    ]);
    await expect(readTrace(selection(file, { gaps: 'refuse' }))).rejects.toThrow(
      `${file}: 3 intervals of 1 min are missing`,
    );
  });

  it('report that rows were sorted because they go back in time', async () => {
    const trace = await readTrace(selection(write('t,n\n0,1\n120,3\n60,2\n180,4\n')));
    expect([...trace.times_seconds]).toEqual([0, 60, 120, 180]);
    expect([...trace.values]).toEqual([1, 2, 3, 4]);
    expect(trace.warnings).toEqual(['1 row goes back in time; the rows are sorted']);
  });

  it('report repeated times, which are merged as requested', async () => {
    const file = write('t,n\n0,1\n60,2\n60,5\n120,3\n');
    for (const [rule, merged] of [
      ['sum', 7],
      ['first', 2],
      ['last', 5],
    ] as const) {
      const trace = await readTrace(selection(file, { duplicates: rule }));
      expect([...trace.values]).toEqual([1, merged, 3]);
      expect(trace.warnings[0]).toContain('1 row repeats the time of another');
    }
  });

  it('do not merge arrivals at the same moment', async () => {
    const trace = await readTrace(selection(write('0\n1.5\n1.5\n4\n'), { kind: 'arrivals' }));
    expect([...trace.times_seconds]).toEqual([0, 1.5, 1.5, 4]);
    expect(trace.warnings).toEqual([]);
  });

  it('report uneven and overlapping rows, and rates are multiplied by the interval', async () => {
    const rate = await readTrace(selection(write('t,rps\n0,1\n60,2\n')));
    expect([...rate.values]).toEqual([60, 120]);
    const uneven = await readTrace(selection(write('t,n\n0,1\n7,1\n19,1\n20,1\n')));
    expect(uneven.warnings[0]).toContain('unevenly spaced');
    const overlap = await readTrace(selection(write('t,n\n0,1\n60,1\n90,1\n120,1\n180,1\n240,1\n')));
    expect(overlap.warnings).toContain('2 rows start less than 1 min after the row before');
  });
});

describe('cutting, repeating, shifting, scaling', () => {
  const hourly =
    'timestamp,n\n2026-01-05T00:00Z,1\n2026-01-05T01:00Z,2\n2026-01-05T02:00Z,3\n2026-01-05T03:00Z,4\n';

  it('cuts by timestamps and by seconds from the first row', async () => {
    const file = write(hourly);
    const byTime = await readTrace(
      selection(file, { from: '2026-01-05T01:00:00Z', to: '2026-01-05T03:00:00Z' }),
    );
    const bySeconds = await readTrace(selection(file, { from: 3600, to: 10_800 }));
    expect([...byTime.times_seconds]).toEqual([0, 3600]);
    expect([...byTime.values]).toEqual([2, 3]);
    expect(byTime.origin_epoch_seconds).toBe(Date.UTC(2026, 0, 5, 1) / 1000);
    expect(bySeconds).toEqual(byTime);
  });

  it('counts time from the cut, and reports silence after the cut', async () => {
    const trace = await readTrace(
      selection(write(hourly), { from: '2026-01-04T22:00Z', to: '2026-01-05T06:00Z' }),
    );
    expect([...trace.times_seconds]).toEqual([7200, 10_800, 14_400, 18_000]);
    expect(trace.warnings).toEqual([
      'from is 2026-01-04 22:00:00Z; nothing arrives until the first row kept, 2026-01-05 00:00:00Z',
      'to is 2026-01-05 06:00:00Z; nothing arrives after the last row kept, 2026-01-05 03:00:00Z',
    ]);
  });

  it('repeats the cut, then shifts the whole', async () => {
    const trace = await readTrace(
      selection(write(hourly), { from: 7200, repeat: 2, shift_seconds: 60, scale: 0.5 }),
    );
    expect([...trace.times_seconds]).toEqual([60, 3660, 7260, 10_860]);
    expect([...trace.values]).toEqual([1.5, 2, 1.5, 2]);
    expect(total(trace.values)).toBe(7);
  });

  it('repeats arrivals after one mean gap, or at the end of the cut', async () => {
    const file = write('0\n1\n4\n');
    const mean = await readTrace(selection(file, { kind: 'arrivals', repeat: 2 }));
    expect([...mean.times_seconds]).toEqual([0, 1, 4, 6, 7, 10]);
    const ended = await readTrace(selection(file, { kind: 'arrivals', repeat: 2, to: 5 }));
    expect([...ended.times_seconds]).toEqual([0, 1, 4, 5, 6, 9]);
  });
});
