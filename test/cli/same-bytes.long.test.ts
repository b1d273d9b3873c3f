import { test } from 'vitest';
import { expectSame, outputs } from './same-bytes.js';

test.each(['free-plan', 'recorded-shop'])('%s twice gives the same bytes', (name) => {
  const scenario = `scenarios/${name}.yaml`;
  expectSame(outputs(scenario), outputs(scenario));
});
