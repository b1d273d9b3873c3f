import { describe, expect, it } from 'vitest';
import { settingsWords } from '../../../src/report/verdict/setting-words.js';
import { worldsChoiceWords } from '../../../src/report/verdict/worlds-words.js';
import type { PlanOverWorlds } from '../../../src/study/worlds/plan-worlds-result.js';

describe('settings in words', () => {
  it('use full words, a timeout in minutes, and the compute if it is named', () => {
    expect(settingsWords({ min: '0.5', max: '2', timeout: '60s' })).toBe('min 0.5, max 2, timeout 1 min');
    expect(settingsWords({ timeout: '0' })).toBe('timeout 5 min');
    expect(settingsWords({ 'reports.timeout': 'never', 'load.web.rate': '10/s' })).toBe(
      'reports timeout never, web rate 10/s',
    );
  });
});

it.each([
  [20, 0, 'max 2: the best in each of the 20 worlds'],
  [15, 0, 'max 2: the best in 15 of 20 worlds; in 5 of 20 no candidate meets every constraint'],
  [15, 1.5, /^max 2: .* \$1\.50 at worst \(world 3\); in 5 of 20 no candidate meets every constraint$/],
])(
  'a choice over worlds reports in how many worlds no setting works: %j, %j',
  (possible_worlds, greatest, words) => {
    const choice = {
      name: 'max=2',
      settings: { max: '2' },
      fate: 'least_regret',
      objective: null,
      regret: { mean: greatest / 3, greatest, world: 3 },
    };
    const worlds = {
      worlds: 20,
      possible_worlds,
      least_worlds_met: 15,
      candidates: [choice],
    } as unknown as PlanOverWorlds;
    const plan = {
      objective: { figure: 'cost_usd', sense: 'least' },
      recommendation: null,
      safety: 0.95,
      duration_seconds: 604_800,
    } as const;
    expect(worldsChoiceWords({ plan, worlds })).toEqual(
      typeof words === 'string' ? words : expect.stringMatching(words),
    );
  },
);
