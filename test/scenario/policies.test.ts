import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseScenario, renderDiagnostic } from '../../src/scenario/load-scenario.js';
import { problems } from './example.js';

describe('the place of a problem with a policy', () => {
  const TEXT: string = parse(readFileSync(new URL('places.yaml', import.meta.url), 'utf8')).policies;
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
  ])('a policy is chosen by an override: --set %s', async (set, size, suspend) => {
    const { size_policy, suspend_policy } = (await parseScenario(TEXT, { set: [set] })).computes[0]!;
    expect([size_policy.name, suspend_policy.name]).toEqual([size, suspend]);
  });
});
