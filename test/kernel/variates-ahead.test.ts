import { expect, it } from 'vitest';
import { randomStream } from '../../src/kernel/random-stream.js';
import { VariatesAhead } from '../../src/kernel/variates-ahead.js';

const stream = () => randomStream('7', 0, 'web', 'cpu');

it('variates made ahead are those of the uniforms one by one, in their order', () => {
  const uniforms = stream();
  const variates = new VariatesAhead((block) => {
    uniforms.fill(block);
    for (let place = 0; place < block.length; place++) block[place]! *= 2;
  });
  const one = stream();
  for (let draw = 0; draw < 100; draw++) expect(variates.next()).toBe(2 * one.uniform());
});

it('variates are not made before the first one is drawn', () => {
  let made = 0;
  const variates = new VariatesAhead(() => {
    made += 1;
  });
  expect(made).toBe(0);
  variates.next();
  variates.next();
  expect(made).toBe(1);
});
