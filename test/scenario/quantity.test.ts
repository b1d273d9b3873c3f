import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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

describe('durations', () => {
  it.each([
    ['5m', 300],
    ['350ms', 0.35],
    ['300us', 0.0003],
    ['1h30m', 5400],
    ['2d10h', 208_800],
    ['7d', 604_800],
    ['2w', 1_209_600],
    ['90s', 90],
    ['1.5h', 5400],
    ['1h 30min', 5400],
    ['1e-3s', 0.001],
    ['0s', 0],
    [0, 0],
  ])('a duration reads %j as %d s', (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds);
  });

  it.each(['5', 5, '', 'm', '5 minutes', '1h30', '-5m', '5mm', 'five', null, true, [], '1e999s'])(
    'a duration refuses %j',
    (text) => {
      expect(parseDuration(text)).toBeUndefined();
    },
  );

  it('a duration may have a minus sign if negative values are allowed', () => {
    expect(parseSignedDuration('-1h30m')).toBe(-5400);
    expect(parseSignedDuration('+5m')).toBe(300);
    expect(parseSignedDuration('--5m')).toBeUndefined();
  });

  it.each([
    [300, '5m'],
    [5400, '1h30m'],
    [604_800, '7d'],
    [0.35, '350ms'],
    [0.0003, '300us'],
    [0, '0s'],
    [1.5, '1.5s'],
    [-90, '-1m30s'],
  ])('a duration writes %d s as %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });

  it('a duration reads back exactly what it writes', () => {
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
});

describe('rates', () => {
  it.each([
    ['40/s', 40],
    ['120/min', 2],
    ['2/h', 2 / 3600],
    ['1/d', 1 / 86_400],
    ['1/5m', 1 / 300],
    ['0.5 / second', 0.5],
    ['0/s', 0],
    [0, 0],
  ])('a rate reads %j as %d per second', (text, perSecond) => {
    expect(parseRate(text)).toBe(perSecond);
  });

  it.each(['40', 40, '/s', '40/', '40/x', '-1/s', '1/0s', '40 s'])('a rate refuses %j', (text) => {
    expect(parseRate(text)).toBeUndefined();
  });

  it.each([
    [40, '40/s'],
    [2 / 3600, '2/h'],
    [1 / 86_400, '1/d'],
    [0.1, '6/min'],
    [0, '0/s'],
  ])('a rate writes %d per second as %s', (perSecond, text) => {
    expect(formatRate(perSecond)).toBe(text);
  });
});

describe('sizes, shares and counts', () => {
  it.each([
    ['6GiB', 6_442_450_944],
    ['4MiB', 4_194_304],
    ['512KiB', 524_288],
    ['4GB', 4e9],
    ['1.5 kB', 1500],
    [4096, 4096],
  ])('reads the size %j as %d bytes', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes);
  });

  it.each(['6', '6gib', '6GiBs', -1, '-1GiB', Number.NaN, '1toString'])('refuses the size %j', (text) => {
    expect(parseSize(text)).toBeUndefined();
  });

  it('reads a percentage to the nearest number', () => {
    expect(parseShare('99.9%')).toBe(0.999);
    expect(parseShare('99.99 %')).toBe(0.9999);
    expect(parseShare(0.5)).toBe(0.5);
    expect(parseShare('101%')).toBeUndefined();
    expect(parseShare(99.9)).toBeUndefined();
    expect(parseShare('0.999')).toBeUndefined();
  });

  it('reads a count as a number of 0 or more', () => {
    expect(parseCount(12.5)).toBe(12.5);
    expect(parseCount(-1)).toBeUndefined();
    expect(parseCount('12')).toBeUndefined();
  });
});
