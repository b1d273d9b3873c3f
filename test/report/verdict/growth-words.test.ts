import { expect, it } from 'vitest';
import { growthOfMonthWords, growthWords } from '../../../src/report/verdict/growth-words.js';

it('no growth is mentioned for a load that does not grow', () => {
  expect(
    ['8%/month', '0%', '1x/year', '-2%/month', '1.5x/year', '5%..10%/month', '-5%..5%/month'].map(
      growthWords,
    ),
  ).toEqual([
    'growing by 8%/month',
    'not growing',
    'not growing',
    'falling by 2%/month',
    'growing to 1.5x/year',
    'growing by 5%..10%/month',
    'changing by -5%..5%/month',
  ]);
  expect([1.08, 1, 0.98].map(growthOfMonthWords)).toEqual([
    'growing by 8 % a month',
    'without growth',
    'falling by 2 % a month',
  ]);
});
