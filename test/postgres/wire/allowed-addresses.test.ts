import { expect, test } from 'vitest';
import { isAllowed } from '../../../src/postgres/wire/allowed-addresses.js';

test.each([
  ['127.0.0.1', [], true],
  ['127.0.0.1', ['127.0.0.1'], true],
  ['::ffff:127.0.0.1', ['127.0.0.1'], true],
  ['10.1.2.3', ['10.0.0.0/8'], true],
  ['11.1.2.3', ['10.0.0.0/8'], false],
  ['10.1.2.3', ['192.168.0.1', ' 10.1.2.1 - 10.1.2.3 '], true],
  ['10.1.2.4', ['10.1.2.1-10.1.2.3'], false],
  ['10.1.2.2', ['10.1.2.3-10.1.2.1'], false],
  ['2001:db8::7', ['2001:db8::/32'], true],
  ['2001:db9::7', ['2001:db8::/32', '10.0.0.0/8'], false],
  // An invalid address allows no client.
  ['10.1.2.3', ['all'], false],
  ['10.1.2.3', ['10.0.0.0/33'], false],
  ['10.1.2.3', ['10.0.0.0/x'], false],
  ['', ['0.0.0.0/0'], false],
])('%s and %j: %s', (address, allowed, expected) => {
  expect(isAllowed(address, allowed)).toBe(expected);
});
