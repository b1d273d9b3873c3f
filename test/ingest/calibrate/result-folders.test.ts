import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readAttempts } from '../../../src/ingest/calibrate/demand/read-attempts.js';
import { readLoggedQueries } from '../../../src/ingest/calibrate/demand/read-log.js';
import { readResults } from '../../../src/ingest/calibrate/read-results.js';
import { temporaryFolder } from '../../temporary-folder.js';

const folder = temporaryFolder();

/** A new folder with these files. */
function holding(files: Readonly<Record<string, unknown>>): string {
  const path = mkdtempSync(join(folder, 'results-'));
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(path, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return path;
}

const OPERATIONS = 'seen_seconds,compute,action,status,duration_ms\n';
const DECISIONS = 'time_seconds,compute,decision,reason\n';
const WAKE = '20,primary,start,start call\n20.35,primary,active,\n';

it('wakes are read as precisely as operations or polls show them', async () => {
  const summary = { duration_seconds: 100, observed: { poll_seconds: 5 } };
  const told = async (operations: string) => {
    const { latencies } = await readResults(
      holding({
        'summary.json': summary,
        'operations.csv': `${OPERATIONS}${operations}`,
        'decisions.csv': `${DECISIONS}${WAKE}`,
      }),
    );
    return latencies.map(({ kind, low, high }) => [kind, Number(low.toFixed(6)), Number(high.toFixed(6))]);
  };
  expect(await told('20,primary,start_compute,finished,350\n')).toEqual([['wake', 0.3495, 0.3505]]);
  // If an operation has not finished or has no duration, only polls show its end.
  expect(await told('20,primary,start_compute,failed,350\n')).toEqual([['wake', 0, 0.35]]);
  expect(await told('20,primary,start_compute,finished,\n')).toEqual([['wake', 0, 0.35]]);
  expect(await told('20,other,start_compute,finished,350\n')).toEqual([['wake', 0, 0.35]]);
});

it('times of a run without polls are exact, and include the round trip of a load', async () => {
  const path = holding({
    'summary.json': { duration_seconds: 100, load_sent: { round_trip_ms: 12 } },
    'decisions.csv': `${DECISIONS}${WAKE}90,primary,wake,query\n`,
  });
  const { source, warnings, latencies, round_trip_seconds } = await readResults(path);
  expect({ source, warnings, round_trip_seconds }).toEqual({
    source: path,
    warnings: [],
    round_trip_seconds: 0.012,
  });
  expect(latencies).toHaveLength(2);
  expect(latencies[0]!.low).toBeCloseTo(0.35, 9);
  expect(latencies[0]!.high).toBe(latencies[0]!.low);
  expect(latencies[1]).toEqual({ kind: 'wake', low: 10, high: Number.POSITIVE_INFINITY });
  const bare = await readResults(
    holding({ 'summary.json': { duration_seconds: 1, load_sent: { round_trip_ms: 0 } } }),
  );
  expect(bare).toMatchObject({ latencies: [], round_trip_seconds: undefined });
});

it.each<[Readonly<Record<string, unknown>>, string]>([
  [{}, 'summary.json is missing; expected a folder that "neap observe --out" writes'],
  [{ 'summary.json': {} }, 'it has no duration_seconds; expected the summary.json of "neap observe --out"'],
  [
    { 'summary.json': { duration_seconds: 1 }, 'decisions.csv': `${DECISIONS}soon,primary,wake,x\n` },
    'time_seconds: "soon" is not a number of 0 or more',
  ],
  [
    { 'summary.json': { duration_seconds: 1 }, 'decisions.csv': `${DECISIONS},primary,wake,x\n` },
    'time_seconds is empty; expected a number',
  ],
  [
    { 'summary.json': { duration_seconds: 1 }, 'operations.csv': `${OPERATIONS}1,a,b,finished,x\n` },
    'duration_ms: "x" is not a number',
  ],
  [
    { 'summary.json': { duration_seconds: 1 }, 'operations.csv': `${OPERATIONS}x,a,b,running,\n` },
    'operations.csv:2: seen_seconds: "x" is not a number',
  ],
])('a folder with %j is refused', async (files, message) => {
  await expect(readResults(holding(files))).rejects.toThrow(message);
});

const ATTEMPTS = 'load,intended_seconds,attempt,began_seconds,ended_seconds,outcome\n';
const attempts = (rows: readonly string[], over: object = {}) =>
  readAttempts(
    holding({
      'attempts.csv': `${ATTEMPTS}${rows.join('\n')}\n`,
      'summary.json': { duration_seconds: 60, ...over },
    }),
  );
const completed = (count: number) =>
  Array.from({ length: count }, (_, index) => `web,${index},1,${index},${index}.5,completed`);

it('the queries of a load are known as far as the summary describes them', async () => {
  expect(await readAttempts(holding({ 'summary.json': { duration_seconds: 60 } }))).toBeUndefined();
  const bare = await attempts(completed(2));
  expect(bare).toMatchObject({
    scenario: undefined,
    duration_seconds: 60,
    table_pages: 0,
    cpu_asked_seconds: undefined,
    warnings: [],
  });
  const full = await attempts(completed(2), {
    scenario: 'app',
    load_sent: { table_pages: 7, cpu_seconds_asked: 3 },
    total: { queries: { arrived: 6, in_flight: 0 } },
  });
  expect(full).toMatchObject({ scenario: 'app', table_pages: 7, cpu_asked_seconds: 0.5 });
  const nothing = await attempts(completed(2), {
    load_sent: { cpu_seconds_asked: 0 },
    total: { queries: { arrived: 6 } },
  });
  expect(nothing!.cpu_asked_seconds).toBeUndefined();
  // Nothing arrived.
  const none = await attempts(completed(2), {
    load_sent: { cpu_seconds_asked: 3 },
    total: { queries: { arrived: 0 } },
  });
  expect(none!.cpu_asked_seconds).toBeUndefined();
});

it('a warning is printed if more than a fiftieth of a recording failed or was still open', async () => {
  const failed = (count: number) =>
    Array.from(
      { length: count },
      (_, index) => `web,${1000 + index},1,${1000 + index},${1001 + index},57P01`,
    );
  expect((await attempts([...completed(100), ...failed(2)]))!.warnings).toEqual([]);
  const many = await attempts([...completed(100), ...failed(3)]);
  expect(many!.warnings).toEqual([
    `${many!.source}: 3 % of the attempts failed; a demand is fitted to the queries that completed`,
  ]);
  const open = (in_flight: number) => attempts(completed(100), { total: { queries: { in_flight } } });
  expect((await open(2))!.warnings).toEqual([]);
  expect((await open(25))!.warnings).toEqual([
    expect.stringMatching(/: 20 % of the queries were still open at the end: the load was more than/),
  ]);
});

it('a retry without its first attempt counts from its intended arrival', async () => {
  const recording = await attempts(['web,2,2,3,3.25,completed', 'web,5,1,5,5,completed']);
  expect(recording!.queries[0]).toEqual({
    load: 'web',
    arrivals: Float64Array.of(5),
    arrived: Float64Array.of(2, 5),
    latency: Float64Array.of(1.25, 0),
  });
});

const logged = (name: string, lines: readonly (readonly [string, string])[]) => {
  const file = join(folder, name);
  const text = lines.map(([time, message]) =>
    JSON.stringify({
      timestamp: `2026-01-05 10:00:${time} UTC`,
      session_id: time,
      error_severity: 'LOG',
      message,
    }),
  );
  writeFileSync(file, text.join('\n'));
  return file;
};

it('a log begins at the second of its first query and ends with its last response', async () => {
  const files = [
    logged('a.json', [
      ['09.000', 'duration: 1000.000 ms  statement: select 1'],
      ['03.500', 'duration: 250.000 ms  statement: select 2'],
    ]),
    logged('b.json', [['05.000', 'duration: 20.000 ms  statement: select 3']]),
  ];
  const recording = await readLoggedQueries(files, 'web');
  expect(recording).toMatchObject({
    source: files.join(', '),
    duration_seconds: 6,
    table_pages: undefined,
    queries: [{ load: 'web' }],
  });
  expect(Array.from(recording.queries[0]!.arrivals, (at) => Number(at.toFixed(3)))).toEqual([0.25, 1.98, 5]);
  const instant = logged('c.json', [['09.000', 'duration: 0.000 ms  statement: select 1']]);
  await expect(readLoggedQueries([instant], 'web')).rejects.toThrow(
    'the queries of the log take no time at all',
  );
});
