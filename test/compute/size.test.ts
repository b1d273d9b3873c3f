import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { RuleBook } from '../../src/compute/rule-book.js';
import {
  AUTOSCALING_MAX_SPAN_CU,
  configuredMaxConnections,
  FIXED_SIZES_CU,
  maxConnections,
  sizeProblem,
  tempDiskBytes,
} from '../../src/compute/size.js';

const GIB = 1024 * 1024 * 1024;
const MEMORY_PER_CU = 4 * GIB;

/** The platform's table: CU, vCPU, RAM GB, max_connections. */
const TABLE: readonly (readonly [number, number, number, number])[] = [
  [0.25, 0.25, 1, 112],
  [0.5, 0.5, 2, 225],
  [1, 1, 4, 450],
  [2, 2, 8, 901],
  [3, 3, 12, 1351],
  [4, 4, 16, 1802],
  [5, 5, 20, 2253],
  [6, 6, 24, 2703],
  [7, 7, 28, 3154],
  [8, 8, 32, 3604],
  ...[9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38].map(
    (cu) => [cu, cu, 4 * cu, 4000] as const,
  ),
];

describe('the size table', () => {
  test.each(TABLE)('%d CU have %d vCPU, %d GB of RAM and %d connections', (cu, vcpu, ram, max) => {
    expect(FIXED_SIZES_CU).toContain(cu);
    expect(cu).toBe(vcpu);
    expect(cu * MEMORY_PER_CU).toBe(ram * GIB);
    expect(maxConnections(cu, cu, MEMORY_PER_CU)).toBe(max);
  });

  test('the size table has .25, .5, every integer to 16 and every even one to 56', () => {
    expect(FIXED_SIZES_CU).toHaveLength(2 + 16 + 20);
    expect(FIXED_SIZES_CU.slice(0, 4)).toEqual([0.25, 0.5, 1, 2]);
    expect(FIXED_SIZES_CU.slice(-3)).toEqual([52, 54, 56]);
    expect(FIXED_SIZES_CU).not.toContain(17);
  });
});

interface ConnectionVector {
  readonly minCU: number;
  readonly maxCU: number;
  readonly maxConnectionsGiBRule: number;
  readonly maxConnectionsGBRule: number;
}

/** Derived from the platform's documentation; sizes from 9 CU are capped there under either rule. */
const VECTORS = (
  JSON.parse(readFileSync(new URL('../vectors/autoscaler.json', import.meta.url), 'utf8')) as {
    readonly maxConnections: readonly ConnectionVector[];
  }
).maxConnections;

describe('max_connections of autoscaling ranges', () => {
  test.each(VECTORS)('max_connections of $minCU to $maxCU CU is $maxConnectionsGiBRule', (vector) => {
    const { minCU, maxCU } = vector;
    expect(maxConnections(minCU, maxCU, MEMORY_PER_CU)).toBe(vector.maxConnectionsGiBRule);
    expect(maxConnections(minCU, maxCU, 4e9)).toBe(vector.maxConnectionsGBRule);
  });

  test('max_connections is at least 100', () => {
    expect(maxConnections(0.25, 0.25, GIB)).toBe(100);
  });
});

test('a max_connections set in the model overrides the size table', () => {
  const settings = { autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 2 };
  const model = { max_connections: undefined, memory_per_cu: MEMORY_PER_CU };
  expect(configuredMaxConnections(settings, model)).toBe(901);
  expect(configuredMaxConnections(settings, { ...model, max_connections: 77 })).toBe(77);
});

test.each([
  [0.25, 20],
  [1, 20],
  [2, 30],
  [8, 120],
  [56, 840],
])('%d CU have a temporary disk of %d GiB', (max_cu, gib) => {
  expect(tempDiskBytes(max_cu)).toBe(gib * GIB);
});

function problemOf(min_cu: number, max_cu: number, book: RuleBook = 'seed'): string | undefined {
  return sizeProblem(min_cu, max_cu, AUTOSCALING_MAX_SPAN_CU[book]);
}

describe('validation of a pair of limits', () => {
  test("every pair of sizes from .25 to 16 CU is valid by the seed's rules", () => {
    const sizes = FIXED_SIZES_CU.filter((size) => size <= 16);
    const pairs = sizes.flatMap((min) => sizes.filter((max) => max >= min).map((max) => [min, max] as const));
    expect(pairs.filter(([min, max]) => problemOf(min, max) !== undefined)).toEqual([]);
  });

  test.each([
    [0.25, 0.25],
    [0.25, 8],
    [1, 9],
    [8, 16],
    [16, 16],
    [56, 56],
  ])('the limits %d to %d CU are valid', (min, max) => {
    expect(problemOf(min, max)).toBeUndefined();
    expect(problemOf(min, max, 'platform')).toBeUndefined();
  });

  test.each([
    [0.75, 2, 'nearest is 0.5'],
    [17, 17, 'nearest is 16'],
    [60, 60, 'nearest is 56'],
    [4, 2, 'above the maximum'],
    [8, 18, 'can only be a fixed size'],
  ])('the limits %d to %d CU are refused: %s', (min, max, words) => {
    expect(problemOf(min, max)).toContain(words);
    expect(problemOf(min, max, 'platform')).toContain(words);
  });

  test.each([
    [
      1,
      10,
      'the limits are 9 CU apart; at most 8 are allowed, so a minimum of 1 CU goes with a maximum of 9 CU',
    ],
    [7, 16, 'maximum of 15 CU or less'],
    [0.25, 9, 'maximum of 8 CU or less'],
    [0.25, 16, 'maximum of 8 CU or less'],
  ])("the limits %d to %d CU are refused by the platform's rules: %s", (min, max, words) => {
    expect(problemOf(min, max)).toBeUndefined();
    expect(problemOf(min, max, 'platform')).toContain(words);
  });
});
