import { describe, expect, test } from 'vitest';
import { agentSize } from '../../../../src/compute/policy/size/agent.js';
import { configurationOf, lfcMetricsOf, systemMetricsOf, VECTORS } from '../../agent/vectors.js';
import { CONTEXT, decisions, GIB } from './looks.js';

describe('the agent policy on a few goal vectors', () => {
  // The policy has system metrics in every sample, so vectors without them do not apply.
  const vectors = VECTORS.vectors.filter((vector) => systemMetricsOf(vector) !== undefined).slice(0, 12);

  test.each(vectors.map((vector) => [vector.name, vector] as const))(
    'the agent policy matches the vector: %s',
    (_name, vector) => {
      const context = { ...CONTEXT, agent: configurationOf(vector) };
      const working_set_pages = lfcMetricsOf(vector)?.working_set_pages;
      const [decision] = decisions(
        agentSize,
        [{ ...systemMetricsOf(vector), working_set_pages }],
        {},
        context,
      );
      expect(decision!.goal_cu).toBe(vector.expected.productCU);
      expect(decision!.detail!.units).toBe(vector.expected.goal);
      expect(decision!.detail!.warnings).toEqual(vector.expected.warnings);
    },
  );
});

test('the agent policy takes the working set of the current sample, by the settings of the agent', () => {
  const pages = (count: number) => ({ working_set_pages: new Float64Array(60).fill(count) });
  const [small, large] = [pages(393_216), pages(2 * 393_216)];
  const goals = (context: typeof CONTEXT) =>
    decisions(agentSize, [small, large, small, small], {}, context).map(({ goal_cu }) => goal_cu);
  expect(goals(CONTEXT)).toEqual([1, 2, 1, 1]);
  const { agent } = CONTEXT;
  const scaling = { ...agent.scaling, lfc_to_memory_ratio: agent.scaling.lfc_to_memory_ratio / 2 };
  const half = { ...CONTEXT, agent: { ...agent, scaling } };
  expect(goals(half)).toEqual([2, 4, 2, 2]);
  expect(decisions(agentSize, [small], {}, CONTEXT)[0]!.goal_cu).toBe(1);
});

describe('the reason of the agent policy names the component that determined the goal', () => {
  const decide = (look: Parameters<typeof decisions>[1][number]) => decisions(agentSize, [look])[0]!;

  test('the reason names the load averages', () => {
    expect(decide({ load_average_1m: 1.8, load_average_5m: 0.652 })).toMatchObject({
      goal_cu: 2,
      reason: 'CPU: load averages 1.8 and 0.65 ask for 8 units',
      detail: { winner: 'cpu' },
    });
  });

  test('the reason names the memory', () => {
    expect(decide({ memory_usage_bytes: 3 * GIB, memory_cached_bytes: 1.5 * GIB })).toMatchObject({
      goal_cu: 1,
      reason: 'memory: 3 GiB in use and 1.5 GiB cached ask for 4 units',
    });
  });

  test('the reason names the working set', () => {
    expect(decide({ working_set_pages: new Float64Array(60).fill(393_216) })).toMatchObject({
      goal_cu: 1,
      reason: 'working set: 3 GiB asks for 4 units',
    });
  });

  test('the reason writes one unit in the singular', () => {
    expect(decide({ load_average_1m: 0.2 }).reason).toBe('CPU: load averages 0.2 and 0 ask for 1 unit');
  });

  test('the reason says so if no component asks for anything', () => {
    expect(decide({})).toMatchObject({
      goal_cu: 0,
      reason: 'nothing asks for a unit: load averages 0 and 0',
    });
  });
});
