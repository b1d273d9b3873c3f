import { expect, test } from 'vitest';
import { Backlog } from '../../src/compute/backlog.js';
import type { CpuSharing } from '../../src/compute/cpu-sharing.js';

/** A processor that is busy with many small queries until a given time, unless it is frozen. */
class Busy {
  vcpu = 1;
  until = 0;
  asked = 0;
  now = 0;

  get workAtMost(): number {
    return Math.max(0, this.until - this.now);
  }

  backlogSeconds(now: number, waiting: number, heaviest: number): number {
    this.asked += 1;
    this.now = now;
    return Math.max(0, (waiting - heaviest + this.workAtMost) / this.vcpu);
  }
}

function busy(until = 0) {
  const cpu = new Busy();
  cpu.until = until;
  return { cpu, backlog: new Backlog(cpu as unknown as CpuSharing) };
}

test('the backlog is the work of all waiting queries except the largest', () => {
  const { backlog } = busy();
  backlog.arrive(0, 100);
  expect([backlog.longest_seconds, backlog.waiting]).toEqual([0, 100]);
  backlog.arrive(3, 4);
  backlog.arrive(5, 7);
  expect([backlog.longest_seconds, backlog.longest_at, backlog.waiting]).toEqual([11, 5, 111]);
  // Once the largest query has begun, the others are a backlog to each other.
  backlog.endWait(100);
  backlog.arrive(6, 1);
  backlog.arrive(7, 2);
  expect([backlog.longest_seconds, backlog.longest_at]).toEqual([12, 7]);
});

test('the backlog of a suspended compute is evaluated at the next check', () => {
  const { cpu, backlog } = busy();
  backlog.wait(30);
  backlog.wait(20);
  expect([cpu.asked, backlog.waiting]).toEqual([0, 50]);
  backlog.look(4);
  expect([backlog.longest_seconds, backlog.longest_at]).toEqual([20, 4]);
  backlog.endWait(20);
  backlog.look(5);
  expect(backlog.waiting).toBe(30);
  expect([backlog.longest_seconds, backlog.longest_at]).toEqual([20, 4]);
});

test('a backlog is an overload until it has fallen to ten seconds, whenever it is evaluated', () => {
  for (const looks of [[20], [1, 2, 3, 20], [5, 20], [5.5, 6]]) {
    const { backlog } = busy(15);
    backlog.look(0);
    for (const now of looks) backlog.synchronise(now);
    expect(backlog.overloaded_seconds).toBeCloseTo(5, 12);
    expect([backlog.longest_seconds, backlog.longest_at]).toEqual([15, 0]);
  }
  const { backlog } = busy(15);
  backlog.look(0);
  backlog.synchronise(2);
  expect(backlog.overloaded_seconds).toBe(2);
});

test('a backlog of exactly ten seconds is not an overload', () => {
  const { cpu, backlog } = busy(10);
  backlog.look(0);
  cpu.until = 30;
  backlog.synchronise(20);
  expect(backlog.overloaded_seconds).toBe(0);
});

test('an overload that ends in the instant it begins is not counted', () => {
  const { cpu, backlog } = busy(12);
  backlog.look(0);
  cpu.until = 33;
  backlog.look(3);
  expect([backlog.longest_seconds, backlog.longest_at]).toEqual([30, 3]);
  cpu.until = 8;
  backlog.look(3);
  expect([backlog.longest_seconds, backlog.longest_at]).toEqual([12, 0]);
});

test('an overload ends when all work is stopped', () => {
  const { backlog } = busy(30);
  backlog.look(0);
  backlog.stop(4);
  backlog.synchronise(10);
  expect(backlog.overloaded_seconds).toBe(4);
  const stopped = busy(30).backlog;
  stopped.look(5);
  stopped.stop(5);
  expect([stopped.longest_seconds, stopped.longest_at]).toEqual([0, 0]);
});

test('an overloaded second counts by the weight of its time, and not at all at weight 0', () => {
  const { cpu, backlog } = busy(40);
  backlog.look(0);
  backlog.weigh(2, 3);
  backlog.weigh(4, 0);
  cpu.until = 100;
  backlog.look(6);
  expect(backlog.longest_seconds).toBe(40);
  backlog.weigh(8, 1);
  backlog.synchronise(9);
  expect(backlog.overloaded_seconds).toBe(2 + 3 * 2 + 1);
});

test('the overload state does not change while processors are frozen', () => {
  const { cpu, backlog } = busy(15);
  backlog.look(0);
  cpu.vcpu = 0;
  backlog.synchronise(7);
  backlog.look(7);
  expect(backlog.overloaded_seconds).toBe(7);
  expect(backlog.longest_seconds).toBe(15);
});

test('the backlog is not calculated if all work together cannot exceed the longest so far', () => {
  const { cpu, backlog } = busy(12);
  backlog.look(0);
  cpu.until = 0;
  backlog.look(1);
  cpu.vcpu = 2;
  backlog.look(1);
  const before = cpu.asked;
  // Two processors: 20 s of work are ten seconds.
  backlog.arrive(30, 12);
  backlog.arrive(31, 8);
  expect(cpu.asked).toBe(before);
  expect(backlog.waiting).toBe(20);
  backlog.arrive(32, 1);
  expect(cpu.asked).toBeGreaterThan(before);
  expect(backlog.longest_seconds).toBe(12);
  // Running queries count as well.
  const running = busy(12);
  running.backlog.look(0);
  running.cpu.until = 8;
  running.backlog.look(1);
  const asked = running.cpu.asked;
  running.backlog.arrive(1, 3);
  expect(running.cpu.asked).toBe(asked);
  running.backlog.arrive(1, 1);
  expect(running.cpu.asked).toBeGreaterThan(asked);
});
