import { expect, test } from 'vitest';
import { ProcessorSharing } from '../../src/compute/processor-sharing.js';

/** Queries with these demands in vCPU-seconds at time 0, numbered from 1. */
function sharing(vcpu: number, ...demands: readonly number[]): ProcessorSharing {
  const cpu = new ProcessorSharing(vcpu);
  demands.forEach((demand, index) => {
    cpu.add(0, index + 1, demand);
  });
  return cpu;
}

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
