import { expect, test } from 'vitest';
import { allTaken, onCpuDrawn } from '../../../src/simulation/fidelity/queue-law.js';

test('with one processor the law is geometric, cut off at what is open', () => {
  const rho = 0.6;
  const cube = rho * rho * rho;
  const sum = 1 + rho + rho * rho + cube;
  expect(allTaken(3, rho, 1, 0)).toBeCloseTo(cube / sum, 12);
});

test('with a processor for each it is Erlang’s formula, and waiting is like another processor', () => {
  const erlang = (load: number, servers: number): number => {
    let blocked = 1;
    for (let n = 1; n <= servers; n++) blocked = (load * blocked) / (n + load * blocked);
    return blocked;
  };
  expect(allTaken(5, 2, 8, 0)).toBeCloseTo(erlang(2, 5), 12);
  expect(allTaken(5, 1.5, 8, 0.5)).toBeCloseTo(erlang(2, 5), 12);
  expect(allTaken(5, 0, 1, 2)).toBeCloseTo(erlang(2, 5), 12);
});

test.each([
  [0.25, 0.2],
  [1, 0.5],
  [1.5, 1.2],
  [8, 6.4],
])('on %d vCPU of which %d are asked for, queries on CPU are drawn from the law', (vcpu, load) => {
  const terms = [1];
  for (let n = 1; n < 200; n++) terms.push((terms[n - 1]! * load) / Math.min(n, vcpu));
  const sum = terms.reduce((all, term) => all + term, 0);
  let below = 0;
  for (let n = 0; n < 40; n++) {
    const until = below + terms[n]! / sum;
    // A uniform from either end of its part of [0, 1].
    if (until - below > 1e-9) {
      expect(onCpuDrawn(load, vcpu, below + 1e-10)).toBe(n);
      expect(onCpuDrawn(load, vcpu, until - 1e-10)).toBe(n);
    }
    below = until;
  }
});
