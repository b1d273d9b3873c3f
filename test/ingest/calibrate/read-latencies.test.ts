import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { LatencyKindName } from '../../../src/ingest/calibrate/latency-kind.js';
import { readLatencies } from '../../../src/ingest/calibrate/read-latencies.js';

const folder = mkdtempSync(join(tmpdir(), 'neap-latencies-'));
const file = join(folder, 'measured.csv');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(text: string, kind?: LatencyKindName) {
  writeFileSync(file, text);
  return readLatencies(file, kind);
}

const NEVER = Number.POSITIVE_INFINITY;

it.each([
  ['latency_ms\n350\n', 'wake', [['wake', 0.35, 0.35]]],
  [
    'kind,latency_s\nresize,0.1\nWake,2\n',
    undefined,
    [
      ['resize', 0.1, 0.1],
      ['wake', 2, 2],
    ],
  ],
  [
    'kind,latency\nwake,350ms\nwake,1.5 s\n',
    undefined,
    [
      ['wake', 0.35, 0.35],
      ['wake', 1.5, 1.5],
    ],
  ],
  [
    'latency_us,outcome\n5000000,gave_up\n250000,done\n',
    'wake',
    [
      ['wake', 5, NEVER],
      ['wake', 0.25, 0.25],
    ],
  ],
  ['latency_ms,outcome\n5000,timed out\n', 'restart', [['restart', 5, NEVER]]],
  [
    'at_least_ms,at_most_ms\n200,400\n,100\n5000,\n',
    'wake',
    [
      ['wake', 0.2, 0.4],
      ['wake', 0, 0.1],
      ['wake', 5, NEVER],
    ],
  ],
  [
    'at_least_ms,at_most_ms,latency_ms\n200,400,\n,,300\n',
    'wake',
    [
      ['wake', 0.2, 0.4],
      ['wake', 0.3, 0.3],
    ],
  ],
] as const)('%j is read', async (text, kind, expected) => {
  const { latencies, warnings } = await read(text, kind);
  expect(warnings).toEqual([]);
  expect(latencies.map(({ kind: of }) => of)).toEqual(expected.map(([of]) => of));
  for (const [index, [, low, high]] of expected.entries()) {
    expect(latencies[index]!.low).toBeCloseTo(low, 12);
    if (high === NEVER) expect(latencies[index]!.high).toBe(NEVER);
    else expect(latencies[index]!.high).toBeCloseTo(high, 12);
  }
});

it('failed measurements are left out and reported', async () => {
  const { latencies, warnings } = await read('latency_ms,outcome\n12,28P01\n300,done\n9,28P01\n', 'wake');
  expect(latencies).toHaveLength(1);
  expect(warnings).toEqual([
    `${file}: 2 rows with the outcome "28P01" are left out; done and gave_up are counted`,
  ]);
});

it.each([
  ['latency_ms\n350\n', undefined, /the column kind is missing; name the measured latency with --kind: wake/],
  ['kind,latency_ms\nnap,350\n', undefined, /:2: kind: "nap" is none of wake, restart/],
  ['kind,time\nwake,350\n', undefined, /no column holds latencies; expected latency_ms/],
  ['latency_ms\n350ms\n', 'wake', /:2: latency_ms: "350ms" is not a latency; expected a number of 0 or more/],
  [
    'latency\n350\n',
    'wake',
    /:2: latency: "350" is not a latency; expected a number with its unit, such as 350ms/,
  ],
  ['latency_ms\n-5\n', 'wake', /"-5" is not a latency/],
  ['latency_ms\n1e999\n', 'wake', /"1e999" is not a latency/],
  [
    'latency_ms\n1e300\n',
    'wake',
    /"1e300" is not a latency; expected a number of 0 or more, such as 350, and at most a week/,
  ],
  ['latency_ms\n1e-300\n', 'wake', /"1e-300" is not a latency/],
  ['latency_ms\n0\n', 'wake', /a latency of 0 is below what was measured with/],
  ['at_least_ms,at_most_ms\n400,200\n', 'wake', /at most 0.2 s is less than at least 0.4 s/],
  ['at_least_ms,at_most_ms\n,\n', 'wake', /the row has no latency/],
  ['at_least_ms,at_most_ms\n0,\n', 'wake', /between 0 and no bound at all/],
  ['at_least_ms\n4\n', 'wake', /no column holds latencies/],
  ['latency_ms,at_least_ms,at_most_ms\n4,1,9\n', 'wake', /both a latency and bounds/],
  ['latency_ms\n', 'wake', /the file is empty/],
  ['', 'wake', /the file is empty/],
] as const)('%j is refused', async (text, kind, message) => {
  await expect(read(text, kind)).rejects.toThrow(message);
});
