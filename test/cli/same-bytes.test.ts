import { describe, test } from 'vitest';
import { expectSameBytes } from './same-bytes.js';

describe('same scenario and seed, same bytes', () => {
  test.each(['hobby-app', 'edit-at-noon', 'connection-storm'])('%s, twice and on any machine', (scenario) => {
    expectSameBytes(scenario);
  });
});
