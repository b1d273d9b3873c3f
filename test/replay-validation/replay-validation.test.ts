import { expect, test } from 'vitest';
import { COMPUTE_CU, DAY_SECONDS } from '../../build/replay-validation/days.js';
import {
  fittedScenario,
  measurement,
  packedMoments,
  unpackedMoments,
} from '../../build/replay-validation/measured.js';

const { days, pooled } = measurement();
const judged = days.filter(({ role, left_out }) => role === 'judged' && left_out === undefined);

test('days that judge were not fitted to, and come in turn with those that were', () => {
  expect(days.map(({ role }) => role)).toEqual(
    days.map((_, index) => (index % 2 === 0 ? 'fitted' : 'judged')),
  );
  expect(new Set(days.map(({ seed }) => seed)).size).toBe(days.length);
  const [, sources] = /# measured: [\d,]+ queries, (.*?); fitted/.exec(fittedScenario()) ?? [];
  const used = days.filter(({ left_out }) => left_out === undefined);
  const fitted = used.filter(({ role }) => role === 'fitted').map(({ shape, seed }) => `${shape}-${seed}`);
  expect(sources?.split(', ')).toEqual(fitted);
});

test('what was measured agrees with itself', () => {
  for (const { utilisation, cu_hours, sent, queries, role } of days) {
    expect(utilisation).toBeGreaterThan(0.2);
    expect(utilisation).toBeLessThan(0.7);
    expect(cu_hours).toBeLessThan((COMPUTE_CU * DAY_SECONDS) / 3600);
    if (role === 'fitted') continue;
    const moments = Object.values(sent!).map(unpackedMoments);
    expect(moments.reduce((sum, { length }) => sum + length, 0)).toBe(queries);
  }
  const sum = judged.reduce((so_far, { cu_hours }) => so_far + cu_hours, 0);
  expect(pooled.cu_hours.value).toBeCloseTo(sum, 12);
  const moments = unpackedMoments(judged[0]!.sent!['reads']!);
  expect(unpackedMoments(packedMoments(moments))).toEqual(moments);
});
