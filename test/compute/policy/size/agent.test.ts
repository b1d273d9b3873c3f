import { describe, expect, test } from 'vitest';
import { agentSize } from '../../../../src/compute/policy/size/agent.js';
import { configurationOf, lfcMetricsOf, systemMetricsOf, VECTORS } from '../../agent/vectors.js';
import { CONTEXT, decisions } from './looks.js';

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
