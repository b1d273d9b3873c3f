import { describe, expect, test } from 'vitest';
import { ProcessorSharing } from '../../src/compute/processor-sharing.js';

/** Queries with these demands in vCPU-seconds at time 0, numbered from 1. */
function sharing(vcpu: number, ...demands: readonly number[]): ProcessorSharing {
  const cpu = new ProcessorSharing(vcpu);
  demands.forEach((demand, index) => {
    cpu.add(0, index + 1, demand);
  });
  return cpu;
}

describe('the work of running queries', () => {
  test('the work is what the running queries still need, as of the last update', () => {
    const cpu = sharing(1, 3, 5);
    expect(cpu.workAtMost).toBe(8);
    cpu.synchronise(2);
    expect(cpu.workAtMost).toBe(6);
    expect(cpu.complete(6)).toBe(1);
    expect(cpu.workAtMost).toBe(2);
    cpu.remove(7, 2);
    expect(cpu.workAtMost).toBe(0);
    cpu.add(9, 3, 4);
    expect(cpu.workAtMost).toBe(4);
    cpu.clear(10);
    expect(cpu.workAtMost).toBe(0);
  });

  test.each([
    // 8, and 4 that wait, less the longest of 5.
    [1, 0, 4, 4, 7],
    [1, 0, 4, 7, 5],
    // Two seconds later each has received one.
    [1, 2, 4, 0, 10 - 4],
    // A longest query takes as long on four processors, and four times as long on a quarter.
    [4, 0, 12, 6, 0],
    [4, 0, 20, 6, 28 / 4 - 6],
    [0.25, 0, 4, 4, 4 * 7],
  ])(
    'the backlog of %d vCPU at %d s with %d waiting, the largest %d, is %d s',
    (vcpu, now, waiting, heaviest, seconds) => {
      expect(sharing(vcpu, 3, 5).backlogSeconds(now, waiting, heaviest)).toBe(seconds);
    },
  );

  test('one query alone, or none, is not a backlog', () => {
    expect(sharing(1).backlogSeconds(3, 4, 4)).toBe(0);
    expect(sharing(1).backlogSeconds(3, 0, 0)).toBe(0);
    expect(sharing(2, 6).backlogSeconds(3, 0, 0)).toBe(0);
    expect(sharing(1, 3, 5).backlogSeconds(0, 0, 0, 2)).toBe(0);
  });

  test('the longest query is forgotten when it leaves', () => {
    expect(sharing(1, 5, 3).backlogSeconds(0, 0, 0)).toBe(3);
    const cpu = sharing(1, 3, 5, 4);
    cpu.remove(0, 2);
    expect(cpu.backlogSeconds(0, 0, 0)).toBe(3);
    cpu.clear(0);
    cpu.add(0, 9, 1);
    cpu.add(0, 10, 1);
    expect(cpu.backlogSeconds(0, 0, 0)).toBe(1);
  });
});

describe('the accounts of processor sharing', () => {
  test('saturated time is the time with more queries than processors', () => {
    const cpu = sharing(2, 4, 4);
    cpu.add(1, 3, 2);
    cpu.remove(4, 3);
    cpu.synchronise(5);
    expect(cpu.saturatedSeconds).toBe(3);
    expect(cpu.runningArea).toBe(2 + 9 + 2);
    expect(cpu.cpuSeconds).toBe(2 + 6 + 2);
    // Time does not go back, and is not counted twice.
    cpu.synchronise(5);
    cpu.synchronise(4);
    expect(cpu.runningArea).toBe(13);
  });

  test('each second counts by its weight', () => {
    const cpu = sharing(1, 10, 10);
    cpu.weigh(2, 3);
    cpu.weigh(4, 0);
    cpu.synchronise(6);
    expect([cpu.runningArea, cpu.cpuSeconds, cpu.saturatedSeconds]).toEqual([4 + 12, 2 + 6, 2 + 6]);
    // The completed work does not depend on the weight.
    expect(cpu.workAtMost).toBe(14);
  });

  test('frozen time is excluded from the accounts', () => {
    const cpu = sharing(1, 2, 3);
    cpu.freeze(1, 10);
    expect(cpu.nextCompletion()).toBe(14);
    expect(cpu.backlogSeconds(6, 0, 0)).toBe(4 - 2.5);
    cpu.synchronise(6);
    expect([cpu.runningArea, cpu.cpuSeconds]).toEqual([2, 1]);
    cpu.synchronise(13);
    expect([cpu.runningArea, cpu.cpuSeconds]).toEqual([6, 3]);
  });
});

test('any number of queries complete in the order of their demands', () => {
  const demands = Array.from({ length: 300 }, (_, index) => 1 + ((index * 131) % 300));
  const cpu = sharing(300, ...demands);
  expect(cpu.running).toBe(300);
  const order: number[] = [];
  while (cpu.running > 0) order.push(demands[cpu.complete(cpu.nextCompletion()) - 1]!);
  expect(order).toEqual(demands.toSorted((a, b) => a - b));
});

test('the remaining queries complete in the order of their demands, whichever queries are removed', () => {
  const demands = Array.from({ length: 300 }, (_, index) => 1 + ((index * 131) % 300));
  for (const removed of [1, 2, 3, 5, 7]) {
    const cpu = sharing(300, ...demands);
    const left = demands.filter((_, index) => index % (removed + 1) !== removed);
    for (let index = removed; index < 300; index += removed + 1) cpu.remove(0, index + 1);
    expect(cpu.running).toBe(left.length);
    const order: number[] = [];
    while (cpu.running > 0) order.push(demands[cpu.complete(cpu.nextCompletion()) - 1]!);
    expect(order).toEqual(left.toSorted((a, b) => a - b));
  }
  // The last entry of the heap has to move up if the removed one was below a larger one.
  const small = sharing(8, 1, 10, 2, 11, 12, 3, 4);
  small.remove(0, 4);
  const order = Array.from({ length: 6 }, () => small.complete(small.nextCompletion()));
  expect(order).toEqual([1, 3, 6, 7, 2, 5]);
});

test('an update reports whether the next completion has moved', () => {
  const cpu = new ProcessorSharing(2);
  expect(cpu.add(0, 1, 5)).toBe(true);
  expect(cpu.add(0, 2, 6)).toBe(false);
  expect(cpu.add(0, 3, 7)).toBe(true);
  cpu.resize(0, 4);
  expect(cpu.vcpu).toBe(4);
  const wide = sharing(4, 5);
  expect(wide.add(0, 2, 4)).toBe(true);
});
