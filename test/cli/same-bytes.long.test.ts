import { test } from 'vitest';
import { expectSame, outputs } from './same-bytes.js';

test.each(['free-plan', 'recorded-shop'])('%s gives the same bytes when it runs twice', (name) => {
  const scenario = `scenarios/${name}.yaml`;
  expectSame(outputs(scenario), outputs(scenario));
});
