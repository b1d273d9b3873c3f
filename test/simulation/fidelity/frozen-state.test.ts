import { expect, test } from 'vitest';
import { ProcessorSharing } from '../../../src/compute/processor-sharing.js';
import { Calendar } from '../../../src/kernel/calendar.js';
import { Histogram } from '../../../src/statistics/histogram.js';

test('postponed events keep their order, and other events their time', () => {
  const calendar = new Calendar();
  for (const [time, kind] of [
    [1, 0],
    [2, 1],
    [2, 1],
    [3, 0],
    [4, 1],
    [7, 0],
  ] as const) {
    calendar.schedule(time, kind, time);
  }
  calendar.next(1);
  calendar.postpone(5, (kind) => kind === 1);
  const fired: number[] = [];
  for (let slot = calendar.next(100); slot !== -1; slot = calendar.next(100)) fired.push(calendar.now);
  expect(fired).toEqual([3, 7, 7, 7, 9]);
});

test('a weighted second of use counts by its weight, and not at all at weight 0', () => {
  const cpu = new ProcessorSharing(1);
  cpu.add(0, 1, 10);
  cpu.weigh(1, 0);
  cpu.weigh(2, 7);
  cpu.synchronise(3);
  expect(cpu.cpuSeconds).toBe(8);
});

test('a weighted value in a histogram counts as that many values', () => {
  const [weighted, single] = [new Histogram(), new Histogram()];
  weighted.add(0.25, 3);
  weighted.add(4, 0);
  weighted.add(1);
  for (const value of [0.25, 0.25, 0.25, 1]) single.add(value);
  expect([...weighted.toArray()]).toEqual([...single.toArray()]);
});
