import { expect, test } from 'vitest';
import { allTaken, InsideLaw, onCpuDrawn } from '../../../src/simulation/fidelity/queue-law.js';

test('with one processor the law is geometric, truncated at the number of open connections', () => {
  const rho = 0.6;
  const cube = rho * rho * rho;
  const sum = 1 + rho + rho * rho + cube;
  expect(allTaken(3, rho, 1, 0)).toBeCloseTo(cube / sum, 12);
});

test('with a processor per query the law is Erlang’s formula, and waiting acts like another processor', () => {
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
])('with %d vCPU at a load of %d, queries on CPU are drawn from the law', (vcpu, load) => {
  const terms = [1];
  for (let n = 1; n < 200; n++) terms.push((terms[n - 1]! * load) / Math.min(n, vcpu));
  const sum = terms.reduce((all, term) => all + term, 0);
  let below = 0;
  for (let n = 0; n < 40; n++) {
    const until = below + terms[n]! / sum;
    // A uniform variate from either end of its part of [0, 1].
    if (until - below > 1e-9) {
      expect(onCpuDrawn(load, vcpu, below + 1e-10)).toBe(n);
      expect(onCpuDrawn(load, vcpu, until - 1e-10)).toBe(n);
    }
    below = until;
  }
});

test('with two loads on one processor each number inside is geometric, and the number waiting is Poisson', () => {
  const law = new InsideLaw();
  const [own, other] = [0.3, 0.45];
  law.set(own, 1 - other, 0);
  const rho = own / (1 - other);
  const empty = 1 - rho;
  expect(law.probability(3)).toBeCloseTo(empty * rho * rho * rho, 12);
  expect(law.probability(0)).toBeCloseTo(empty, 12);
  expect(law.probability(1)).toBeCloseTo(empty * rho, 12);
  law.set(0, 1, 2);
  expect(law.probability(3)).toBeCloseTo((Math.exp(-2) * 8) / 6, 12);
});

test.each([
  [0.3, 0.5, 0],
  [1.7, 2, 0.4],
  [5, 8, 3],
])('probabilities sum to 1 for %d vCPU at a load of %d with %d waiting queries', (load, vcpu, waiting) => {
  const law = new InsideLaw();
  law.set(load, vcpu, waiting);
  let sum = 0;
  let mean = 0;
  for (let inside = 0; inside < 400; inside++) {
    sum += law.probability(inside);
    mean += inside * law.probability(inside);
  }
  expect(sum).toBeCloseTo(1, 9);
  expect(mean).toBeGreaterThan(load + waiting);
});
