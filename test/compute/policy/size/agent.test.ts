import { expect, test } from 'vitest';
import { agentSize } from '../../../../src/compute/policy/size/agent.js';
import { CONTEXT, decisions } from './looks.js';

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
