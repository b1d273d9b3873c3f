import { type ScalingGoal, scalingGoal } from '../../agent/goal.js';
import { figure, gibibytes } from '../reason-words.js';
import type { SizeLook, SizePolicy } from '../size-policy.js';

/**
 * The goal of the platform's own agent: the greatest of what load average, memory and working set ask for, in
 * units of a quarter of a CU. Its settings are those of the agent, in the context, not parameters of its own.
 */
export const agentSize: SizePolicy<undefined> = {
  name: 'agent',
  description:
    "The platform's own agent: the greatest of what the load average, the memory in use and the working set of the cache ask for. Its settings are those of the agent.",
  source: 'pkg/agent/core/goalcu.go of neondatabase/autoscaling, 2025-09',
  parameters: {},
  foresight: false,
  start: () => undefined,
  look(state, look, _values, context) {
    const { scaling, unit } = context.agent;
    const { working_set_pages } = look;
    const lfc = working_set_pages === undefined ? undefined : { working_set_pages };
    const goal = scalingGoal(scaling, unit, look, lfc);
    return {
      state,
      goal_cu: (goal.units * unit.milli_cpu) / 1000,
      reason: reasonOf(goal, look),
      detail: goal,
    };
  },
};

function reasonOf(goal: ScalingGoal, look: SizeLook): string {
  const asked = `${goal.units} ${goal.units === 1 ? 'unit' : 'units'}`;
  switch (goal.winner) {
    case 'cpu':
      return `CPU: ${loads(look)} ask for ${asked}`;
    case 'memory':
      return `memory: ${gibibytes(look.memory_usage_bytes)} in use and ${gibibytes(look.memory_cached_bytes)} cached ask for ${asked}`;
    case 'lfc':
      return `working set: ${gibibytes(goal.working_set?.bytes ?? 0)} asks for ${asked}`;
    default:
      return `nothing asks for a unit: ${loads(look)}`;
  }
}

function loads(look: SizeLook): string {
  return `load averages ${figure(look.load_average_1m)} and ${figure(look.load_average_5m)}`;
}
