import { expect, it } from 'vitest';
import { dollars, money } from '../../src/report/figures/figure-text.js';
import { moneyWords } from '../../src/report/verdict/figure-words.js';
import { toCents } from '../../src/vendors/cents.js';

it('half a cent is rounded up as on an invoice, though binary digits have a little less of it', () => {
  // A quarter CU for a month of 730 h on launch.
  const awake = 0.25 * 730 * 0.106;
  expect(awake.toFixed(2)).toBe('19.34');
  expect([toCents(awake), toCents(-awake), money(awake), dollars(awake), dollars(-awake)]).toEqual([
    '19.35',
    '-19.35',
    '$19.35',
    '$19.35',
    '-$19.35',
  ]);
  expect(moneyWords(1.005)).toBe('$1.01');
  expect(dollars(-0.001)).toBe('$0.00');
});
