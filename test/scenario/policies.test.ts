import { describe, expect, it } from 'vitest';
import { parseScenario, renderDiagnostic } from '../../src/scenario/load-scenario.js';
import { problems } from './example.js';

describe('the place of a problem with a policy', () => {
  const TEXT = `duration: 1d
plan: scale
computes:
  - name: primary
    autoscaling_limit_min_cu: 1
    autoscaling_limit_max_cu: 2
    suspend_timeout_seconds: 300
    policy:
      size: { target_tracking: { reserve_cu: 0.5 } }
      suspend: observed_optimum
`;
  it.each([
    ['observed_optimum', 'obsrved_optimum', '10:16: '],
    ['target_tracking:', 'target_traking:', '9:15: '],
    ['reserve_cu: 0.5', 'reserve_cuu: 0.5', '9:34: '],
    ['reserve_cu: 0.5', 'reserve_cu: -1', '9:46: '],
    ['      suspend:', '      suspnd:', '10:7: '],
    ['max_cu: 2', 'max_cu: 1', '9:13: '],
    ['seconds: 300', 'seconds: -1', '10:16: '],
    ['suspend: observed_optimum', 'suspend: ./nowhere/p.js', '10:16: '],
  ])(
    'a problem with a policy is reported at its place: %j instead of %j',
    async (part, replacement, place) => {
      const found = await problems(TEXT.replace(part, replacement), { file: 's.yaml' });
      expect(found.map(renderDiagnostic)).toEqual([expect.stringContaining(`s.yaml:${place}error: `)]);
    },
  );

  it('a problem with a policy names the override that caused it', async () => {
    const set = ['computes.primary.suspend_timeout_seconds=-1'];
    expect((await problems(TEXT, { file: 's.yaml', set })).map(renderDiagnostic)).toEqual([
      expect.stringMatching(
        /^--set computes.primary.suspend_timeout_seconds=-1: error: computes.primary.policy.suspend: /,
      ),
    ]);
  });

  it.each([
    ['computes.primary.policy.suspend=hybrid_histogram', 'target_tracking', 'hybrid_histogram'],
    ['computes.primary.policy={size: oracle}', 'oracle', 'fixed'],
    ['computes.primary.policy.size.target_tracking.reserve_cu=1', 'target_tracking', 'observed_optimum'],
  ])('the override of a policy is refused at its place: --set %s', async (set, size, suspend) => {
    const { size_policy, suspend_policy } = (await parseScenario(TEXT, { set: [set] })).computes[0]!;
    expect([size_policy.name, suspend_policy.name]).toEqual([size, suspend]);
  });
});
