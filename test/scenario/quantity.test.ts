import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  formatDuration,
  formatRate,
  parseCount,
  parseDuration,
  parseRate,
  parseShare,
  parseSignedDuration,
  parseSize,
} from '../../src/scenario/form/quantity.js';
import { USD } from '../../src/scenario/form/quantity-schema.js';

interface Quantity {
  readonly reads: readonly (readonly [written: unknown, value: number])[];
  readonly refuses: readonly unknown[];
  readonly writes?: readonly (readonly [value: number, written: string])[];
}
const TABLE: Readonly<Record<string, Quantity>> = parse(
  readFileSync(new URL('quantities.yaml', import.meta.url), 'utf8'),
);
const READ: Readonly<Record<string, (written: unknown) => number | undefined>> = {
  duration: parseDuration,
  'signed duration': parseSignedDuration,
  rate: parseRate,
  size: parseSize,
  share: parseShare,
  count: parseCount,
  'sum in US dollars': USD.parse,
};
const WRITE: Readonly<Record<string, (value: number) => string>> = {
  duration: formatDuration,
  rate: formatRate,
};

describe.each(Object.entries(TABLE))('a %s', (kind, { reads, refuses, writes = [] }) => {
  it.each(reads)(`a ${kind} is read from %j as %d in base units`, (written, value) => {
    expect(READ[kind]!(written)).toBe(value);
  });

  it.each(refuses.map((one) => [one]))(`a ${kind} is not read from %j`, (written) => {
    expect(READ[kind]!(written)).toBeUndefined();
  });

  it.each(writes)(`a ${kind} of %d in base units is written as %s`, (value, written) => {
    expect(WRITE[kind]!(value)).toBe(written);
  });
});

it('a formatted duration is read as the same number', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.integer({ min: 0, max: 1_000_000 }).map((ms) => ms / 1000),
        fc.double({ min: 0, max: 1e15, noNaN: true }),
      ),
      (seconds) => {
        expect(parseSignedDuration(formatDuration(seconds))).toBe(seconds);
      },
    ),
    { seed: 1, numRuns: 1000 },
  );
});
