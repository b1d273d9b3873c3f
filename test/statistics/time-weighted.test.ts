import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TimeWeighted } from '../../src/statistics/time-weighted.js';
import { expectClose } from '../vectors/closeness.js';
import { theoryCase } from '../vectors/theory-case.js';

it('N9: has the mean and the integral of its steps', () => {
  const { expected, inputs } = theoryCase('N9');
  const levels = inputs['levels'] as number[];
  const seconds = inputs['seconds'] as number[];
  const size = new TimeWeighted(0, levels[0]!);
  const active = new TimeWeighted(0, 1);
  let time = 0;
  levels.forEach((level, index) => {
    size.change(time, level);
    active.change(time, level > 0 ? 1 : 0);
    time += seconds[index]!;
  });
  expectClose(size.integral(time) / time, expected['mean']!);
  expectClose(size.integral(time) / 3600, expected['unit_hours']!);
  expectClose(active.integral(time) / time, expected['active_fraction']!);
  expect(size.level).toBe(0);
  expect(() => size.integral(359)).toThrow('the level changed at 360');
});

it('has no integral while no time has passed', () => {
  const level = new TimeWeighted(10, 3);
  expect([level.level, level.integral(10)]).toEqual([3, 0]);
});

it('does not count a level that lasts no time', () => {
  const connections = new TimeWeighted(0, 1);
  connections.change(5, 100);
  connections.change(5, 1);
  expect(connections.integral(10)).toBe(10);
});

it('can be asked about the integral at any later time without changing it', () => {
  const level = new TimeWeighted(0, 2);
  expect([level.integral(3), level.integral(1), level.integral(3)]).toEqual([6, 2, 6]);
});

it('starts over with the level it has', () => {
  const level = new TimeWeighted(0, 8);
  level.change(10, 2);
  level.restart(20);
  level.change(30, 4);
  expect(level.integral(40)).toBe(60);
});

it('refuses to go back in time, and what is not a time', () => {
  const level = new TimeWeighted(0, 1);
  level.change(5, 2);
  expect(() => level.change(4, 3)).toThrow('time-weighted: cannot go back to 4: the level changed at 5');
  expect(() => level.integral(4.999)).toThrow(RangeError);
  expect(() => level.change(Number.NaN, 0)).toThrow(RangeError);
  expect(level.level).toBe(2);
});

it('has the integral that a sum over its steps has, cut anywhere', () => {
  const steps = fc.array(fc.tuple(fc.nat(1000), fc.nat(64)), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(steps, fc.nat(49), (list, cut) => {
      const whole = new TimeWeighted(0, 0);
      const parts = new TimeWeighted(0, 0);
      let time = 0;
      let sum = 0;
      let before = 0;
      list.forEach(([lasting, level], index) => {
        whole.change(time, level);
        parts.change(time, level);
        if (index === cut) {
          before = parts.integral(time);
          parts.restart(time);
        }
        time += lasting;
        sum += lasting * level;
      });
      expect(whole.integral(time)).toBe(sum);
      expect(before + parts.integral(time)).toBe(sum);
    }),
    { seed: 1 },
  );
});
