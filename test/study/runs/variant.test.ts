import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import { simulate } from '../../../src/simulation/simulation.js';
import { runVariant } from '../../../src/study/runs/variant.js';

const DOCUMENT = {
  duration: '1d',
  plan: 'launch',
  computes: [{ name: 'primary', autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 }],
  load: [{ name: 'web', compute: 'primary', rate: '20/h', query: { cpu: '4ms' } }],
};

describe('the run of a variant', () => {
  it('equals the priced run of its scenario', async () => {
    const scenario = await parseScenario(JSON.stringify(DOCUMENT));
    const { observations, cost, variant } = await runVariant({ name: 'as it is', scenario });
    expect(variant.name).toBe('as it is');
    expect(JSON.stringify(observations)).toBe(JSON.stringify(simulate(scenario)));
    expect(cost.cost_usd).toBeCloseTo((observations.computes[0]!.cu_seconds / 3600) * 0.106, 9);
  });

  it('of another replication draws other arrivals', async () => {
    const scenario = await parseScenario(JSON.stringify(DOCUMENT));
    const run = await runVariant({ name: 'again', scenario }, { replication: 1 });
    expect(JSON.stringify(run.observations)).toBe(JSON.stringify(simulate(scenario, { replication: 1 })));
    expect(JSON.stringify(run.observations)).not.toBe(JSON.stringify(simulate(scenario)));
  });

  it('reports its progress before it continues, and ends if its progress callback throws', async () => {
    const scenario = await parseScenario(JSON.stringify(DOCUMENT));
    const seen: number[] = [];
    await runVariant(
      { name: 'watched', scenario },
      {
        async progress({ now_seconds }) {
          await Promise.resolve();
          seen.push(now_seconds);
        },
      },
    );
    expect(seen[0]).toBe(0);
    const progress = () => {
      throw new Error('stop');
    };
    await expect(runVariant({ name: 'stopped', scenario }, { progress })).rejects.toThrow('stop');
  });
});
