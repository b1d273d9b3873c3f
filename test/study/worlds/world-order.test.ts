import { expect, it } from 'vitest';
import { inTurns } from '../../../src/study/worlds/world-order.js';
import { sampled } from '../plan/sampled-contenders.js';

it('candidates are simulated in turns: the best of each probed world, by violations, then by the objective', () => {
  const rows: Readonly<Record<string, readonly (readonly [cost: number, excess?: number])[]>> = {
    today: [[9], [9]],
    a: [[1, 0.5], [9]],
    b: [[3], [4, Number.POSITIVE_INFINITY]],
    c: [[2], [4, Number.POSITIVE_INFINITY]],
  };
  const judged = ({ name }: { name: string }, world: number) => {
    const [objective, excess = 0] = rows[name]![world]!;
    return { objective, excess, met: excess === 0, broken: [] };
  };
  const all = Object.keys(rows).map((name, index) => sampled(name, {}, { index, today: name === 'today' }));
  // World 0: c, b, today, a; world 1: today, a, b, c.
  const names = inTurns(all.toReversed(), [0, 1], { judged }).map(({ name }) => name);
  expect(names).toEqual(['c', 'today', 'b', 'a']);
});
