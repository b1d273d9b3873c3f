import { expect, test } from 'vitest';
import { allTaken } from '../../../src/simulation/fidelity/queue-law.js';

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
